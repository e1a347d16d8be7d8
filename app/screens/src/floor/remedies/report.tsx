// Something that is to be declared at the table first: then the table holds, and the book's choices are asked there.

import type { Book } from "../book";
import { go } from "../route";
import { Declare, reportable } from "../table/declare";
import type { Correction } from "./correction";
import type { Allowed } from "./types";

interface Props {
  correction: Correction;
  allowed: Allowed;
  book: Book;
}

export function Report({ correction, allowed, book }: Props) {
  const told = book.irregularities.get(correction.reason.value);
  if (allowed.earlier || allowed.held || !told || !reportable(told)) return null;
  return (
    <details class="report">
      <summary>Declare it at the table: the table holds, and one of these is taken</summary>
      <Declare key={told.code} feed={correction.feed} book={book} told={told} done={() => go("tables", correction.table)} />
    </details>
  );
}
