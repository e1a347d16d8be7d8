// Something went wrong: only the choices that the rules give, the forbidden ones grey with the clause that forbids them.

import { signal } from "@preact/signals";
import { Credentials } from "../../shared/sign-in";
import { cardName } from "../../shared/cards";
import { Dialog } from "../../shared/dialog";
import { tellProblem } from "../../shared/notices";
import { orderAs } from "../../shared/one-act";
import { asProblem } from "../../shared/problem";
import { hasRole } from "../../shared/session";
import type { Command } from "../../shared/table-feed";
import { CardKeys } from "../cards/card-pad";
import { Beside, isTold, ToldList, useTold } from "../devices/told";
import { asked, type Question } from "../reading";
import { Tap } from "../tap";
import { act, attempt, TABLE, type View } from "../terminal";
import { choiceWords } from "../words";

// What is done on the floor's screen: two people sign it, or hands have to be named for it.
const ON_THE_FLOOR: Record<string, string> = {
  void_round: "two supervisors, on the floor's screen",
  void_earlier: "two supervisors, on the floor's screen",
  reconstruct: "two supervisors, on the floor's screen",
  reconstruct_earlier: "two supervisors, on the floor's screen",
  void_hand: "on the floor's screen, which names the hands",
};
interface Offer {
  choice: string;
  clause: string;
  allowed: boolean;
  fits: boolean;
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
/** The question for which the record is held against the shoe's list. */
const comparing = signal("");
/** The card that the shoe has told already, and is entered all the same. */
const twice = signal<{ card: string; question: Question } | null>(null);

export function Resolving({ view }: { view: View }) {
  useTold(view);
  const questions = asked(view, "resolve");
  const entry = entering.value && questions.find((each) => each.id === entering.value!.id);
  if (entry) return <EnterCard view={view} question={entry} />;
  return (
    <div class="resolving">
      {questions.map((each) => (
        <Choices key={each.id} view={view} question={each} />
      ))}
      {view.hold?.irregularity === "device_doubt" && <ToldList />}
      {questions.map((each) => comparing.value === each.id && <Comparing key={each.id} view={view} question={each} />)}
      {twice.value && <Twice card={twice.value.card} question={twice.value.question} />}
      {signing.value && <SupervisorSigns wanted={signing.value} />}
    </div>
  );
}

const DOES_NOT_FIT = "the cards do not fit: two supervisors reconstruct the round";

function Choices({ view, question }: { view: View; question: Question }) {
  const offers: Offer[] = question.options.length ? question.options : question.choices.map((choice) => ({ choice, clause: "", allowed: true, fits: true }));
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
  const open = option.allowed && option.fits;
  const note = !option.allowed ? `not allowed: ${option.clause}` : !option.fits ? DOES_NOT_FIT : floor ?? (mine ? option.clause : `${option.clause} · supervisor signs`);
  const name = option.card ? `${option.choice} ${option.card}` : option.choice;
  return (
    <Tap name={name} class={`big${open && !floor ? " primary" : ""}`} off={!open || !!floor} onTap={() => take(question, option, mine)}>
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
  if (offer.choice === "as_told") return (comparing.value = question.id);
  return decide({ question, command: commandOf(question, offer), words: choiceWords(offer.choice) }, mine);
}

function decide(wanted: Wanted, mine: boolean): unknown {
  if (mine) return act("resolve", { command: wanted.command, question: wanted.question.id });
  return (signing.value = wanted);
}

function SupervisorSigns({ wanted }: { wanted: Wanted }) {
  const close = () => (signing.value = null);
  const sign = async (who: string, pin: string) => {
    try {
      await orderAs(who, pin, TABLE, wanted.command, wanted.question.id);
    } catch (thrown) {
      const { command, question } = wanted;
      const told = asProblem(thrown).code === "told_already" && command.type === "Resolve" && command.card;
      if (!told) throw thrown;
      twice.value = { card: told, question };
    }
    close();
  };
  return (
    <Dialog title={`A supervisor decides: ${wanted.words}`} close={close}>
      <Credentials action={wanted.words} submit={sign} />
    </Dialog>
  );
}

function Comparing({ view, question }: { view: View; question: Question }) {
  const close = () => (comparing.value = "");
  const take = (command: Command) => {
    close();
    return decide({ question, command, words: choiceWords("as_told") }, hasRole("supervisor"));
  };
  return <Beside view={view} take={take} close={close} />;
}

async function enter(card: string, question: Question, another: boolean): Promise<void> {
  const wanted: Wanted = { question, command: { type: "Resolve", choice: "enter_card", card, another }, words: `Enter ${card}` };
  if (!hasRole("supervisor")) return void (signing.value = wanted);
  const refused = await attempt("resolve", { command: wanted.command, question: question.id });
  if (refused?.code === "told_already") twice.value = { card, question };
  else if (refused) tellProblem(refused);
}

/** It is counted once: as the one that the shoe reported, unless there are two. */
function Twice({ card, question }: { card: string; question: Question }) {
  const close = () => (twice.value = null);
  const another = () => {
    close();
    return enter(card, question, true);
  };
  return (
    <Dialog title={`The shoe has reported the ${cardName(card)}`} close={close}>
      <p>It comes by itself, and is counted once. Does another {cardName(card)} lie on the table?</p>
      <Tap name="go back" local class="big primary" onTap={close}>
        No: go back
      </Tap>
      <Tap name="another one" class="big" onTap={another}>
        Yes: it is another one
      </Tap>
    </Dialog>
  );
}

function EnterCard({ view, question }: { view: View; question: Question }) {
  const send = (card: string) => {
    entering.value = null;
    return isTold(card) ? (twice.value = { card, question }) : enter(card, question, false);
  };
  return <CardKeys id={question.id} words={`Which card lies there? ${view.hold?.detail ?? ""}`} send={send} />;
}
