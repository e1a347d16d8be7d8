// One table as one audience sees it, live; and the orders that go the other way.
//
// An order carries an id made here. If the line breaks before its answer, the very same order is sent again over the next
// one: the server does it once and answers both times alike. What has waited too long is not sent again, since who tapped
// may have thought otherwise: it is told that its fate is to be seen on the table.

import { computed, signal } from "@preact/signals";
import type { components as Dealer } from "../generated/feed-dealer";
import type { components as NamedDealer } from "../generated/feed-dealer-2";
import type { components as Floor } from "../generated/feed-floor";
import type { components as NamedFloor } from "../generated/feed-floor-2";
import type { components as Orders } from "../generated/feed-orders";
import type { components as Sign } from "../generated/feed-sign";
import type { components as Surveillance } from "../generated/feed-surveillance";
import { ordersWait } from "./elsewhere";
import { newId } from "./ids";
import { type Frame, Line } from "./line";
import { type RulesTold, type Sent, whole } from "./named-rules";
import { answerLost, type Problem, problemOf } from "./problem";

export interface Views {
  dealer: Dealer["schemas"]["DealerView"];
  sign: Sign["schemas"]["SignView"];
  floor: Floor["schemas"]["FloorView"];
  surveillance: Surveillance["schemas"]["SurveillanceView"];
}
export type Audience = keyof Views;
export type DeviceShown = Dealer["schemas"]["DeviceShown"];
export type Alarm = Dealer["schemas"]["Alarm"];
export type OrderFrame = Orders["schemas"]["Message"];
export type Command = OrderFrame["command"];
export type Signers = OrderFrame["signed_by"];
export type Correction = Dealer["schemas"]["Correction"];
export type Answer = Dealer["schemas"]["Answer"];
type Messages = NamedDealer["schemas"]["Message"] | NamedFloor["schemas"]["Message"];

const NOT_AGAIN_AFTER_MS = 20_000;

interface Pending {
  frame: OrderFrame;
  sentAt: number;
  done: (answer: Answer) => void;
  refused: (problem: Problem) => void;
}

export class TableFeed<A extends Audience> {
  readonly view = signal<Views[A] | null>(null);
  readonly version = signal(0);
  readonly devices = signal<readonly DeviceShown[]>([]);
  readonly alarms = signal<readonly Alarm[]>([]);
  /** What CorrectRecord would take, while the table is as it was told of. */
  readonly corrections = computed<readonly Correction[]>(() =>
    this.offered.value.version === this.version.value ? this.offered.value.corrections : [],
  );
  private readonly offered = signal<{ version: number; corrections: readonly Correction[] }>({ version: 0, corrections: [] });
  /** How many orders wait for their answers. */
  readonly waiting = signal(0);
  readonly line: Line;
  private readonly pending = new Map<string, Pending>();
  private rules: RulesTold | null = null;

  constructor(
    readonly table: string,
    readonly audience: A,
  ) {
    const path = `/ws/v1/tables/${encodeURIComponent(table)}?audience=${audience}&views=2`;
    this.line = new Line(path, (frame) => this.heard(frame as Messages & Frame)).start();
  }

  stop(): void {
    this.line.stop();
  }

  /** Ask something of the table; the answer comes when it is recorded, a refusal is thrown as a Problem. */
  order(command: Command, question: string | null = null, signedBy: Signers = []): Promise<Answer> {
    const frame: OrderFrame = { type: "order", id: newId(), question, command, signed_by: signedBy };
    return new Promise((done, refused) => {
      this.pending.set(frame.id, { frame, sentAt: performance.now(), done, refused });
      this.count();
      this.line.send(frame); // if it did not go out, it goes after the next hello
    });
  }

  private heard(message: Messages): void {
    switch (message.type) {
      case "rules":
        this.rules = message;
        return;
      case "hello":
        return this.hello(message as never);
      case "view":
        return this.stepped(message, () => this.show(message.view as Sent[A]));
      case "skip":
        return this.stepped(message, () => undefined);
      case "devices":
        this.devices.value = message.devices;
        return;
      case "alarms":
        this.alarms.value = message.alarms;
        return;
      case "corrections":
        this.offered.value = message;
        return;
      case "answer":
        return this.answered(message as never);
      default:
        return;
    }
  }

  private show(sent: Sent[A]): void {
    const view = whole(this.audience, sent, this.rules);
    if (view) this.view.value = view;
    else this.line.again();
  }

  private hello(message: { version: number; view: Sent[A]; devices?: DeviceShown[]; alarms?: Alarm[] }): void {
    this.version.value = message.version;
    this.show(message.view);
    this.devices.value = message.devices ?? [];
    this.alarms.value = message.alarms ?? [];
    for (const [id, waiting] of [...this.pending]) this.askAgain(id, waiting);
  }

  private askAgain(id: string, waiting: Pending): void {
    if (performance.now() - waiting.sentAt < NOT_AGAIN_AFTER_MS) this.line.send(waiting.frame);
    else this.finish(id)?.refused(answerLost());
  }

  private stepped(message: { first: number; version: number }, then: () => void): void {
    if (message.first !== this.version.value + 1) return this.line.again();
    this.version.value = message.version;
    then();
  }

  private answered(message: Answer | { id: string; ok: false; problem: Parameters<typeof problemOf>[0] }): void {
    const waiting = this.finish(message.id);
    if (message.ok) waiting?.done(message);
    else waiting?.refused(problemOf(message.problem));
  }

  private finish(id: string): Pending | undefined {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    this.count();
    return waiting;
  }

  private count(): void {
    this.waiting.value = this.pending.size;
    ordersWait(this, this.pending.size);
  }
}
