// Playing cards, drawn here: a rank as large as the card allows, its suit below, one colour for each suit. No file is
// fetched and no font is needed for the suits.

export type CardCode = string;
type Suit = "S" | "H" | "D" | "C";

const SUITS: Record<Suit, { name: string; path: string }> = {
  S: {
    name: "spades",
    path: "M50 4c8 14 36 30 36 54a19 19 0 0 1-31 15c1 9 4 16 11 22H34c7-6 10-13 11-22a19 19 0 0 1-31-15C14 34 42 18 50 4z",
  },
  H: { name: "hearts", path: "M50 94C38 78 8 58 8 32a21 21 0 0 1 42-5 21 21 0 0 1 42 5c0 26-30 46-42 62z" },
  D: { name: "diamonds", path: "M50 3 86 50 50 97 14 50z" },
  C: {
    name: "clubs",
    path: "M50 5a20 20 0 0 1 17 31 20 20 0 1 1-12 35c1 10 4 18 11 24H34c7-6 10-14 11-24a20 20 0 1 1-12-35A20 20 0 0 1 50 5z",
  },
};
const RANKS: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };

export const suitOf = (card: CardCode): Suit => card.slice(-1) as Suit;
export const rankOf = (card: CardCode): string => card.slice(0, -1);
export const cardName = (card: CardCode): string =>
  `${RANKS[rankOf(card)] ?? rankOf(card)} of ${SUITS[suitOf(card)].name}`;

export function SuitSign({ suit, class: className = "" }: { suit: Suit; class?: string }) {
  return (
    <svg class={`suit suit-${suit} ${className}`} viewBox="0 0 100 100" role="img" aria-label={SUITS[suit].name}>
      <path d={SUITS[suit].path} />
    </svg>
  );
}

export function PlayingCard({ card, class: className = "" }: { card: CardCode; class?: string }) {
  const suit = suitOf(card);
  const rank = rankOf(card);
  return (
    <svg class={`card suit-${suit} ${className}`} viewBox="0 0 100 140" role="img" aria-label={cardName(card)} data-card={card}>
      <rect class="card-face" x="1.5" y="1.5" width="97" height="137" rx="9" />
      <text class="card-rank" x="50" y="66" text-anchor="middle" textLength={rank.length > 1 ? 78 : undefined}>
        {rank}
      </text>
      <path class="card-suit" d={SUITS[suit].path} transform="translate(25 80) scale(.5)" />
    </svg>
  );
}

/** The back of a card: it lies face down, and nothing is known of it here. */
export function CardBack({ class: className = "" }: { class?: string }) {
  return (
    <svg class={`card card-back ${className}`} viewBox="0 0 100 140" role="img" aria-label="a card face down">
      <rect class="card-face" x="1.5" y="1.5" width="97" height="137" rx="9" />
      <rect class="card-pattern" x="10" y="10" width="80" height="120" rx="5" />
      <path class="card-lattice" d="M10 40 40 10M10 70 70 10M10 100 90 20M20 120 90 50M50 120 90 80M90 100 60 130M90 70 30 130M90 40 10 120" />
    </svg>
  );
}

/** A hand: its cards side by side, the ones face down first known by their backs alone. */
export function Cards({ cards, down = 0 }: { cards: readonly CardCode[]; down?: number }) {
  return (
    <span class="cards">
      {cards.map((card, index) => (
        <PlayingCard key={`${index}${card}`} card={card} />
      ))}
      {Array.from({ length: down }, (_, index) => (
        <CardBack key={`down${index}`} />
      ))}
    </span>
  );
}
