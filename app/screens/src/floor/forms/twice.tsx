// A button in a row of a list that is pressed twice: the second time it is done.

import { useState } from "preact/hooks";

interface Props {
  action: string;
  /** What it is done to, for who does not see the row. */
  of: string;
  act: () => void;
}

export function Twice({ action, of, act }: Props) {
  const [asked, setAsked] = useState(false);
  const press = () => {
    if (asked) act();
    setAsked(!asked);
  };
  return (
    <button type="button" class={asked ? "primary" : ""} aria-label={`${asked ? "Yes, " : ""}${action}: ${of}`} onClick={press} onBlur={() => setAsked(false)}>
      {asked ? "Yes, do it" : action}
    </button>
  );
}
