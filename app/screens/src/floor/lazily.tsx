// A part of the program that is loaded when it is opened.

import { useEffect, useState } from "preact/hooks";
import type { Tab, TabProps } from "./tabs";

type Loaded = Awaited<ReturnType<Tab["load"]>>["default"];
const loaded = new Map<Tab, Loaded>();

/** The tab's own component; a word while it comes, and a way on if it does not. */
export function Lazily({ tab, rest }: { tab: Tab } & TabProps) {
  const [, setCount] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (loaded.has(tab)) return;
    let wanted = true;
    tab.load().then(
      (part) => {
        loaded.set(tab, part.default);
        if (wanted) setCount((count) => count + 1);
      },
      () => wanted && setFailed(true),
    );
    return () => (wanted = false) as never;
  }, [tab]);
  const Part = loaded.get(tab);
  if (Part) return <Part rest={rest} />;
  if (failed) return <Reload />;
  return <p class="dim">One moment…</p>;
}

/** Another version of the program may be served by now: its parts have other names. */
const Reload = () => (
  <p role="alert">
    This part of the screen did not come.{" "}
    <button type="button" onClick={() => location.reload()}>
      Load the page again
    </button>
  </p>
);
