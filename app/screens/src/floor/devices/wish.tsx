// Something is asked of a device; what it answers stands at the form.

import { useState } from "preact/hooks";
import { post, type Schemas } from "../../shared/api";
import { countFrom } from "../forms/amounts";
import { Choice, Text } from "../forms/fields";
import { Form } from "../forms/form";
import { type Device, OUTCOMES, WISHES } from "./words";

export function Wish({ device }: { device: Device }) {
  const [word, setWord] = useState(WISHES[0]!.word);
  const [number, setNumber] = useState("");
  const [answer, setAnswer] = useState<Schemas["WishOutcome"] | null>(null);
  const chosen = WISHES.find((each) => each.word === word)!;
  const text = () => (chosen.number ? `${word} ${countFrom(chosen.number, number)}` : word);
  const send = async (id: string) => {
    setAnswer(null);
    setAnswer(await post("/api/v1/devices/{name}/wishes", { path: { name: device.name }, body: { id, wish: text() } }));
  };
  return (
    <section class="panel" aria-label="Ask something of it">
      <h2>Ask something of it</h2>
      <Form action="Ask" label="Ask something of it" submit={send} check={text} sure={chosen.sure}>
        <div class="fields">
          <Choice label="What" value={word} put={setWord} of={WISHES.map((each) => [each.word, each.words] as const)} />
          {chosen.number && <Text label={chosen.number} mode="numeric" value={number} put={setNumber} />}
        </div>
        <p class="dim">Its answer comes within 15 seconds. Not every device can do all of this.</p>
      </Form>
      <p role="status" class={answer?.outcome === "done" ? "good" : "bad"}>
        {answer && `${OUTCOMES[answer.outcome] ?? answer.outcome}${answer.words ? `: ${answer.words}` : ""}`}
      </p>
    </section>
  );
}
