// The way from what happened to two signatures, for one round.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Connection } from "../../shared/connection";
import { wall } from "../house";
import { Link } from "../link";
import { type FloorFeed, useFloorFeed } from "../table/feed";
import { sentence } from "../words";
import { Correction, type Step } from "./correction";
import { Editor } from "./editing/editor";
import { reasonOf, scopeName, targetName } from "./naming";
import { Owed } from "./owed";
import { Sheet } from "./sheet";
import { Signing } from "./signing";
import { WhatHappened } from "./what-happened";

const LOST = {
  title: "Connection lost",
  what: "Nothing was signed that is not shown as signed. Wait, or go to another screen.",
};
const STEPS: readonly { step: Step; name: string }[] = [
  { step: "what", name: "What happened" },
  { step: "edit", name: "What it should have been" },
  { step: "sign", name: "Difference and signatures" },
  { step: "done", name: "Pay and take" },
];
/** Not with every card that is dealt meanwhile. */
const LOOKS_EVERY_MS = 1000;

interface WizardProps {
  table: string;
  round: number;
  /** Whether it begins in the editor. */
  rebuild: boolean;
}

export function Wizard({ table, round, rebuild }: WizardProps) {
  const feed = useFloorFeed(table);
  if (feed === null) return null;
  return <Going key={`${table} ${round}`} feed={feed} round={round} rebuild={rebuild} />;
}

function Going({ feed, round, rebuild }: Omit<WizardProps, "table"> & { feed: FloorFeed }) {
  const correction = useMemo(() => new Correction(feed.table, round, feed), [feed, round]);
  useFollowing(correction, feed, rebuild);
  const step = correction.step.value;
  const heading = useHeadingFocused(step);
  const ended = feed.line.ended.value;
  const wallIsThere = wall.value?.line.condition.value === "live";
  return (
    <div class="corrections wizard">
      {wallIsThere && !ended && <Connection line={feed.line} lost={LOST} />}
      <h1 ref={heading} tabIndex={-1}>
        Table {feed.table}, round {round}
        <span class="dim">{correction.allowed.value?.earlier ? " an earlier round" : ""}</span>
      </h1>
      <Steps correction={correction} />
      {ended && <p role="alert">There is no table {feed.table} here for you.</p>}
      {correction.again.value && <p class="again" role="alert">{correction.again.value}</p>}
      {correction.refused.value && step !== "edit" && (
        <p class="error" role="alert">
          {correction.refused.value.message} <span class="clause">{correction.refused.value.clause}</span>
        </p>
      )}
      {step === "what" && <WhatHappened correction={correction} />}
      {step === "edit" && <Editor correction={correction} />}
      {(step === "sign" || step === "waiting") && <SignStep correction={correction} />}
      {step === "done" && <Done correction={correction} />}
    </div>
  );
}

/** What was tapped is gone with its step: whoever works by keyboard or listens begins at the top of the next one. */
function useHeadingFocused(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current && (step === "what" || step === "edit" || step === "done")) heading.current?.focus();
    first.current = false;
  }, [step]);
  return heading;
}

function useFollowing(correction: Correction, feed: FloorFeed, rebuild: boolean): void {
  useEffect(() => {
    let known = -1;
    let looking = false;
    void correction.load(rebuild).then(() => (known = feed.version.peek()));
    const timer = setInterval(() => {
      if (known < 0 || looking || feed.version.peek() === known) return;
      known = feed.version.peek();
      looking = true;
      void correction.happened().finally(() => (looking = false));
    }, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [correction, feed]);
}

function Steps({ correction }: { correction: Correction }) {
  const step = correction.step.value === "waiting" ? "sign" : correction.step.value;
  const rebuilds = correction.plan.value === null || correction.plan.value.scope === "reconstruct";
  const shown = STEPS.filter((each) => each.step !== "edit" || rebuilds);
  return (
    <div class="row wizard-steps">
      <ol aria-label="Steps">
        {shown.map((each) => (
          <li key={each.step} aria-current={each.step === step ? "step" : undefined}>
            {each.name}
          </li>
        ))}
      </ol>
      {step === "what" ? (
        <Link to={["corrections", correction.table]}>Another round</Link>
      ) : (
        step !== "done" && correction.step.value !== "waiting" && (
          <button type="button" onClick={() => correction.back()}>
            Back
          </button>
        )
      )}
    </div>
  );
}

const titleOf = (correction: Correction): string => {
  const plan = correction.plan.value!;
  return plan.target ? `${targetName(plan.target)} is void` : scopeName(plan.scope);
};

function SignStep({ correction }: { correction: Correction }) {
  const found = correction.preview.value;
  if (!found || !correction.plan.value) return null;
  const remedy = correction.remedy.value;
  return (
    <div class="sign-step">
      <Sheet title={titleOf(correction)} reason={remedy ? sentence(reasonOf(remedy)) : ""} found={found} />
      <Signing
        signatures={found.signatures} signedBy={found.signed_by} mayNot={found.may_not_sign}
        sign={(who, pin) => correction.sign(who, pin)}
      />
    </div>
  );
}

function Done({ correction }: { correction: Correction }) {
  return (
    <>
      <p class="done" role="status">
        ✓ {correction.plan.value ? titleOf(correction) : "It is done"}: signed and recorded.
      </p>
      <Owed feed={correction.feed} round={correction.round} />
      <p class="row">
        <Link to={["tables", correction.table]} class="as-button primary">
          To table {correction.table}
        </Link>
        <Link to={["corrections"]} class="as-button">
          Corrections
        </Link>
      </p>
    </>
  );
}
