// The roles: their names, and what each finds on the screens. What it may there the server says.

import type { Schemas } from "./api";
import { hasRole } from "./session";

export type PersonRole = Schemas["PersonShown"]["roles"][number];
const TABS = ["wall", "tables", "corrections", "alarms", "set-up", "float", "staff", "devices", "cards", "reports"] as const;
/** A tab of the floor, another room, or a part of one. */
export type TabPlace = (typeof TABS)[number];
export type Place = TabPlace | "attaching devices" | "reports by days" | "log of the house" | "surveillance" | "dealing" | "sign";

interface Role {
  name: string;
  finds: readonly Place[];
}

export const ROLES: Record<PersonRole, Role> = {
  dealer: { name: "Dealer", finds: ["dealing", "sign"] },
  supervisor: {
    name: "Supervisor",
    finds: [
      "wall", "tables", "corrections", "alarms", "set-up", "float", "staff", "devices", "cards", "reports",
      "attaching devices", "reports by days", "dealing", "sign",
    ],
  },
  surveillance: {
    name: "Surveillance",
    finds: [
      "wall", "tables", "alarms", "devices", "cards", "reports", "reports by days", "log of the house", "surveillance", "sign",
    ],
  },
  administrator: {
    name: "Administrator",
    finds: [
      "wall", "alarms", "set-up", "staff", "devices", "cards", "reports", "attaching devices", "log of the house",
    ],
  },
  auditor: {
    name: "Auditor",
    finds: ["float", "cards", "reports", "reports by days", "log of the house", "surveillance"],
  },
};

const NAMES = Object.keys(ROLES) as PersonRole[];
/** Every role with its name, to choose from. */
export const NAMED = NAMES.map((role) => [role, ROLES[role].name] as const);
/** Whether whoever is signed in finds this on the screens. */
export const finds = (place: Place): boolean => NAMES.some((role) => hasRole(role) && ROLES[role].finds.includes(place));
/** Whether any tab of the floor is for whoever is signed in. */
export const findsFloor = (): boolean => TABS.some(finds);
