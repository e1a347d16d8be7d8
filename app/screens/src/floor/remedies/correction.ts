// One round that is being put right, from what happened to the last signature.
//
// What is signed is the difference that was shown. So whatever happens at the table meanwhile is held against it: if the
// record of this very round has changed, it begins again and says so; what the next rounds bring does not matter.

import { batch, computed, signal } from "@preact/signals";
import { get, post } from "../../shared/api";
import { tellProblem } from "../../shared/notices";
import { asProblem, Problem } from "../../shared/problem";
import { bookOf, needsWords } from "../book";
import type { FloorFeed } from "../table/feed";
import { Sequence } from "./editing/sequence";
import type { Act, ActListed, Allowed, Preview, Remedy, Scope, Target } from "./types";

export type Step = "what" | "edit" | "sign" | "waiting" | "done";
export interface Plan {
  scope: Scope | "reconstruct";
  target: Target | null;
  /** Whether the book takes a reason in words that it does not have itself. */
  free: boolean;
}
const OTHER = "other";
const CHANGED = "The record of this round has changed meanwhile. Look at it again: what was shown is not so any more.";
const EARLIER_NOW = "The next round has begun: this is an earlier round now, and the book may say otherwise of it.";

const onlyReason = ({ voids }: Allowed): string => {
  const reasons = new Set(voids.map((each) => each.reason));
  return reasons.size === 1 ? voids[0]!.reason : "";
};

export class Correction {
  readonly step = signal<Step>("what");
  readonly allowed = signal<Allowed | null>(null);
  readonly reason = signal("");
  /** In words for the record; of a void only where the book leaves the reason open. */
  readonly words = signal("");
  readonly plan = signal<Plan | null>(null);
  readonly sequence = new Sequence();
  readonly preview = signal<Preview | null>(null);
  /** Why there can be nothing of the kind at all. */
  readonly refused = signal<Problem | null>(null);
  /** Why it began again. */
  readonly again = signal("");
  readonly busy = signal(false);
  readonly remedy = computed<Remedy | null>(() => this.proposed());
  readonly asksForWords = computed(() => needsWords(bookOf(this.allowed.value?.ruleset), this.reason.value));
  /** No void for this reason is proposed before it is said what happened. */
  readonly lacksWords = computed(() => this.asksForWords.value && !this.words.value.trim());
  private asked = 0;

  constructor(
    readonly table: string,
    readonly round: number,
    readonly feed: FloorFeed,
  ) {}

  /** As the server wants it: an earlier round by its number, the one on the table without. */
  get roundAsked(): number | null {
    return this.allowed.peek()?.earlier ? this.round : null;
  }

  /** `rebuild`: the round is to be reconstructed, as was chosen at the table; it is not asked again. */
  async load(rebuild = false): Promise<void> {
    try {
      const found = await this.askAllowed();
      this.allowed.value = found;
      if (!this.reason.peek()) this.reason.value = found.held ?? onlyReason(found);
      if (rebuild && found.reconstruct.allowed) await this.choose({ scope: "reconstruct", target: null, free: false });
    } catch (thrown) {
      this.refused.value = asProblem(thrown);
    }
  }

  private askAllowed(): Promise<Allowed> {
    return get("/api/v1/tables/{number}/remedies/allowed", { path: { number: this.table }, query: { round: this.round } });
  }

  private async askActs(): Promise<readonly ActListed[]> {
    const query = { round: this.round };
    return (await get("/api/v1/tables/{number}/remedies/acts", { path: { number: this.table }, query })).acts;
  }

  /** Choose what is to be done about it. */
  async choose(plan: Plan): Promise<void> {
    this.plan.value = plan;
    this.again.value = "";
    if (plan.scope !== "reconstruct") return this.look("sign");
    this.sequence.begin(await this.askActs());
    await this.look("edit");
  }

  /** Another sequence is to be looked at. */
  async edited(change: () => void): Promise<void> {
    change();
    await this.look();
  }

  /** What holds the table ends with this, even where the record has all cards in their right order already. */
  get endsHold(): boolean {
    return !!this.allowed.value?.held && !this.allowed.value.earlier;
  }

  private proposed(): Remedy | null {
    const plan = this.plan.value;
    if (plan === null) return null;
    const said = this.words.value.trim();
    const reason = this.reason.value || OTHER;
    if (plan.scope === "reconstruct") return { type: "Reconstruct", reason: said || reason, acts: [...this.sequence.acts.value], corrected: this.wrongCards() };
    return { type: "Void", scope: plan.scope, reason: (plan.free && said) || reason, words: plan.free ? "" : said, ...(plan.target ?? {}) };
  }

  /** What the server says of these acts, as far as they go. */
  askPreview(remedy: Remedy): Promise<Preview> {
    const body = { remedy, round: this.roundAsked };
    return post("/api/v1/tables/{number}/remedies/preview", { path: { number: this.table }, body });
  }

  async at(acts: readonly Act[]): Promise<Preview> {
    return this.askPreview({ type: "Reconstruct", reason: this.reason.peek() || OTHER, acts: [...acts], corrected: this.wrongCards() });
  }

  private wrongCards(): [string | null, string | null][] {
    return this.sequence.corrected.value.map(([recorded, card]) => [recorded, card]);
  }

  private async look(then?: Step): Promise<void> {
    const remedy = this.remedy.peek();
    if (remedy === null) return;
    const asked = ++this.asked;
    this.busy.value = true;
    try {
      const found = await this.askPreview(remedy);
      if (asked !== this.asked) return;
      batch(() => {
        this.preview.value = found;
        this.refused.value = null;
        if (then) this.step.value = then;
      });
    } catch (thrown) {
      if (asked === this.asked) this.refused.value = asProblem(thrown);
    } finally {
      if (asked === this.asked) this.busy.value = false;
    }
  }

  toSign(): void {
    if (this.preview.peek()?.seal) this.step.value = "sign";
  }

  back(): void {
    batch(() => {
      this.step.value = this.step.peek() === "sign" && this.plan.peek()?.scope === "reconstruct" ? "edit" : "what";
      if (this.step.peek() === "what") this.plan.value = null;
      this.refused.value = null;
    });
  }

  /** From the beginning, since it is not as it was. */
  restart(why: string): void {
    ++this.asked;
    batch(() => {
      this.step.value = "what";
      this.plan.value = null;
      this.preview.value = null;
      this.again.value = why;
      this.busy.value = false;
    });
    void this.load();
  }

  /** Something has happened at the table: does what is shown still hold? */
  async happened(): Promise<void> {
    const before = this.allowed.peek();
    const step = this.step.peek();
    if (before === null || step === "done") return;
    try {
      if (step === "waiting") return this.stillWaiting();
      const now = await this.askAllowed();
      if (now.earlier !== before.earlier) return this.restart(EARLIER_NOW);
      if (step === "what") this.allowed.value = now;
      else if (step === "edit") await this.goesOn();
      else await this.stillTheSame();
    } catch {
      // asked again with what happens next; the signature itself is held against the record anyway
    }
  }

  private async stillTheSame(): Promise<void> {
    const shown = this.preview.peek();
    const remedy = this.remedy.peek();
    if (!shown || !remedy) return;
    const now = await this.askPreview(remedy).catch((thrown) => asProblem(thrown));
    if (this.preview.peek() !== shown || this.step.peek() !== "sign") return;
    if (now instanceof Problem) return now.status >= 400 ? this.restart(CHANGED) : undefined;
    if (now.seal !== shown.seal) this.restart(CHANGED);
    else this.preview.value = now;
  }

  /** While it is edited the round may go on: what was dealt since comes behind. */
  private async goesOn(): Promise<void> {
    const now = await this.askActs();
    if (this.step.peek() !== "edit") return;
    if (!this.sequence.follow(now)) return this.restart(CHANGED);
    await this.look();
  }

  private stillWaiting(): void {
    const seal = this.preview.peek()?.seal;
    const found = this.feed.view.peek()?.remedies.find((each) => each.seal === seal);
    if (!found) this.step.value = "done";
    else if (found.outdated) this.restart(CHANGED);
  }

  /** One person signs what is shown; throws what is wrong with the name or the PIN. */
  async sign(who: string, pin: string): Promise<void> {
    const shown = this.preview.peek();
    const remedy = this.remedy.peek();
    if (!shown?.seal || !remedy) return;
    try {
      await this.feed.order({ type: "SignRemedy", remedy, round: this.roundAsked, seen: shown.seal }, null, [{ who, pin }]);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code !== "difference_changed") throw problem;
      tellProblem(problem);
      return this.restart(CHANGED);
    }
    await this.signed(shown);
  }

  private async signed(shown: Preview): Promise<void> {
    const signed_by = this.feed.view.peek()?.remedies.find((each) => each.seal === shown.seal)?.signed_by;
    const count = signed_by?.length ?? shown.signed_by.length + 1;
    batch(() => {
      this.preview.value = { ...shown, signed_by: signed_by ?? shown.signed_by };
      this.step.value = count >= shown.signatures || !signed_by ? "done" : "waiting";
    });
  }
}
