// Something that is to be declared at the table first: then the table holds, and the book's choices are asked there.

import { useState } from "preact/hooks";
import { tell, trying } from "../../shared/notices";
import { type Book, choiceName } from "../book";
import { ClauseNumber } from "../clause";
import { go } from "../route";
import type { Correction } from "./correction";
import type { Allowed } from "./types";

interface Props {
  correction: Correction;
  allowed: Allowed;
  book: Book;
}

export function Report({ correction, allowed, book }: Props) {
  const [box, setBox] = useState<number | null>(null);
  const told = book.irregularities.get(correction.reason.value);
  if (allowed.earlier || allowed.held || !told?.report || told.rulings.length === 0) return null;
  const atTheTable = told.report === "Report" && told.needs.every((each) => each === "box");
  const boxes = correction.feed.view.value?.dealer.sign.boxes.map((each) => each.number) ?? [];
  const ready = !told.needs.includes("box") || box !== null;
  const report = () =>
    void trying(async () => {
      await correction.feed.order({ type: "Report", irregularity: told.code, box });
      tell(`${told.words}: the table holds.`);
      go("tables", correction.table);
    });
  return (
    <details class="report">
      <summary>Declare it at the table: the table holds, and one of these is taken</summary>
      <ul>
        {told.rulings.map((each, index) => (
          <li key={index} class={each.verdict === "forbidden" ? "dim" : ""}>
            {choiceName(book, each.choice)} <ClauseNumber clause={each.clause} forbids={each.verdict === "forbidden"} />
          </li>
        ))}
      </ul>
      {atTheTable ? (
        <div class="row">
          {told.needs.includes("box") &&
            boxes.map((each) => (
              <button key={each} type="button" aria-pressed={box === each} onClick={() => setBox(each)}>
                Box {each}
              </button>
            ))}
          <button type="button" class="primary" disabled={!ready} onClick={report}>
            Declare it
          </button>
        </div>
      ) : (
        <p class="dim">It takes more than that to be said: the dealer declares it at the dealer's screen.</p>
      )}
    </details>
  );
}
