// What may be done about it. What the book forbids is grey, with the clause that forbids it and what that says.

import { useState } from "preact/hooks";
import type { Book } from "../book";
import { ClauseNumber, ClauseWords } from "../clause";
import type { Correction, Plan } from "./correction";
import { scopeName, targetName } from "./naming";
import { Report } from "./report";
import type { Allowed, MayBeVoid, Scope } from "./types";

interface Props {
  correction: Correction;
  allowed: Allowed;
  book: Book;
}

export function WhatMayBeDone({ correction, allowed, book }: Props) {
  const reason = correction.reason.value;
  const scopes = [...new Set(allowed.voids.map((each) => each.scope))];
  const free = (scope: Scope) => reason === "other" && !!book.voids.find((each) => each.scope === scope)?.free;
  const choose = (scope: Plan["scope"], target: Plan["target"] = null) =>
    void correction.choose({ scope, target, free: scope !== "reconstruct" && free(scope) });
  return (
    <section aria-label="What may be done">
      {(reason === "other" || correction.asksForWords.value) && (
        <label class="words">
          What happened, in words for the record{correction.asksForWords.value && " (a void needs them)"}
          <input
            value={correction.words.value} maxLength={200} required={correction.asksForWords.value}
            onInput={(event) => (correction.words.value = event.currentTarget.value)}
          />
        </label>
      )}
      <h2>What may be done</h2>
      <ul class="plain-list options">
        <Way book={book} words={scopeName("reconstruct")} {...allowed.reconstruct} take={() => choose("reconstruct")} />
        {allowed.reconstruct.code === "reconstruction_forbidden" && (
          <Way book={book} words="Put right a card that the record has wrong" allowed clause={null} message={null} take={() => choose("reconstruct")} />
        )}
        {scopes.map((scope) => {
          const found = ofReason(allowed, scope, reason, book);
          return (
            <Way
              key={`${scope} ${reason}`} book={book} words={scopeName(scope)} {...found} take={() => choose(scope)}
              waitsFor={correction.lacksWords.value ? "Say first what happened." : ""}
              targets={found.targets.map((target) => ({ words: targetName(target), take: () => choose(scope, target) }))}
            />
          );
        })}
      </ul>
      <Report correction={correction} allowed={allowed} book={book} />
    </section>
  );
}

/** What the server says of this void for this reason; for one that it does not list, what forbids all others. */
function ofReason(allowed: Allowed, scope: Scope, reason: string, book: Book): MayBeVoid {
  const found = allowed.voids.find((each) => each.scope === scope && each.reason === reason);
  const clause = book.voids.find((each) => each.scope === scope)?.forbidden ?? null;
  return found ?? { scope, reason, allowed: false, clause, code: null, message: null, targets: [] };
}

interface WayProps {
  book: Book;
  words: string;
  allowed: boolean;
  clause: string | null;
  message: string | null;
  take: () => void;
  targets?: readonly { words: string; take: () => void }[];
  /** What has to be said before it may be taken. */
  waitsFor?: string;
}

function Way({ book, words, allowed, clause, message, take, targets = [], waitsFor = "" }: WayProps) {
  const [open, setOpen] = useState(false);
  const which = targets.length > 0;
  return (
    <li>
      <button type="button" disabled={!allowed || waitsFor !== ""} aria-expanded={which ? open : undefined} onClick={() => (which ? setOpen(!open) : take())}>
        <span>
          {words}
          {clause ? <ClauseWords book={book} clause={clause} /> : !allowed && <small>{message}</small>}
          {allowed && waitsFor && <small class="warn">{waitsFor}</small>}
        </span>
        {clause ? <ClauseNumber clause={clause} forbids={!allowed} /> : <span class="clause">{allowed ? "two sign" : "not possible"}</span>}
      </button>
      {allowed && open && (
        <div class="row targets" role="group" aria-label="Which">
          {targets.map((target) => (
            <button key={target.words} type="button" onClick={target.take}>
              {target.words}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
