// What the table's book has for errors and procedures, and what its clauses say: the server's words, fetched once.

import { effect, signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { view } from "./terminal";

export const procedures = signal<Schemas["Procedures"] | null>(null);
export const clauses = signal<readonly Schemas["Clause"][]>([]);
let loaded = "";

async function load(ruleset: string): Promise<void> {
  loaded = ruleset;
  try {
    const path = { ruleset };
    const [told, said] = await Promise.all([
      get("/api/v1/rulesets/{ruleset}/procedures", { path }),
      get("/api/v1/rulesets/{ruleset}/clauses", { path }),
    ]);
    procedures.value = told.procedures;
    clauses.value = said.clauses;
  } catch {
    loaded = ""; // the codes themselves are shown; asked again with the next view
  }
}

effect(() => {
  const ruleset = view.value?.sign.ruleset;
  if (ruleset && ruleset !== loaded) void load(ruleset);
});

/** 12.3(b) stands under 12.3, and 7.2 is not about 7.20. */
function isUnder(one: string, other: string): boolean {
  return one === other || (one.startsWith(other) && !/^[0-9A-Z]/.test(one.slice(other.length)));
}
export const saidBy = (clause: string) => {
  const exact = clauses.value.filter((each) => each.clause === clause);
  return exact.length ? exact : clauses.value.filter((each) => isUnder(each.clause, clause) || isUnder(clause, each.clause));
};
