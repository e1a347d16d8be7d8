// The second signature, at any screen: the same sheet as the first was put under, looked up anew by its seal.

import { useEffect, useState } from "preact/hooks";
import { post } from "../../shared/api";
import { Dialog } from "../../shared/dialog";
import { newId } from "../../shared/ids";
import { tell } from "../../shared/notices";
import { asProblem, Problem } from "../../shared/problem";
import { askEither } from "./asking";
import { reasonOf, whatName } from "./naming";
import { Sheet } from "./sheet";
import { Signing } from "./signing";
import type { Preview, Remedy, Waiting } from "./types";

interface Props {
  table: string;
  waiting: Waiting;
  close: () => void;
}

export function SecondSignature({ table, waiting, close }: Props) {
  const [found, setFound] = useState<{ preview: Preview; earlier: boolean } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    askEither(table, waiting).then(setFound, (thrown) => setProblem(asProblem(thrown)));
  }, [table, waiting.seal]);
  const sign = async (who: string, pin: string) => {
    const round = found!.earlier ? waiting.round : null;
    const command = { type: "SignRemedy" as const, remedy: null, round, seen: waiting.seal };
    await post("/api/v1/tables/{number}/orders", {
      path: { number: table },
      body: { id: newId(), question: null, command, signed_by: [{ who, pin }] },
    });
    tell(`${whatName(waiting.what)}: signed, it is done.`);
    close();
  };
  return (
    <Dialog title="Look at it, then sign" close={close} class="second">
      {problem && <p class="error" role="alert">{problem.message}</p>}
      {found && (
        <div class="sign-step">
          <Sheet title={whatName(waiting.what)} reason={reasonOf(waiting.remedy as Remedy)} found={found.preview} />
          <Signing
            signatures={found.preview.signatures} signedBy={waiting.signed_by} mayNot={waiting.may_not_sign} sign={sign}
          />
        </div>
      )}
    </Dialog>
  );
}
