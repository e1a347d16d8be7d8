// What changed when the round on the table was rebuilt, or a card of it moved, by somebody at another screen: the dealer
// sees each hand as it was and as it is. It stays until it is tapped, also over a reload of this page, or until the next
// round begins. A terminal that was away asks the server what was rebuilt meanwhile.

import { computed, effect, signal } from "@preact/signals";
import { get } from "../../shared/api";
import { Cards, type CardCode } from "../../shared/cards";
import { Dialog } from "../../shared/dialog";
import { money } from "../../shared/money";
import { Tap } from "../tap";
import { actsHere, feed, live, TABLE, view, type View } from "../terminal";

/** What lies at each hand ("3.1"; the dealer's is "0.1"), and once the round is over what each bettor gets or gives. */
interface Lying {
  round: number;
  over: boolean;
  hands: Record<string, readonly CardCode[]>;
  due: Record<string, number>;
}
interface Changed {
  round: number;
  hands: readonly { place: string; was: readonly CardCode[]; now: readonly CardCode[] }[];
  due: readonly { player: string; was: number; now: number }[];
}

const LAST = `tablekeeper.lying ${TABLE}`;
const SHOWN = `tablekeeper.rebuilt ${TABLE}`;
/** Up to which version of the table somebody has seen it at this terminal; it lasts when the browser is closed. */
const SEEN = `tablekeeper.rebuilt-seen ${TABLE}`;
const kept = <T,>(name: string): T | null => JSON.parse(sessionStorage.getItem(name) ?? "null") as T | null;
const keep = (name: string, value: unknown) => sessionStorage.setItem(name, JSON.stringify(value));

let last = kept<Lying>(LAST);
export const rebuilt = signal(kept<Changed>(SHOWN));

function lyingIn(now: View): Lying | null {
  const { sign } = now;
  if (sign.round === null || sign.phase === "void") return null;
  const hands = sign.boxes.flatMap((box) => box.hands.map((hand, index) => [`${box.number}.${index + 1}`, hand.cards] as const));
  const own = now.payments.filter((each) => each.round === sign.round && !each.amended);
  const net = (each: (typeof own)[number]) => each.pays_cents + each.ticked_pays_cents - each.takes_cents - each.ticked_takes_cents;
  return {
    round: sign.round,
    over: sign.phase === "complete",
    hands: Object.fromEntries([["0.1", sign.dealer.cards] as const, ...hands]),
    due: Object.fromEntries(own.map((each) => [`${each.player} at box ${each.box}`, net(each)])),
  };
}

/** Whether all of these cards are among those, each as often. */
function among(some: readonly CardCode[], all: readonly CardCode[]): boolean {
  const left = [...all];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const boxOf = (place: string): string => place.split(".")[0]!;
const ofBox = ({ hands }: Lying, box: string): readonly string[] => Object.keys(hands).filter((place) => boxOf(place) === box);

/** Cards come and hands are split; a card that leaves its hand has been moved. */
function moved(was: Lying, now: Lying, place: string): boolean {
  const box = boxOf(place);
  if (ofBox(now, box).length > ofBox(was, box).length) return !among(was.hands[place]!, ofBox(now, box).flatMap((each) => now.hands[each]!));
  return !among(was.hands[place]!, now.hands[place] ?? []);
}

function changes(was: Lying, now: Lying): Changed | null {
  if (was.round !== now.round) return null;
  const paysOther = was.over && now.over && [...Object.keys(was.due), ...Object.keys(now.due)].some((player) => (was.due[player] ?? 0) !== (now.due[player] ?? 0));
  if (!paysOther && !Object.keys(was.hands).some((place) => moved(was, now, place))) return null;
  return differences(was, now);
}

function differences(was: Lying, now: Lying): Changed {
  const places = [...new Set([...Object.keys(was.hands), ...Object.keys(now.hands)])].sort();
  const hands = places.map((place) => ({ place, was: was.hands[place] ?? [], now: now.hands[place] ?? [] }));
  const players = [...new Set([...Object.keys(was.due), ...Object.keys(now.due)])].sort();
  const due = players.map((player) => ({ player, was: was.due[player] ?? 0, now: now.due[player] ?? 0 }));
  return {
    round: now.round,
    hands: hands.filter((each) => each.was.join() !== each.now.join()),
    due: was.over && now.over ? due.filter((each) => each.was !== each.now) : [],
  };
}

effect(() => {
  if (!view.value) return;
  const now = lyingIn(view.value);
  if (now && rebuilt.peek() && rebuilt.peek()!.round !== now.round) show(null);
  // What is put right at this screen is known here.
  const found = last && now && !actsHere() ? changes(last, now) : null;
  if (found) show(found);
  last = now;
  keep(LAST, now);
});

/** Whoever comes to a line that is there again has not seen what happened while it was not. */
const comes = computed(() => live.value && view.value !== null);
effect(() => {
  if (comes.value) void askWhatWasRebuilt();
});

/** What is ahead of the table is of another house that was here before. */
function seen(): number {
  const version = Number(localStorage.getItem(SEEN) ?? 0);
  return version > feed.peek()!.version.peek() ? 0 : version;
}

async function askWhatWasRebuilt(): Promise<void> {
  const query = { after: seen() };
  const found = await get("/api/v1/tables/{number}/remedies/rebuilt", { path: { number: TABLE }, query }).catch(() => null);
  if (!found?.was || !found.becomes || found.round !== view.peek()?.sign.round || found.rebuilt_at! <= seen()) return;
  const [was, now] = [lyingIn(found.was), lyingIn(found.becomes)];
  const changed = was && now && differences(was, now);
  if (changed && changed.hands.length + changed.due.length > 0) show(changed);
}

function show(changed: Changed | null): void {
  rebuilt.value = changed;
  keep(SHOWN, changed);
}

export function Rebuilt() {
  const changed = rebuilt.value;
  if (!changed) return null;
  const close = () => {
    localStorage.setItem(SEEN, String(feed.peek()?.version.peek() ?? 0));
    show(null);
  };
  return (
    <Dialog title={`Round ${changed.round} was rebuilt: what changed`} close={close} class="list-dialog rebuilt">
      <table>
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changed.hands.map((each) => (
            <tr key={each.place}>
              <th scope="row">{placeWords(each.place)}</th>
              <td>{each.was.length ? <Cards cards={each.was} /> : "no card"}</td>
              <td>{each.now.length ? <Cards cards={each.now} /> : "no card"}</td>
            </tr>
          ))}
          {changed.due.map((each) => (
            <tr key={each.player}>
              <th scope="row">{each.player}</th>
              <td>{dueWords(each.was)}</td>
              <td>
                <strong>{dueWords(each.now)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Lay the cards as they are now. What was paid already shows at the boxes.</p>
      <Tap name="rebuilt seen" local class="big primary wide" onTap={close}>
        Seen
      </Tap>
    </Dialog>
  );
}

function placeWords(place: string): string {
  const [box, hand] = place.split(".");
  if (box === "0") return "Dealer";
  return hand === "1" ? `Box ${box}` : `Box ${box}, hand ${hand}`;
}

const dueWords = (cents: number): string => (cents > 0 ? `pay ${money(cents)}` : cents < 0 ? `take ${money(-cents)}` : "nothing");
