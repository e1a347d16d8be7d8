// What a book has for errors, in the server's words, and what its clauses say; asked once for each book.

import { signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { sentence, spaced } from "./words";

type Told = Schemas["ProceduresTold"]["procedures"];
export type IrregularityTold = Told["irregularities"][number];

export interface Book {
  irregularities: ReadonlyMap<string, IrregularityTold>;
  choices: ReadonlyMap<string, string>;
  reasons: ReadonlyMap<string, string>;
  /** Why a shuffle may be ordered. */
  shuffles: ReadonlyMap<string, string>;
  voids: Told["voids"];
  clauses: ReadonlyMap<string, string>;
}
const NOTHING: Book = { irregularities: new Map(), choices: new Map(), reasons: new Map(), shuffles: new Map(), voids: [], clauses: new Map() };
const books = signal<ReadonlyMap<string, Book>>(new Map());
const asked = new Set<string>();

/** The book, as far as it is known; asked for if it is not. */
export function bookOf(ruleset: string | undefined): Book {
  if (ruleset && !asked.has(ruleset)) {
    asked.add(ruleset);
    ask(ruleset).catch(() => asked.delete(ruleset)); // without it codes are shown, and it is asked for again
  }
  return books.value.get(ruleset ?? "") ?? NOTHING;
}

async function ask(ruleset: string): Promise<void> {
  const path = { ruleset };
  const [{ procedures }, { clauses }] = await Promise.all([
    get("/api/v1/rulesets/{ruleset}/procedures", { path }),
    get("/api/v1/rulesets/{ruleset}/clauses", { path }),
  ]);
  const book: Book = {
    irregularities: new Map(procedures.irregularities.map((each) => [each.code, each])),
    choices: new Map(procedures.choices.map((each) => [each.code, each.words])),
    reasons: new Map(procedures.voids.flatMap((scope) => scope.reasons.map((each) => [each.reason, each.words]))),
    shuffles: new Map(procedures.shuffles.map((each) => [each.reason, each.words])),
    voids: procedures.voids,
    clauses: new Map(clauses.map((each) => [each.clause, each.words])),
  };
  books.value = new Map(books.value).set(ruleset, book);
}

/** Whether a void for this reason says what happened, in words for the record. */
export const needsWords = (book: Book, reason: string): boolean =>
  book.voids.some((scope) => scope.reasons.some((each) => each.reason === reason && each.needs_words));

/** Whether the book asks every player with an open wager once this is chosen: then the table still holds. */
export const asksPlayers = (book: Book, code: string, choice: string, clause: string): boolean =>
  !!book.irregularities.get(code)?.rulings.some((each) => each.choice === choice && each.clause === clause && each.verdict === "then_players");

export const choiceName = (book: Book, choice: string): string => book.choices.get(choice) ?? sentence(spaced(choice));
export const troubleName = (book: Book, code: string): string =>
  book.irregularities.get(code)?.words ?? book.reasons.get(code) ?? sentence(spaced(code));
