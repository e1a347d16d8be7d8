// What the table holds for, and what may be done about it: what the book forbids is grey, with the clause that forbids.

import { useState } from "preact/hooks";
import { PlayingCard } from "../../shared/cards";
import { Dialog } from "../../shared/dialog";
import { tell, trying } from "../../shared/notices";
import type { Command } from "../../shared/table-feed";
import { Form } from "../forms/form";
import { Signatures, signing, useSigners } from "../forms/signatures";
import { supervises } from "../house";
import { Link } from "../link";
import { sentence, spaced } from "../words";
import { asksPlayers, type Book, bookOf, choiceName, troubleName } from "../book";
import { ClauseNumber, ClauseWords } from "../clause";
import { REBUILD } from "../remedies/naming";
import { isSigned } from "../words-of-play";
import { CardNamed, chosenCard, NO_CARD } from "./card-named";
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
        {[...(hold.card ? [hold.card] : []), ...hold.more].map((card, index) => (
          <PlayingCard key={index} card={card} />
        ))}
        {hold.box !== null && <span>Box {hold.box}</span>}
        {hold.player && <span>{hold.player}</span>}
        {hold.detail && <span>{sentence(spaced(hold.detail))}</span>}
      </p>
      {hold.lines.length > 0 && (
        <p>On hold, neither paid nor taken until it is said what lies where: {[...new Set(hold.lines.map((line) => `${line.player} at box ${line.box}`))].join(", ")}.</p>
      )}
      {questions.map((question) => (
        <Asked key={question.id} feed={feed} view={view} question={question} />
      ))}
    </section>
  );
}

/** Choices that say which card: any, or one of those that came together. */
const ANY_CARD = "enter_card";
const ONE_OF_THEM = "choose";
const OF_A_CARD = [ANY_CARD, ONE_OF_THEM];

function commandOf({ box, player }: Question, choice: string, hands: readonly NamedHand[], card: string | null): Command {
  if (choice === "accept" && box !== null) return { type: "AcceptCard", box };
  if (choice === "refuse" && box !== null) return { type: "RefuseCard", box };
  return { type: "Resolve", choice, hands: hands.map(([at, hand]) => [at, hand]), box, player, card };
}

function Asked({ feed, view, question }: { feed: FloorFeed; view: FloorView; question: Question }) {
  const book = bookOf(view.dealer.sign.ruleset);
  const [hands, setHands] = useState<readonly NamedHand[]>([]);
  const [card, setCard] = useState(NO_CARD);
  const [chosen, setChosen] = useState("");
  const { irregularity } = view.dealer.hold!;
  const offers = (...choices: string[]) => question.options.some((option) => option.allowed && choices.includes(option.choice));
  const take = (choice: string) =>
    void trying(async () => {
      await feed.order(commandOf(question, choice, hands, OF_A_CARD.includes(choice) ? chosenCard(card) : null), question.id);
      tell(`${choiceName(book, choice)}: recorded.`);
    });
  return (
    <div class="asked-of">
      <h3>{question.player ? `${question.player} at box ${question.box} says` : "What may be done"}</h3>
      {offers("void_hand") && <HandsNamed view={view} chosen={hands} choose={setHands} />}
      {offers(ANY_CARD) && <CardNamed card={card} choose={setCard} />}
      {offers(ONE_OF_THEM) && <WhichOfThem view={view} card={card} choose={setCard} />}
      <ul class="plain-list options">
        {question.options.map((option) => {
          const asks = isSigned(option.choice) && asksPlayers(book, irregularity, option.choice, option.clause);
          return (
            <OptionShown
              key={`${option.choice}${option.clause}`} book={book} option={option}
              take={asks ? setChosen : take} way={isSigned(option.choice) && !asks ? wayOf(option.choice, feed.table, view) : null}
              ready={!OF_A_CARD.includes(option.choice) || chosenCard(card) !== null}
            />
          );
        })}
      </ul>
      {chosen && <Signed feed={feed} book={book} question={question} choice={chosen} close={() => setChosen("")} />}
    </div>
  );
}

/** Where it is worked out and signed; the table holds until then. */
function wayOf(choice: string, table: string, view: FloorView): readonly string[] {
  const round = view.dealer.sign.round;
  const here = ["corrections", table];
  if (round === null || !["reconstruct", "void_round"].includes(choice)) return here;
  return choice === "reconstruct" ? [...here, String(round), REBUILD] : [...here, String(round)];
}

interface SignedProps {
  feed: FloorFeed;
  book: Book;
  question: Question;
  choice: string;
  close: () => void;
}

/** The cards are put in their order, and every player with an open wager is asked: two people sign that. */
function Signed({ feed, book, question, choice, close }: SignedProps) {
  const signers = useSigners();
  const send = async () => {
    await signing(signers, (signedBy) => feed.order(commandOf(question, choice, [], null), question.id, signedBy));
    tell(`${choiceName(book, choice)}: the players are asked now.`);
    close();
  };
  return (
    <Dialog title={choiceName(book, choice)} close={close}>
      <Form action="Sign" submit={send}>
        <p>Every player with an open bet is asked then. The table holds until all of them have answered.</p>
        <Signatures of={signers} note="Supervisors who have not dealt in this round." />
      </Form>
    </Dialog>
  );
}

interface WhichProps {
  view: FloorView;
  card: string;
  choose: (card: string) => void;
}

function WhichOfThem({ view: { dealer }, card, choose }: WhichProps) {
  const { card: first, more } = dealer.hold!;
  return (
    <fieldset class="row">
      <legend>Which of the two goes to the hand</legend>
      {[...(first ? [first] : []), ...more].map((each, index) => (
        <button key={index} type="button" class="card-offer" aria-pressed={card === each} onClick={() => choose(each)}>
          <PlayingCard card={each} />
        </button>
      ))}
    </fieldset>
  );
}

interface OptionProps {
  book: Book;
  option: Option;
  /** The page on which it is worked out; null where a tap takes it. */
  way: readonly string[] | null;
  /** Whether all is said that it needs. */
  ready: boolean;
  take: (choice: string) => void;
}

function OptionShown({ book, option, way, ready, take }: OptionProps) {
  const words = (
    <>
      <span>
        {choiceName(book, option.choice)}
        <ClauseWords book={book} clause={option.clause} />
        {!option.fits && <small>The cards cannot lie as was reported: two supervisors reconstruct the round.</small>}
      </span>
      <ClauseNumber clause={option.clause} forbids={!option.allowed} />
    </>
  );
  if (option.allowed && way && supervises.value)
    return (
      <li>
        <Link to={way} class="as-button">
          {words}
        </Link>
      </li>
    );
  return (
    <li>
      <button type="button" disabled={!option.allowed || !option.fits || !ready || !supervises.value} onClick={() => take(option.choice)}>
        {words}
      </button>
    </li>
  );
}
