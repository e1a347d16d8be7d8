// What the table holds for, and what may be done about it: what the book forbids is grey, with the clause that forbids.

import { useState } from "preact/hooks";
import { PlayingCard } from "../../shared/cards";
import { tell, trying } from "../../shared/notices";
import { supervises } from "../house";
import { Link } from "../link";
import { sentence, spaced } from "../words";
import { type Book, bookOf, choiceName, troubleName } from "../book";
import { ClauseNumber, ClauseWords } from "../clause";
import { isSigned } from "../words-of-play";
import type { FloorFeed, FloorView } from "./feed";
import { HandsNamed, type NamedHand } from "./hands-named";

type Question = FloorView["dealer"]["questions"][number];
type Option = Question["options"][number];

export function Hold({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const hold = view.dealer.hold!;
  const book = bookOf(view.dealer.sign.ruleset);
  const questions = view.dealer.questions.filter((question) => question.question === "resolve");
  return (
    <section class="panel hold" aria-label="The table holds">
      <h2>The table holds: {troubleName(book, hold.irregularity)}</h2>
      <p class="row">
        {hold.card && <PlayingCard card={hold.card} />}
        {hold.box !== null && <span>Box {hold.box}</span>}
        {hold.player && <span>{hold.player}</span>}
        {hold.detail && <span>{sentence(spaced(hold.detail))}</span>}
      </p>
      {questions.map((question) => (
        <Asked key={question.id} feed={feed} view={view} question={question} />
      ))}
    </section>
  );
}

function Asked({ feed, view, question }: { feed: FloorFeed; view: FloorView; question: Question }) {
  const book = bookOf(view.dealer.sign.ruleset);
  const [hands, setHands] = useState<readonly NamedHand[]>([]);
  const named = question.options.some((option) => option.allowed && option.choice === "void_hand");
  const take = (choice: string) =>
    void trying(async () => {
      const { box, player } = question;
      await feed.order({ type: "Resolve", choice, hands: hands.map(([at, hand]) => [at, hand]), box, player }, question.id);
      tell(`${choiceName(book, choice)}: recorded.`);
    });
  return (
    <div class="asked-of">
      <h3>{question.player ? `${question.player} at box ${question.box} says` : "What may be done"}</h3>
      {named && <HandsNamed view={view} chosen={hands} choose={setHands} />}
      <ul class="plain-list options">
        {question.options.map((option) => (
          <OptionShown key={`${option.choice}${option.clause}`} table={feed.table} book={book} option={option} take={take} />
        ))}
      </ul>
    </div>
  );
}

function OptionShown({ table, book, option, take }: { table: string; book: Book; option: Option; take: (choice: string) => void }) {
  const words = (
    <>
      <span>
        {choiceName(book, option.choice)}
        <ClauseWords book={book} clause={option.clause} />
      </span>
      <ClauseNumber clause={option.clause} forbids={!option.allowed} />
    </>
  );
  if (option.allowed && isSigned(option.choice) && supervises.value)
    return (
      <li>
        <Link to={["corrections", table]} class="as-button">
          {words}
        </Link>
      </li>
    );
  return (
    <li>
      <button type="button" disabled={!option.allowed || !supervises.value} onClick={() => take(option.choice)}>
        {words}
      </button>
    </li>
  );
}
