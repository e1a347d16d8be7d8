// The house's other servers: where a page goes when its table is there, or when its own server has gone.
//
// It goes only where somebody answers, since a page that nobody answers is a screen that nobody brings back. Its session
// goes on there: by a passage, which is good once, was asked for in advance (the own server may be the one that is gone)
// and stands behind the # of the address, which no server and no log sees. A sign takes its token the same way.

import { signal } from "@preact/signals";
import { get, post, shownToken } from "./api";

const LEARNS_EVERY_MS = 30_000;
const ANSWERS_WITHIN_MS = 3000;
const PASSAGE = "#passage=";
const UNANSWERED = "&unanswered";
// The browser says that a policy was broken a moment after it has refused what was asked.
const SAYS_WHY_WITHIN_MS = 200;
const OPENED_ANEW = "tablekeeper.opened-anew";

/** The addresses of the other servers, as the own one has told. */
const others = signal<readonly string[]>([]);
let passage: string | null = null;
let learnedAt = -Infinity;
let going = false;
/** How many orders of this page wait for an answer, feed by feed: they do not go along, and whoever gave them is told. */
const waiting = new Map<object, number>();
export const ordersWait = (feed: object, many: number): void => void waiting.set(feed, many);
/** Servers that this page may not even ask: it was opened before they were known. */
const barred = new Set<string>();
document.addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective === "connect-src") barred.add(new URL(event.blockedURI).origin);
});

/** See which other servers there are, unless that was done just now. */
export async function learnServers(): Promise<void> {
  if (performance.now() - learnedAt < LEARNS_EVERY_MS) return;
  learnedAt = performance.now();
  try {
    const before = new Set(others.peek());
    others.value = (await get("/api/v1/server")).servers;
    if (others.peek().length > 0 && passage === null && shownToken() === null)
      ({ passage } = await post("/api/v1/sessions/passages"));
    for (const address of others.peek()) if (!before.has(address)) void answers(address).then(terminalAnew);
  } catch {
    learnedAt = -Infinity; // asked again with the next connection
  }
}

setInterval(() => void (learnedAt > 0 && learnServers()), LEARNS_EVERY_MS);

/** A terminal or a sign that could not go to a server, because that was not known when it was opened, is opened anew.
 * Others have fields that somebody may be filling in. */
function terminalAnew(): void {
  if (/^\/(dealer|sign)\//.test(location.pathname)) void openAnew();
}

/** The servers for which this page was opened anew already, and which it may not ask all the same. */
const openedFor = (): string[] => JSON.parse(sessionStorage.getItem(OPENED_ANEW) ?? "[]") as string[];

/** Once for each server: there are addresses (those of IPv6) that no policy names. And only from a server that is there:
 * a page that nobody sends is gone. */
async function openAnew(): Promise<void> {
  const known = openedFor();
  const further = [...barred].filter((each) => !known.includes(each));
  if (further.length === 0 || !(await answers(location.origin))) return;
  sessionStorage.setItem(OPENED_ANEW, JSON.stringify([...known, ...further]));
  location.reload();
}

function mayBeAsked(origin: string): void {
  const known = openedFor();
  if (known.includes(origin)) sessionStorage.setItem(OPENED_ANEW, JSON.stringify(known.filter((each) => each !== origin)));
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/healthz`, { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    mayBeAsked(new URL(address).origin);
    return true;
  } catch {
    await new Promise((done) => setTimeout(done, SAYS_WHY_WITHIN_MS));
    return false;
  }
}

/** Go there, to this page or another; false if nobody answers there. Then it is worth trying again. */
export async function goTo(address: string, path = location.pathname + location.search): Promise<boolean> {
  if (!/^https?:\/\//.test(address) || new URL(address).origin === location.origin) return false;
  if (going) return true;
  if (!(await answers(address))) {
    if (barred.has(new URL(address).origin)) void openAnew();
    return false;
  }
  if (going) return true;
  going = true;
  const token = shownToken();
  const lost = [...waiting.values()].some((many) => many > 0) ? UNANSWERED : "";
  const behind = token !== null ? `#${token}` : `${PASSAGE}${passage ?? ""}${lost}`;
  location.replace(new URL(path, address).href + behind);
  return true;
}

/** The own server has gone: go to another one that answers. */
export async function leave(): Promise<void> {
  for (const address of others.peek()) if (await goTo(address)) return;
}

/** The passage with which this page was opened, which stays nowhere; and whether an order had no answer before. */
export function takePassage(): { passage: string; unanswered: boolean } | null {
  if (!location.hash.startsWith(PASSAGE)) return null;
  const taken = location.hash.slice(PASSAGE.length);
  history.replaceState(null, "", location.pathname + location.search);
  return { passage: taken.replace(UNANSWERED, ""), unanswered: taken.endsWith(UNANSWERED) };
}
