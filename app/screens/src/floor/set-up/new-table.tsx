// A table that there was not: its number, its book, and how the house runs it.

import { useEffect, useState } from "preact/hooks";
import { post } from "../../shared/api";
import { tell } from "../../shared/notices";
import { Choice, Text } from "../forms/fields";
import { Form } from "../forms/form";
import { about } from "../house";
import { go } from "../route";
import { useBounds } from "./book";
import { ConfigFields } from "./config-fields";
import { configFrom, fitted, newConfig, type TypedConfig } from "./typed-config";

export const books = (): [string, string][] => (about.value?.rulesets ?? []).map((each) => [each.id, `${each.title} (${each.edition})`]);

export function NewTable() {
  const [number, setNumber] = useState("");
  const [book, setBook] = useState<string | null>(null);
  const [typed, setTyped] = useState<TypedConfig | null>(null);
  const chosen = book ?? about.value?.rulesets[0]?.id ?? null;
  const bounds = useBounds(chosen);
  useEffect(() => {
    if (bounds) setTyped((before) => (before ? fitted(before, bounds) : newConfig(bounds)));
  }, [bounds]);
  if (!bounds || !typed || chosen === null) return <p class="dim">One moment…</p>;
  const send = async (id: string) => {
    await post("/api/v1/tables", { body: { id, number: number.trim(), ruleset: chosen, config: configFrom(typed) } });
    tell(`Table ${number.trim()} is set up and open.`);
    go("set-up", number.trim());
  };
  return (
    <section class="panel" aria-label="A new table">
      <h2>A new table</h2>
      <Form long action="Set it up and open it" submit={send} disabled={!number.trim()}>
        <div class="fields">
          <Text label="Number" value={number} put={setNumber} hint="Letters, digits and hyphens; it stays in every record" />
          <Choice broad label="Book of rules" value={chosen} of={books()} put={setBook} />
        </div>
        <ConfigFields typed={typed} put={(change) => setTyped({ ...typed, ...change })} bounds={bounds} />
      </Form>
    </section>
  );
}
