// The kinds of alarms: their names, and what is said of them.

import type { WallAlarm } from "./wall-feed";

export type AlarmKind = WallAlarm["kind"];

interface Kind {
  name: string;
  /** What is found most often, so that it need not be typed at a table; it can be changed before it is sent. */
  usual: readonly string[];
  /** Whoever acknowledges it signs with the PIN: a session alone is not enough for it. */
  signed?: true;
}

/** The first needs somebody most. */
export const ALARMS: Record<AlarmKind, Kind> = {
  called: { name: "Supervisor called", usual: ["Answered at the table.", "A player's question was answered."] },
  chain: { name: "Table stands still", usual: ["Told to support and surveillance."] },
  silent: { name: "Table does not answer", usual: ["The table answers again.", "Told to support."] },
  wrong_device: {
    name: "Wrong device",
    usual: ["The device was looked at: it is the right one.", "The device was taken out of use."],
  },
  device_lost: {
    name: "Device lost",
    usual: ["The device is connected again.", "Cards are typed until the device is mended."],
  },
  composition: {
    name: "Impossible card",
    usual: ["The card was checked at the table.", "The set was taken out of play."],
  },
  count_mismatch: { name: "Count differs", usual: ["Counted again: it is right.", "Counted again: it differs."] },
  jam: { name: "Jam", usual: ["The jam was cleared.", "The device was taken out of use."] },
  over_threshold: { name: "Large payment", usual: ["The payment was checked: it is right."], signed: true },
  pace: { name: "Nothing happens", usual: ["The table goes on.", "The players take a pause."] },
  guessing: {
    name: "Somebody guesses PINs",
    usual: ["It was somebody of the house who had forgotten the PIN.", "Told to surveillance."],
  },
};

const RANKS = Object.keys(ALARMS) as AlarmKind[];
/** Whatever needs somebody less than any alarm comes from here on. */
export const AFTER_ALARMS = RANKS.length;
/** How many kinds need somebody more than this. */
export const rankOf = (kind: AlarmKind): number => RANKS.indexOf(kind);
