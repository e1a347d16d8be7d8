// What went wrong at the table, chosen from the book's own list.

import { useState } from "preact/hooks";
import { bookOf } from "../book";
import { Choice } from "../forms/fields";
import { Declare, reportable } from "./declare";
import type { FloorFeed, FloorView } from "./feed";

export function Trouble({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const [code, setCode] = useState("");
  const book = bookOf(view.dealer.sign.ruleset);
  const told = book.irregularities.get(code as never);
  const known = [...book.irregularities.values()].filter(reportable);
  return (
    <details>
      <summary>Something went wrong</summary>
      <Choice label="What" value={code} put={setCode} of={[["", "–"], ...known.map((each) => [each.code, each.words] as const)]} />
      {told && <Declare key={code} feed={feed} book={book} told={told} done={() => setCode("")} />}
    </details>
  );
}
