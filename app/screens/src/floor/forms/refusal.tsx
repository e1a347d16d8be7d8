// What the server refused, at the form that asked: what happened, by which clause, what to do, and which fields are meant.

import { inWords, Problem } from "../../shared/problem";

interface Misfit {
  at: string;
  what: string;
}

export function Refusal({ problem }: { problem: Problem | null }) {
  return (
    <div class="error refusal" role="alert" data-code={problem?.code}>
      {problem && <p>{inWords(problem)}</p>}
      {problem && misfits(problem).map((each) => <p key={each.at}>{`${place(each.at)}: ${each.what}`}</p>)}
    </div>
  );
}

function misfits(problem: Problem): readonly Misfit[] {
  const details = problem.details as { fields?: Misfit[] } | null;
  return details?.fields ?? [];
}

/** "body.command.config.minimum_cents" is "minimum"; plain "cents" is the amount. */
const place = (at: string): string =>
  at.replace(/^(body|query|path)\./, "").split(".").at(-1)!.replace(/^cents$/, "amount").replace(/_cents$/, "").replaceAll("_", " ");

/** What was typed and cannot be sent. */
export const wrong = (words: string): Problem => new Problem("not_readable", words, null, "");
