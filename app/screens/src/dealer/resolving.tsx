// Something went wrong: only the choices that the rules give, the forbidden ones grey with the clause that forbids them.

import { signal } from "@preact/signals";
import { Credentials } from "../shared/sign-in";
import { cardName } from "../shared/cards";
import { Dialog } from "../shared/dialog";
import { orderAs } from "../shared/one-act";
import { hasRole } from "../shared/session";
import type { Command } from "../shared/table-feed";
import { CardKeys } from "./card-pad";
import { asked, type Question } from "./reading";
import { Tap } from "./tap";
import { act, TABLE, type View } from "./terminal";
import { choiceWords } from "./words";

// What is done on the floor's screen: two people sign it, or hands have to be named for it.
const ON_THE_FLOOR: Record<string, string> = {
  void_round: "two supervisors, on the floor's screen",
  void_earlier: "two supervisors, on the floor's screen",
  void_hand: "on the floor's screen, which names the hands",
};
interface Offer {
  choice: string;
  clause: string;
  allowed: boolean;
  /** Which of the cards that came together it is about. */
  card?: string;
}
interface Wanted {
  question: Question;
  command: Command;
  words: string;
}
const signing = signal<Wanted | null>(null);
const entering = signal<Question | null>(null);

export function Resolving({ view }: { view: View }) {
  const questions = asked(view, "resolve");
  const entry = entering.value && questions.find((each) => each.id === entering.value!.id);
  if (entry) return <EnterCard view={view} question={entry} />;
  return (
    <div class="resolving">
      {questions.map((each) => (
        <Choices key={each.id} view={view} question={each} />
      ))}
      {signing.value && <SupervisorSigns wanted={signing.value} />}
    </div>
  );
}

function Choices({ view, question }: { view: View; question: Question }) {
  const offers: Offer[] = question.options.length ? question.options : question.choices.map((choice) => ({ choice, clause: "", allowed: true }));
  const shown = offers.flatMap((each) => ofWhichCard(view, each));
  const seen = view.hold?.irregularity === "card_not_awaited" && !view.hold.card;
  return (
    <div class="bar" role="group" aria-label={question.player ? `${question.player} chooses` : "What is done about it"}>
      {question.player && (
        <p class="bar-hint">
          <strong>{question.player}</strong> chooses:
        </p>
      )}
      {shown.map((each) => (
        <Choice key={`${each.choice}${each.card ?? ""}${each.clause}`} question={question} option={each} />
      ))}
      {seen && (
        <Tap name="SeeHeld" class="big" onTap={() => act("SeeHeld", { command: { type: "SeeHeld" } })}>
          Its face was seen
        </Tap>
      )}
    </div>
  );
}

/** Of two cards that came at once, each is a choice of its own. */
function ofWhichCard({ hold }: View, offer: Offer): Offer[] {
  if (offer.choice !== "choose" || !hold?.card) return [offer];
  return [hold.card, ...hold.more].map((card) => ({ ...offer, card }));
}

function Choice({ question, option }: { question: Question; option: Offer }) {
  const floor = ON_THE_FLOOR[option.choice];
  const mine = question.player !== null || hasRole("supervisor") || question.irregularity === "error_card" && question.box !== null;
  const note = !option.allowed ? `not allowed: ${option.clause}` : floor ?? (mine ? option.clause : `${option.clause} · supervisor signs`);
  const name = option.card ? `${option.choice} ${option.card}` : option.choice;
  return (
    <Tap name={name} class={`big${option.allowed && !floor ? " primary" : ""}`} off={!option.allowed || !!floor} onTap={() => take(question, option, mine)}>
      {option.card ? cardName(option.card) : choiceWords(option.choice)}
      <small>{note}</small>
    </Tap>
  );
}

function commandOf(question: Question, { choice, card }: Offer): Command {
  if (choice === "accept") return { type: "AcceptCard", box: question.box! };
  if (choice === "refuse") return { type: "RefuseCard", box: question.box! };
  return { type: "Resolve", choice, box: question.box, player: question.player, ...(card ? { card } : {}) };
}

function take(question: Question, offer: Offer, mine: boolean): unknown {
  if (offer.choice === "enter_card") return (entering.value = question);
  return decide({ question, command: commandOf(question, offer), words: choiceWords(offer.choice) }, mine);
}

function decide(wanted: Wanted, mine: boolean): unknown {
  if (mine) return act("resolve", { command: wanted.command, question: wanted.question.id });
  return (signing.value = wanted);
}

function SupervisorSigns({ wanted }: { wanted: Wanted }) {
  const close = () => (signing.value = null);
  const sign = async (who: string, pin: string) => {
    await orderAs(who, pin, TABLE, wanted.command, wanted.question.id);
    close();
  };
  return (
    <Dialog title={`A supervisor decides: ${wanted.words}`} close={close}>
      <Credentials action={wanted.words} submit={sign} />
    </Dialog>
  );
}

function EnterCard({ view, question }: { view: View; question: Question }) {
  const mine = hasRole("supervisor");
  const send = (card: string) => {
    entering.value = null;
    return decide({ question, command: { type: "Resolve", choice: "enter_card", card }, words: `Enter ${card}` }, mine);
  };
  return <CardKeys id={question.id} words={`Which card lies there? ${view.hold?.detail ?? ""}`} send={send} />;
}
