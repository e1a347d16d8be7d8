// What the dealer's view says of payments, last wagers, undo and the shoe.

import type { Views } from "../shared/table-feed";

export type View = Views["dealer"];
export interface Payment {
  round: number;
  amended: boolean;
  box: number;
  player: string;
  pays_cents: number;
  takes_cents: number;
  ticked_pays_cents: number;
  ticked_takes_cents: number;
  before_cards: readonly string[];
}
export interface Initial {
  box: number;
  player: string;
  seated: boolean;
  kind: string;
  cents: number;
}
export interface Undoable {
  command: string;
  box: number | null;
  player: string | null;
  irregularity: string | null;
}
export interface Step {
  step: string;
  state: "done" | "now" | "later";
  clause: string;
  who: string;
  by: string;
  times: number;
  required: boolean;
}
export interface Cut {
  offered: number | null;
  boxes: readonly number[];
  employee: boolean;
  declined: readonly number[];
  front_least: number | null;
  front_most: number | null;
  back_least: number | null;
  back_most: number | null;
}
export interface ShoeShown {
  set_in_use: string | null;
  sets: readonly { id: string; colour: string }[];
  rounds: number;
  cut_card_out: boolean;
  last_round: boolean;
  preparation: { set_id: string; colour: string; begun: boolean; steps: readonly Step[]; cut: Cut | null } | null;
}
interface More {
  payments?: readonly Payment[];
  last_wagers?: readonly Initial[];
  undo?: Undoable | null;
  shoe?: ShoeShown;
}

export const more = (view: View): View & More => view as View & More;
