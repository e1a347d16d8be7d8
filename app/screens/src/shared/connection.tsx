// What people see of the connection: nothing while it is there, a banner when it is late, everything covered when it is
// lost or over. Nothing can be tapped then.

import type { ComponentChildren } from "preact";
import type { Ended, Line } from "./line";

interface Words {
  title: string;
  what: string;
}
const ENDED: Record<Ended, Words> = {
  signed_out: { title: "You are signed out", what: "Sign in again to go on." },
  not_allowed: { title: "This screen is not yours now", what: "Somebody else has the table, or your role has changed." },
  no_such_table: { title: "There is no such table", what: "Check the address of this screen." },
  held_elsewhere: { title: "Another server has this table", what: "This screen goes there now." },
};

interface Props {
  line: Line;
  /** What to do while the connection is lost. */
  lost: Words;
  /** What stands below the words when the line is over, such as a way to sign in. */
  ended?: ComponentChildren;
}

export function Connection({ line, lost, ended }: Props) {
  const over = line.ended.value;
  if (over) return <Overlay {...ENDED[over.why]}>{ended}</Overlay>;
  const seconds = Math.floor(line.silentMs.value / 1000);
  switch (line.condition.value) {
    case "lost":
      return (
        <Overlay {...lost}>
          <p>Nothing heard for {seconds} s. This screen comes back by itself.</p>
        </Overlay>
      );
    case "late":
      return (
        <div class="late-banner" role="alert">
          No word from the server for {seconds} s: what is shown may be old. Wait.
        </div>
      );
    default:
      return null;
  }
}

function Overlay({ title, what, children }: Words & { children?: ComponentChildren }) {
  return (
    <div class="lost-overlay" role="alertdialog" aria-label={title}>
      <h1>{title}</h1>
      <p>{what}</p>
      {children}
    </div>
  );
}
