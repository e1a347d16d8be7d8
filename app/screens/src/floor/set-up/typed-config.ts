// How the house runs a table, as it is typed in a form, and back.

import type { Schemas } from "../../shared/api";
import { centsFrom, centsOrNone, countFrom, countOrNone, typedCents } from "../forms/amounts";

export type Config = Schemas["TableConfig-Output"];
export type Bounds = Schemas["TableBounds"];

/** Amounts and numbers are text while they are typed; everything else is as the server has it. */
const MONEY = ["minimum_cents", "maximum_cents", "player_maximum_cents", "increment_cents", "side_minimum_cents", "side_maximum_cents"] as const;
const NUMBERS = ["bettors_per_box", "boxes_per_player"] as const;
type MoneyName = (typeof MONEY)[number];
type NumberName = (typeof NUMBERS)[number];
type AsText = MoneyName | NumberName | "smallest_chip_cents" | "boxes" | "chips_cents" | "restricted" | "box_maximum_cents";
export type TypedConfig = Omit<Config, AsText> &
  Record<Exclude<AsText, "box_maximum_cents">, string> & { box_maximum_cents: Readonly<Record<number, string>> };

export const NAMES: Record<MoneyName | NumberName | "smallest_chip_cents" | "boxes" | "chips_cents", string> = {
  minimum_cents: "Least wager",
  maximum_cents: "Most on a box",
  player_maximum_cents: "Most of one bettor on a box",
  increment_cents: "Wagers in steps of",
  side_minimum_cents: "Least side wager",
  side_maximum_cents: "Most on a side wager",
  smallest_chip_cents: "Smallest chip",
  bettors_per_box: "Bettors on a box",
  boxes_per_player: "Boxes of one player",
  boxes: "Boxes on the layout",
  chips_cents: "Chips",
};

export function typedFrom(config: Config): TypedConfig {
  const money = Object.fromEntries(MONEY.map((name) => [name, typedCents(config[name])])) as Record<MoneyName, string>;
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, config[name] === null ? "" : String(config[name])]));
  return {
    ...config,
    ...money,
    ...(numbers as Record<NumberName, string>),
    smallest_chip_cents: typedCents(config.smallest_chip_cents),
    boxes: String(config.boxes),
    chips_cents: config.chips_cents.map(typedCents).join("  "),
    restricted: config.restricted.join(" "),
    box_maximum_cents: Object.fromEntries(config.box_maximum_cents.map(([box, cents]) => [box, typedCents(cents!)])),
  };
}

/** Throws what is no amount or number. */
export function configFrom(typed: TypedConfig): Config {
  const money = Object.fromEntries(MONEY.map((name) => [name, centsOrNone(NAMES[name], typed[name])])) as Pick<Config, MoneyName>;
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, countOrNone(NAMES[name], typed[name])])) as Pick<Config, NumberName>;
  return {
    ...typed,
    ...money,
    ...numbers,
    smallest_chip_cents: centsFrom(NAMES.smallest_chip_cents, typed.smallest_chip_cents),
    boxes: countFrom(NAMES.boxes, typed.boxes),
    chips_cents: words(typed.chips_cents).map((each) => centsFrom(NAMES.chips_cents, each)),
    restricted: words(typed.restricted),
    box_maximum_cents: Object.entries(typed.box_maximum_cents)
      .filter(([, text]) => text.trim())
      .map(([box, text]) => [Number(box), centsFrom(`Most on box ${box}`, text)] as [number, number]),
  };
}

const words = (text: string): string[] => text.split(/[\s;]+/).filter(Boolean);

const CHIPS = "2.50  5  25  100  500";

/** What a new table begins with, as far as the book has it. */
export const newConfig = (bounds: Bounds): TypedConfig =>
  fitted(
    {
      decks: bounds.decks.at(-1)!, boxes: String(Math.min(7, bounds.boxes || 7)), minimum_cents: "10", maximum_cents: "500",
      player_maximum_cents: "", increment_cents: "5", smallest_chip_cents: "2.50", hole_card: "none", bettors_per_box: "",
      boxes_per_player: "", mid_shoe: "open", full_table: false, side_bets: bounds.side_bets.map((each) => each.bet),
      side_minimum_cents: "5", side_maximum_cents: "100", box_maximum_cents: {}, restricted: "", shuffler: "none", cut_cards: 1,
      burn: false, dealer_cuts: false, reader_visible: false, single_signature: [], licences: false, chips_cents: CHIPS,
    },
    bounds,
  );

/** The same under a book: what it does not have is what it has first. */
export function fitted(typed: TypedConfig, bounds: Bounds): TypedConfig {
  const among = <T>(value: T, allowed: readonly T[]): T => (allowed.includes(value) ? value : allowed[0]!);
  return {
    ...typed,
    decks: among(typed.decks, bounds.decks),
    hole_card: among(typed.hole_card, bounds.hole_cards),
    shuffler: among(typed.shuffler, bounds.shufflers),
    cut_cards: among(typed.cut_cards, bounds.cut_cards),
    mid_shoe: among(typed.mid_shoe, bounds.mid_shoe),
    side_bets: typed.side_bets.filter((each) => bounds.side_bets.some((one) => one.bet === each)),
    burn: typed.burn && bounds.may_burn,
    dealer_cuts: typed.dealer_cuts && bounds.dealer_may_cut,
    bettors_per_box: bounds.bettors_per_box ? typed.bettors_per_box : "",
    boxes_per_player: bounds.may_limit_boxes_per_player ? typed.boxes_per_player : "",
    player_maximum_cents: bounds.may_limit_a_player ? typed.player_maximum_cents : "",
    restricted: bounds.may_restrict_players ? typed.restricted : "",
    box_maximum_cents: bounds.may_raise_a_box_maximum ? typed.box_maximum_cents : {},
  };
}
