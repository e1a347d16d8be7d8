// What the whole floor knows: every table in one line, the open alarms, the books. It lives as long as somebody is
// signed in.

import { computed, effect, signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { finds } from "../shared/roles";
import { hasRole, me } from "../shared/session";
import { WallFeed } from "../shared/wall-feed";

export const wall = signal<WallFeed | null>(null);
export const about = signal<Schemas["About"] | null>(null);
export const alarms = computed(() => wall.value?.alarms.value ?? []);
export const unowned = computed(() => alarms.value.filter((alarm) => alarm.owner === null));
export const tables = computed(() => [...(wall.value?.tables.value.values() ?? [])]);

/** The title of a book, as far as it is known. */
export const bookTitle = (id: string): string => about.value?.rulesets.find((book) => book.id === id)?.title ?? id;

/** Whether the person may do what supervisors do here. */
export const supervises = computed(() => hasRole("supervisor"));

let session: string | null = null;

/** Another session is another line; none has none. */
function follow(): void {
  const now = me.value && finds("wall") ? me.value.session : null;
  if (now === session) return;
  session = now;
  wall.peek()?.stop();
  wall.value = now === null ? null : new WallFeed();
}

effect(follow);
effect(() => {
  if (me.value) void get("/api/v1/server").then((told) => (about.value = told), () => undefined);
});
