// Everything that the house decides about a table, within what its book leaves to it.

import type { ComponentChildren } from "preact";
import { hasRole } from "../../shared/session";
import { Choice, Dollars, Text, Tick, Ticks } from "../forms/fields";
import { BoxMaximums } from "./box-maximums";
import { type Bounds, NAMES, type TypedConfig } from "./typed-config";
import { ALONE, HOLE_CARDS, MID_SHOE, SHUFFLERS } from "./words";

interface Props {
  typed: TypedConfig;
  put: (change: Partial<TypedConfig>) => void;
  bounds: Bounds;
}

export function ConfigFields(props: Props) {
  return (
    <>
      <Limits {...props} />
      <SideBets {...props} />
      <LayoutFields {...props} />
      <Cards {...props} />
      <People {...props} />
    </>
  );
}

const Group = ({ legend, children }: { legend: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{legend}</legend>
    <div class="fields">{children}</div>
  </fieldset>
);

type AmountName = "minimum_cents" | "maximum_cents" | "player_maximum_cents" | "increment_cents" | "smallest_chip_cents" | "side_minimum_cents" | "side_maximum_cents";

function amounts({ typed, put }: Props) {
  return (name: AmountName, hint?: string) => (
    <Dollars label={NAMES[name]} value={typed[name]} hint={hint} put={(value) => put({ [name]: value })} />
  );
}

/** The clause that decides about an option, where the book has one. */
const by = (bounds: Bounds, option: string): string => {
  const clause = bounds.clauses.find((each) => each.option === option)?.clause;
  return clause && clause !== "house" ? ` (${clause})` : "";
};

function Limits(props: Props) {
  const amount = amounts(props);
  const { typed, put, bounds } = props;
  return (
    <Group legend="Limits">
      {amount("minimum_cents")}
      {amount("maximum_cents")}
      {amount("increment_cents", "Empty: any amount")}
      {amount("smallest_chip_cents")}
      {bounds.may_limit_a_player && amount("player_maximum_cents", `Empty: none${by(bounds, "table.may_limit_a_player")}`)}
      <Text
        label={`${NAMES.chips_cents} ($)`} wide value={typed.chips_cents} put={(chips_cents) => put({ chips_cents })}
        hint="From the smallest to the largest, a space between: the dealer's chip buttons"
      />
      {bounds.may_raise_a_box_maximum && <BoxMaximums {...props} />}
    </Group>
  );
}

function SideBets(props: Props) {
  const amount = amounts(props);
  const { typed, put, bounds } = props;
  if (bounds.side_bets.length === 0) return null;
  return (
    <Group legend="Side bets">
      {bounds.side_bets.map(({ bet, name }) => (
        <Tick
          key={bet} label={name} value={typed.side_bets.includes(bet)}
          put={(on) => put({ side_bets: bounds.side_bets.map((each) => each.bet).filter((each) => (each === bet ? on : typed.side_bets.includes(each))) })}
        />
      ))}
      {amount("side_minimum_cents")}
      {amount("side_maximum_cents")}
    </Group>
  );
}

function LayoutFields({ typed, put, bounds }: Props) {
  return (
    <Group legend="Boxes">
      <Text
        label={NAMES.boxes} mode="numeric" value={typed.boxes} put={(boxes) => put({ boxes })}
        hint={bounds.boxes ? `At most ${bounds.boxes}${by(bounds, "table.boxes")}` : `As the layout has${by(bounds, "table.boxes")}`}
      />
      {bounds.bettors_per_box > 0 && (
        <Text
          label={NAMES.bettors_per_box} mode="numeric" value={typed.bettors_per_box} put={(value) => put({ bettors_per_box: value })}
          hint={`At most ${bounds.bettors_per_box}${by(bounds, "table.bettors_per_box")}; empty: that many`}
        />
      )}
      {bounds.may_limit_boxes_per_player && (
        <Text
          label={NAMES.boxes_per_player} mode="numeric" value={typed.boxes_per_player} put={(value) => put({ boxes_per_player: value })}
          hint={`Empty: ${bounds.one_box_unless_permitted ? "one box" : "no limit"}${by(bounds, "table.may_limit_boxes_per_player")}`}
        />
      )}
    </Group>
  );
}

const numbers = (of: readonly number[]) => of.map((each) => [String(each), String(each)] as const);
const worded = <V extends string>(of: readonly V[], words: Record<V, string>) => of.map((each) => [each, words[each]] as const);

function Cards({ typed, put, bounds }: Props) {
  return (
    <Group legend="Cards">
      <Choice label="Decks" value={String(typed.decks)} of={numbers(bounds.decks)} put={(value) => put({ decks: Number(value) })} hint={`As the book has them${by(bounds, "table.decks")}`} />
      <Choice broad label="Dealer's second card" value={typed.hole_card} of={worded(bounds.hole_cards, HOLE_CARDS)} put={(hole_card) => put({ hole_card })} />
      <Choice broad label="Shuffled" value={typed.shuffler} of={worded(bounds.shufflers, SHUFFLERS)} put={(shuffler) => put({ shuffler })} />
      <Choice label="Cutting cards" value={String(typed.cut_cards)} of={numbers(bounds.cut_cards)} put={(value) => put({ cut_cards: Number(value) })} />
      {typed.hole_card === "reader" && (
        <Tick label="Players see the reader's answer" value={typed.reader_visible} put={(reader_visible) => put({ reader_visible })} />
      )}
      {bounds.may_burn && <Tick label={`The first card is burnt${by(bounds, "deal.burn")}`} value={typed.burn} put={(burn) => put({ burn })} />}
      {bounds.dealer_may_cut && (
        <Tick label={`The dealer may cut${by(bounds, "shoe.dealer_may_cut")}`} value={typed.dealer_cuts} put={(dealer_cuts) => put({ dealer_cuts })} />
      )}
    </Group>
  );
}

function People({ typed, put, bounds }: Props) {
  const administers = hasRole("administrator");
  return (
    <Group legend="People">
      <Choice broad label="Who comes in the middle of a shoe" value={typed.mid_shoe} of={worded(bounds.mid_shoe, MID_SHOE)} put={(mid_shoe) => put({ mid_shoe })} />
      {bounds.may_restrict_players && (
        <Text
          label="Held to the minimum on one box" value={typed.restricted} put={(restricted) => put({ restricted })}
          hint={`Names or places, a space between${by(bounds, "table.may_restrict_players")}`}
        />
      )}
      <Tick label="The table counts as full" value={typed.full_table} put={(full_table) => put({ full_table })} />
      <Tick label="Dealers need a valid licence" value={typed.licences} put={(licences) => put({ licences })} />
      {(administers || typed.single_signature.length > 0) && (
        <div class="field wide">
          <Ticks
            legend="What one supervisor may sign alone" of={ALONE} chosen={typed.single_signature}
            put={(single_signature) => put({ single_signature })}
          />
          <small class="dim">Everything else takes two. Only an administrator adds to this.</small>
        </div>
      )}
    </Group>
  );
}
