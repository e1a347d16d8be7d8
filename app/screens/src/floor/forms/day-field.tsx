// A day as it stands in the record, year-month-day, whatever the browser's own habit is; a button steps to the next one.

import { useId } from "preact/hooks";

interface Props {
  label: string;
  hint?: string;
  value: string;
  put: (day: string) => void;
}
const DAY_MS = 86_400_000;

export function DayField({ label, hint, value, put }: Props) {
  const id = useId();
  const at = Date.parse(`${value}T00:00:00Z`);
  const step = (days: number) => put(new Date(at + days * DAY_MS).toISOString().slice(0, 10));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="with-steps">
        <input
          id={id} inputMode="numeric" autocomplete="off" placeholder="2027-06-30" value={value}
          aria-describedby={hint ? `${id}-hint` : undefined} onInput={(event) => put(event.currentTarget.value.trim())}
        />
        <button type="button" aria-label={`${label}: the day before`} disabled={Number.isNaN(at)} onClick={() => step(-1)}>
          ‹
        </button>
        <button type="button" aria-label={`${label}: the day after`} disabled={Number.isNaN(at)} onClick={() => step(1)}>
          ›
        </button>
      </div>
      {hint && (
        <small id={`${id}-hint`} class="dim">
          {hint}
        </small>
      )}
    </div>
  );
}
