// Two people sign: who is signed in here and somebody else, by badge or name and PIN; or two others.

import { useRef, useState } from "preact/hooks";
import { me } from "../../shared/session";
import { Tick } from "./fields";
import { wrong } from "./refusal";

interface Signer {
  who: string;
  pin: string;
}
const NOBODY: Signer = { who: "", pin: "" };

export function useSigners() {
  const [others, setOthers] = useState(false);
  const [signers, setSigners] = useState<readonly [Signer, Signer]>([NOBODY, NOBODY]);
  const needed = () => (others ? signers : signers.slice(1));
  return {
    others,
    setOthers,
    signers,
    put: (index: 0 | 1, change: Partial<Signer>) =>
      setSigners((before) => before.map((each, at) => (at === index ? { ...each, ...change } : each)) as unknown as [Signer, Signer]),
    /** What is sent; who has not filled it in is told so. */
    signedBy: (): Signer[] => {
      if (needed().some((each) => !each.who || !each.pin)) throw wrong("Whoever signs gives name or badge, and PIN.");
      return [...needed()];
    },
    /** A PIN is for one act. */
    forgetPins: () => setSigners((before) => before.map((each) => ({ ...each, pin: "" })) as unknown as [Signer, Signer]),
  };
}
export type Signers = ReturnType<typeof useSigners>;

/** Sign for one act; the PINs are gone afterwards, whatever came of it. */
export async function signing<T>(signers: Signers, act: (signedBy: Signer[]) => Promise<T>): Promise<T> {
  const signedBy = signers.signedBy();
  try {
    return await act(signedBy);
  } finally {
    signers.forgetPins();
  }
}

export function Signatures({ of: signers, note }: { of: Signers; note?: string }) {
  return (
    <fieldset class="signatures">
      <legend>Two people sign</legend>
      {note && <p class="dim">{note}</p>}
      {signers.others ? <Pair of={signers} index={0} name="First" /> : <p>✓ {me.value?.shown} signs, being signed in here</p>}
      <Pair of={signers} index={1} name={signers.others ? "Second" : "The other person"} />
      <Tick label="Two others sign, not who is signed in here" value={signers.others} put={signers.setOthers} />
    </fieldset>
  );
}

function Pair({ of: signers, index, name }: { of: Signers; index: 0 | 1; name: string }) {
  const pin = useRef<HTMLInputElement>(null);
  const { who, pin: typed } = signers.signers[index]!;
  /** A badge reader types the badge and ends with Enter: the PIN is next. */
  const entered = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed) return;
    event.preventDefault();
    pin.current?.focus();
  };
  return (
    <div class="pair" role="group" aria-label={name}>
      <label class="field">
        <span>{name}: name or badge</span>
        <input
          value={who} autocomplete="off" autocapitalize="none" spellcheck={false} onKeyDown={entered}
          onInput={(event) => signers.put(index, { who: event.currentTarget.value.trim() })}
        />
      </label>
      <label class="field">
        <span>{name}: PIN</span>
        <input
          ref={pin} type="password" inputMode="numeric" autocomplete="off" value={typed}
          onInput={(event) => signers.put(index, { pin: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
