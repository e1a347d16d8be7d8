/** What went wrong, as the server's catalogue of errors says it: what happened, by which clause, what to do. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clause: string | null = null,
    readonly whatToDo = "",
    readonly retry = false,
    readonly details: unknown = null,
    readonly status = 0,
  ) {
    super(message);
  }
}

interface Told {
  code: string;
  message: string;
  clause: string | null;
  do: string;
  retry: boolean;
  details: unknown;
}

export const problemOf = (told: Told, status = 0) =>
  new Problem(told.code, told.message, told.clause, told.do, told.retry, told.details, status);

export const answerLost = () =>
  new Problem(
    "answer_lost", "The connection was lost before the server answered.", null,
    "Look at the table: if it is not done there, do it again.",
  );

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem("unexpected", thrown instanceof Error ? thrown.message : String(thrown), null, "Try again.");
}

/** One line for people: what happened, the clause, and what to do. */
export function inWords(problem: Problem): string {
  const clause = problem.clause ? ` (${problem.clause})` : "";
  return `${problem.message}${clause}${problem.whatToDo ? ` ${asSentence(problem.whatToDo)}` : ""}`;
}

/** The catalogue says what to do in half a sentence. */
const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/[^.!?]$/, "$&.")}`;
