// A socket to the server that is there again by itself.
//
// A ticket is asked for, the socket is opened with it, and each second something has to come. After 2 s without anything
// the line is late, before 5 s are over it is lost; a line that says nothing is given up and opened anew, as one that broke is. The server
// closes with a code that says why: for some of them coming back makes no sense, and the line has ended.

import { computed, signal } from "@preact/signals";
import { post } from "./api";
import { heardServerTime, ticking } from "./clock";
import { goTo, learnServers, leave } from "./elsewhere";
import { asProblem, Problem } from "./problem";

export const LATE_MS = 2000;
// The clock of a page ticks four times a second, and within 5 s everything is to be covered.
export const LOST_MS = 4600;
const SUBPROTOCOL = "tables.v1";
const OPENS_WITHIN_MS = 4000;
const PAUSES_MS = [100, 250, 500, 1000];

export type Ended = "signed_out" | "not_allowed" | "no_such_table" | "held_elsewhere";
const ENDS: Record<number, Ended> = {
  4401: "signed_out",
  4403: "not_allowed",
  4404: "no_such_table",
  4409: "held_elsewhere",
};
export type Condition = "connecting" | "live" | "late" | "lost" | "ended";
export interface Frame {
  type: string;
  server_us?: number;
}

/** Whether somebody is putting a round right here, which would be lost if the page went elsewhere. */
const somebodyWrites = (): boolean => location.pathname.startsWith("/floor/remedies/");

export class Line {
  readonly ended = signal<{ why: Ended; reason: string } | null>(null);
  /** When something came last, on this machine's clock; null before the first time. */
  readonly heardAt = signal<number | null>(null);
  readonly silentMs = computed(() => Math.max(0, ticking.value - (this.heardAt.value ?? this.began)));
  readonly condition = computed<Condition>(() => {
    if (this.ended.value) return "ended";
    const silent = this.silentMs.value;
    if (silent >= LOST_MS) return "lost";
    if (this.heardAt.value === null) return "connecting";
    return silent >= LATE_MS ? "late" : "live";
  });
  private readonly began = performance.now();
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly heard: (frame: Frame) => void,
  ) {}

  start(): this {
    void this.open();
    return this;
  }

  /** For good: the page shows something else. */
  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Whether it went out; if not, the line will be another one. */
  send(frame: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** What came made no sense (a gap in the versions): begin anew. */
  again(): void {
    this.socket?.close();
  }

  private async open(): Promise<void> {
    let ticket: string;
    try {
      ({ ticket } = await post("/api/v1/tickets"));
    } catch (thrown) {
      return this.noTicket(asProblem(thrown));
    }
    if (this.closed) return;
    void learnServers();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const joiner = this.path.includes("?") ? "&" : "?";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}${joiner}ticket=${ticket}`, SUBPROTOCOL);
    this.socket = socket;
    const watch = setInterval(() => this.giveUpIfSilent(socket), 500);
    const openedAt = performance.now();
    const stuck = setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), OPENS_WITHIN_MS);
    socket.onmessage = (message) => this.message(message.data as string);
    socket.onclose = (event) => {
      clearInterval(watch);
      clearTimeout(stuck);
      if (performance.now() - openedAt > 3000) this.tries = 0;
      if (this.socket === socket) this.gone(event);
    };
  }

  private noTicket(problem: Problem): void {
    if (this.closed) return;
    if (problem.status === 401) this.ended.value = { why: "signed_out", reason: problem.message };
    else this.later();
    if (problem.code === "unreachable" && this.silentFor() > LOST_MS && !somebodyWrites()) void leave();
  }

  private message(text: string): void {
    const frame = JSON.parse(text) as Frame;
    if (frame.server_us !== undefined) heardServerTime(frame.server_us);
    this.heardAt.value = performance.now();
    this.heard(frame);
  }

  private silentFor(): number {
    return performance.now() - Math.max(this.heardAt.value ?? 0, this.began);
  }

  private giveUpIfSilent(socket: WebSocket): void {
    if (socket.readyState === WebSocket.OPEN && this.silentFor() > LOST_MS) socket.close();
  }

  private gone(event: CloseEvent): void {
    this.socket = null;
    if (this.closed) return;
    const why = ENDS[event.code];
    if (why === "held_elsewhere" && !somebodyWrites()) void goTo(event.reason).then((goes) => goes || this.later());
    else if (why) this.ended.value = { why, reason: event.reason };
    else this.later();
  }

  private later(): void {
    const pause = PAUSES_MS[Math.min(this.tries++, PAUSES_MS.length - 1)]!;
    this.timer = setTimeout(() => void this.open(), pause * (0.75 + Math.random() / 2));
  }
}
