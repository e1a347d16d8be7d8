// Which hands are meant: of each box all, or one of several.

import type { FloorView } from "./feed";

export type NamedHand = readonly [number, number | null];

interface Props {
  view: Pick<FloorView, "dealer">;
  chosen: readonly NamedHand[];
  choose: (hands: readonly NamedHand[]) => void;
}

const same = ([box, hand]: NamedHand, [otherBox, other]: NamedHand): boolean => box === otherBox && hand === other;

export function HandsNamed({ view, chosen, choose }: Props) {
  const all = view.dealer.sign.boxes.flatMap((box): NamedHand[] =>
    box.hands.length > 1 ? box.hands.map((_, index): NamedHand => [box.number, index + 1]) : [[box.number, null]],
  );
  const toggle = (hand: NamedHand) =>
    choose(chosen.some((each) => same(each, hand)) ? chosen.filter((each) => !same(each, hand)) : [...chosen, hand]);
  return (
    <fieldset class="row">
      <legend>Which hands, if not the one in question</legend>
      {all.map((hand) => (
        <label key={hand.join(".")} class="tick">
          <input type="checkbox" checked={chosen.some((each) => same(each, hand))} onChange={() => toggle(hand)} />
          Box {hand[0]}
          {hand[1] !== null && `, hand ${hand[1]}`}
        </label>
      ))}
    </fieldset>
  );
}
