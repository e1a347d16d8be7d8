// Which tabs the floor has: a name, the address below /floor, and the part of the program that shows it,
// which is loaded when somebody opens it. Who finds which: shared/roles.ts.

import type { ComponentType } from "preact";
import { finds, type TabPlace } from "../shared/roles";

/** What a tab is given: what its address has behind its own part, such as the number of a table. */
export interface TabProps {
  rest: readonly string[];
}
export interface Tab {
  /** The address below /floor; empty for the first one. */
  path: "" | TabPlace;
  name: string;
  /** Given with `import()`, so that it is a part of its own. */
  load: () => Promise<{ default: ComponentType<TabProps> }>;
}

export const TABS: readonly Tab[] = [
  { path: "", name: "Wall", load: () => import("./wall/wall") },
  { path: "tables", name: "Table", load: () => import("./table/table") },
  { path: "corrections", name: "Corrections", load: () => import("./remedies/corrections") },
  { path: "alarms", name: "Alarms", load: () => import("./alarms/alarms") },
  { path: "set-up", name: "Tables", load: () => import("./set-up/set-up") },
  { path: "float", name: "Float", load: () => import("./float/float") },
  { path: "staff", name: "Staff", load: () => import("./staff/staff") },
  { path: "devices", name: "Devices", load: () => import("./devices/devices") },
  { path: "cards", name: "Cards", load: () => import("./card-sets/card-sets") },
  { path: "reports", name: "Reports", load: () => import("./reports/reports") },
];

export const mayOpen = (tab: Tab): boolean => finds(tab.path || "wall");
export const tabOf = (parts: readonly string[]): Tab | undefined => TABS.find((tab) => tab.path === (parts[0] ?? ""));
