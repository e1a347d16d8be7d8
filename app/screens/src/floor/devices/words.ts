// Devices in words, and what may be asked of one.

import type { Schemas } from "../../shared/api";

export type Device = Schemas["DeviceShown"];
export type Role = Device["role"];
export type Dialect = Device["dialect"];
export type SignedPlaces = Schemas["DevicesListed"]["signed_places"];

export const ROLES: readonly (readonly [Role, string])[] = [
  ["shoe", "Shoe"],
  ["shuffler", "Shuffler"],
  ["continuous", "Continuous shuffler"],
  ["reader", "Hole-card reader"],
];
/** `serials`: its devices name their serial number, which is bound to the table. */
const SPOKEN: Record<Dialect, { name: string; serials?: true }> = {
  "table-link": { name: "Table Link", serials: true },
  "angel-eye": { name: "Angel Eye II-EX" },
  "bee-tek": { name: "Bee-Tek" },
};
export const DIALECTS = (Object.keys(SPOKEN) as Dialect[]).map((dialect) => [dialect, SPOKEN[dialect].name] as const);
export const roleName = (role: Role): string => ROLES.find(([each]) => each === role)?.[1] ?? role;
export const dialectName = (dialect: Dialect): string => SPOKEN[dialect].name;
export const hasSerials = (device: Device): boolean => !!SPOKEN[device.dialect].serials;

/** A continuous shuffler stands where a shoe does. */
export const placeOf = (role: Role): Role => (role === "continuous" ? "shoe" : role);

interface Wish {
  word: string;
  words: string;
  /** What number it takes, if one. */
  number?: string;
  sure?: string;
}
export const WISHES: readonly Wish[] = [
  { word: "count", words: "Count its cards" },
  { word: "clear-error", words: "Clear an error", number: "Number of the error" },
  { word: "lock", words: "Lock it", sure: "It lets no card out until it is unlocked." },
  { word: "unlock", words: "Unlock it" },
  { word: "shuffle", words: "Shuffle", number: "Number of cards" },
  { word: "confirm-game", words: "Confirm the game" },
  { word: "attest", words: "Prove that it is the one" },
  { word: "restart", words: "Restart it", sure: "It is away for some seconds; in the middle of a round the table holds for it." },
];
export const OUTCOMES: Record<string, string> = { done: "Done", refused: "The device refused", no_answer: "No answer" };

/** Only running is it believed to be there; what another server knows is not known here. */
export function stateOf(device: Device): { words: string; good: boolean | null } {
  if (device.state === null) return { words: "not known here", good: null };
  if (device.state === "running") return { words: "running", good: true };
  return { words: device.connected ? device.state : `not connected (${device.state})`, good: false };
}
