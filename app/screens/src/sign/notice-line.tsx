import type { Views } from "../shared/table-feed";

type Notice = Views["sign"]["notice"];
const WORDS: Record<Notice, string> = {
  closed: "Table closed",
  paused: "Round paused",
  shuffling: "Cards are being prepared",
  place_bets: "Place your bets",
  no_more_bets: "No more bets",
  round_over: "Paying bets",
  round_void: "Round void",
};

/** What a player has to know now, in the largest letters. */
export const NoticeLine = ({ notice }: { notice: Notice }) => (
  <h1 class={`notice-line is-${notice}`} aria-live="polite">
    {WORDS[notice]}
  </h1>
);
