// Which tabs the floor has: a name, the address below /floor, who sees it, and the part of the program that shows it,
// which is loaded when somebody opens it.

import type { ComponentType } from "preact";
import { hasRole, type PersonRole } from "../shared/session";

/** What a tab is given: what its address has behind its own part, such as the number of a table. */
export interface TabProps {
  rest: readonly string[];
}
export interface Tab {
  /** The address below /floor; empty for the first one. */
  path: string;
  name: string;
  roles: readonly PersonRole[];
  /** Given with `import()`, so that it is a part of its own. */
  load: () => Promise<{ default: ComponentType<TabProps> }>;
}

export const LOOKERS: readonly PersonRole[] = ["supervisor", "surveillance", "administrator"];

export const TABS: readonly Tab[] = [
  { path: "", name: "Wall", roles: LOOKERS, load: () => import("./wall/wall") },
  { path: "tables", name: "Table", roles: ["supervisor", "surveillance"], load: () => import("./table/table") },
  { path: "corrections", name: "Corrections", roles: ["supervisor"], load: () => import("./remedies/corrections") },
  { path: "alarms", name: "Alarms", roles: LOOKERS, load: () => import("./alarms/alarms") },
  { path: "set-up", name: "Tables", roles: ["supervisor", "administrator"], load: () => import("./set-up/set-up") },
  { path: "float", name: "Float", roles: ["supervisor", "auditor"], load: () => import("./float/float") },
  { path: "staff", name: "Staff", roles: ["supervisor", "administrator"], load: () => import("./staff/staff") },
  { path: "devices", name: "Devices", roles: LOOKERS, load: () => import("./devices/devices") },
  { path: "cards", name: "Cards", roles: [...LOOKERS, "auditor"], load: () => import("./card-sets/card-sets") },
  { path: "reports", name: "Reports", roles: [...LOOKERS, "auditor"], load: () => import("./reports/reports") },
];

export const mayOpen = (tab: Tab): boolean => tab.roles.some(hasRole);
export const tabOf = (parts: readonly string[]): Tab | undefined => TABS.find((tab) => tab.path === (parts[0] ?? ""));
