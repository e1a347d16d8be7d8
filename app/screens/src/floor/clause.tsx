// A clause of the book by its number, and below it what it says, in our words.

import type { Book } from "./book";

export const ClauseNumber = ({ clause, forbids = false }: { clause: string; forbids?: boolean }) => (
  <span class="clause">{forbids ? `forbidden by ${clause}` : clause}</span>
);

export function ClauseWords({ book, clause }: { book: Book; clause: string | null }) {
  const words = clause === null ? undefined : book.clauses.get(clause);
  return words ? (
    <small>
      {clause}: {words}
    </small>
  ) : null;
}
