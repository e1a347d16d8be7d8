// The verification of the whole record, which the server does in a process of its own: begun here, watched here.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get, post, type Schemas } from "../shared/api";
import { ago } from "../shared/clock";
import { Dialog } from "../shared/dialog";
import { tellProblem, trying } from "../shared/notices";
import { asProblem } from "../shared/problem";

type Told = Schemas["Verification"];
const told = signal<Told | null>(null);
const EVERY_MS = 1500;

/** That nothing was verified yet is no fault. */
async function look(): Promise<void> {
  try {
    told.value = await get("/api/v1/verifications/last");
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (problem.code !== "not_found") tellProblem(problem);
  }
}

export function WholeRecord() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Verify the whole record
      </button>
      {open && (
        <Dialog title="Verification of the whole record" close={() => setOpen(false)}>
          <Progress />
        </Dialog>
      )}
    </>
  );
}

function Progress() {
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const running = told.value?.state === "running";
  return (
    <div class="proof" data-verification={told.value?.state}>
      {told.value ? <Result of={told.value} /> : <p>Nothing has been verified since this server started.</p>}
      <button type="button" class="primary" disabled={running} onClick={() => void trying(() => post("/api/v1/verifications")).then(look)}>
        {running ? "Running…" : "Begin"}
      </button>
    </div>
  );
}

const Result = ({ of }: { of: Told }) => (
  <>
    <p>
      Begun by {of.by} {ago(of.began_us)} ago: {of.events_done} of {of.events_in_all} events.
    </p>
    {of.events_in_all > 0 && <progress max={of.events_in_all} value={of.events_done} />}
    {of.state === "failed" && <p class="error">It could not be finished: the log of the server says why.</p>}
    {of.clean === true && (
      <p class={`badge is-${of.unsigned_events ? "unsigned" : "unchanged"}`}>✓ {of.summary[of.summary.length - 1]}</p>
    )}
    {of.clean === false && <p class="badge is-changed">✗ Not everything is as it should be: see below.</p>}
    <ul class="error">
      {of.findings.map((finding, index) => (
        <li key={index}>{Object.values(finding).join(" · ")}</li>
      ))}
    </ul>
    {of.not_listed > 0 && <p>and {of.not_listed} more.</p>}
    <ul class="dim">
      {of.summary.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </>
);
