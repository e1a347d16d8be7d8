// Every table of the server in one line each, live.

import { signal } from "@preact/signals";
import type { components } from "../generated/feed-wall";
import { type Frame, Line } from "./line";

export type Summary = components["schemas"]["Summary"];
export type WallAlarm = components["schemas"]["Alarm"];
type Message = components["schemas"]["Message"];

export class WallFeed {
  readonly tables = signal<ReadonlyMap<string, Summary>>(new Map());
  readonly alarms = signal<readonly WallAlarm[]>([]);
  readonly line = new Line("/ws/v1/floor", (frame) => this.heard(frame as Message & Frame)).start();

  stop(): void {
    this.line.stop();
  }

  private heard(message: Message): void {
    switch (message.type) {
      case "floor_hello":
        this.tables.value = new Map(message.tables.map((each) => [each.number, each]));
        this.alarms.value = message.alarms;
        return;
      case "table":
        this.tables.value = new Map(this.tables.value).set(message.summary.number, message.summary);
        return;
      case "table_gone": {
        const left = new Map(this.tables.value);
        left.delete(message.table);
        this.tables.value = left;
        return;
      }
      case "alarms":
        this.alarms.value = message.alarms;
        return;
      default:
        return;
    }
  }
}
