// Two people sign, each with badge and PIN, for this one act: here one after the other, or the second at another screen.

import { Credentials } from "../../shared/sign-in";

interface Props {
  signatures: number;
  signedBy: readonly string[];
  mayNot: readonly string[];
  sign: (who: string, pin: string) => Promise<void>;
}

export function Signing({ signatures, signedBy, mayNot, sign }: Props) {
  const first = signedBy.length === 0;
  return (
    <section class="panel signing" aria-label="Signatures">
      <h2>{signatures === 1 ? "One person signs" : first ? "The first person signs" : "A second person signs"}</h2>
      {signedBy.map((name) => (
        <p key={name} class="signed">
          ✓ {name} has signed
        </p>
      ))}
      {mayNot.length > 0 && <p class="dim">Who dealt the round does not sign: {mayNot.join(", ")}.</p>}
      <Credentials key={signedBy.length} action={`Sign ${signedBy.length + 1} of ${signatures}`} submit={sign} />
      {!first && <p class="dim">Or at another screen: it stands under Corrections there.</p>}
    </section>
  );
}
