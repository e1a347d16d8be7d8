// Only in the demo, whose server says so with the page: nobody there has a shoe to draw from, so that a button lets the
// next card out of the simulated one.

import { signal } from "@preact/signals";
import { tellProblem, trying } from "../../shared/notices";
import { Problem } from "../../shared/problem";
import { asked } from "../reading";
import { Tap } from "../tap";
import { feed, TABLE, type View } from "../terminal";

const isDemo = "demo" in document.documentElement.dataset;
const drawing = signal(false);

async function draw(): Promise<void> {
  if (drawing.value) return;
  drawing.value = true;
  await trying(async () => {
    const body = JSON.stringify({ seen: feed.value?.version.value ?? 0 });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/demo/hands/${encodeURIComponent(TABLE)}`, { method: "POST", headers, body });
    const said = (await answer.json()) as { message?: string };
    if (!answer.ok) tellProblem(new Problem("demo_hands", said.message ?? "The demo does not answer.", null, ""));
  });
  drawing.value = false;
}

/** Between shoes there is no card to draw, but the one that is burnt. */
const isEmpty = (view: View): boolean => asked(view, "shoe").length > 0 && !asked(view, "shoe").some((each) => each.step === "burn");

export const DemoShoe = ({ view }: { view: View }) =>
  isDemo ? (
    <Tap name="press shoe" class="demo-shoe" off={drawing.value || isEmpty(view)} onTap={draw}>
      ▲ Draw a card
      <small>from the demo's simulated shoe</small>
    </Tap>
  ) : null;
