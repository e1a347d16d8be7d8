// One amount, signed by two: typed, or counted chip by chip.

import { useState } from "preact/hooks";
import { difference, money } from "../../shared/money";
import { tell } from "../../shared/notices";
import { centsFrom, typedCents } from "../forms/amounts";
import { Choice, Dollars } from "../forms/fields";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import { Signatures, signing, useSigners } from "../forms/signatures";
import { ByChips } from "./by-chips";
import { commandOf, type Way, WAYS } from "./ways";

interface Props {
  table: string;
  way: Way;
  chips: readonly number[];
  done: () => Promise<void>;
}
type Kind = "count" | "more" | "less";
const KINDS: readonly (readonly [Kind, string])[] = [
  ["count", "The first count of the box"],
  ["more", "A correction: there was more"],
  ["less", "A correction: there was less"],
];

export function Entry({ table, way, chips, done }: Props) {
  const [amount, setAmount] = useState("");
  const [kind, setKind] = useState<Kind>("count");
  const [counting, setCounting] = useState(0);
  const signers = useSigners();
  const words = WAYS[way];
  const cents = () => centsFrom(words.amount, amount) * (kind === "less" ? -1 : 1);
  const send = async (id: string) => {
    const sent = cents();
    await signing(signers, (signedBy) => order(id, table, commandOf(way, sent, kind !== "count"), signedBy));
    tell(`Table ${table}: ${kind === "count" ? words.done(money(sent)) : `the drop is corrected by ${difference(sent)}.`}`);
    setAmount("");
    setKind("count");
    setCounting(counting + 1);
    await done();
  };
  const check = () => {
    cents();
    signers.signedBy();
  };
  const sure = words.sure && (kind === "count" ? words.sure(readable(amount)) : `The drop is corrected by ${kind === "less" ? "−" : "+"}${readable(amount)}.`);
  return (
    <Form action={words.name} label={words.name} submit={send} check={check} sure={sure} disabled={!amount.trim()}>
      <p>{words.what}</p>
      {way === "EnterDrop" && <Choice label="What it is" value={kind} put={setKind} of={KINDS} />}
      {words.counted && chips.length > 0 && <ByChips key={counting} chips={chips} counted={(sum) => setAmount(typedCents(sum))} />}
      <div class="fields">
        <Dollars label={kind === "count" ? words.amount : "By so much"} value={amount} put={setAmount} />
      </div>
      <Signatures of={signers} />
    </Form>
  );
}

function readable(amount: string): string {
  try {
    return money(centsFrom("", amount));
  } catch {
    return amount;
  }
}
