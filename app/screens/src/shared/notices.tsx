// What the server refused, or what was done, said at the bottom of the screen for a while.

import { signal } from "@preact/signals";
import { asProblem, inWords, type Problem } from "./problem";

interface Notice {
  number: number;
  words: string;
  code: string;
  good: boolean;
}

const SHOWN_MS = 9000;
const MOST = 3;
const notices = signal<readonly Notice[]>([]);
let last = 0;

function show(words: string, code: string, good: boolean): void {
  const notice = { number: ++last, words, code, good };
  notices.value = [...notices.value.filter((each) => each.words !== words).slice(1 - MOST), notice];
  setTimeout(() => dismiss(notice.number), SHOWN_MS);
}

export const dismiss = (number: number): void => {
  notices.value = notices.value.filter((each) => each.number !== number);
};
export const tell = (words: string): void => show(words, "", true);
export const tellProblem = (problem: Problem): void => show(inWords(problem), problem.code, false);

/** Do it; what the server refuses is told, and null comes back. */
export async function trying<T>(what: () => Promise<T>): Promise<T | null> {
  try {
    return await what();
  } catch (thrown) {
    tellProblem(asProblem(thrown));
    return null;
  }
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map((notice) => (
        <div key={notice.number} class={notice.good ? "notice good" : "notice"} data-code={notice.code}>
          <span>{notice.words}</span>
          <button type="button" onClick={() => dismiss(notice.number)}>
            OK
          </button>
        </div>
      ))}
    </div>
  );
}
