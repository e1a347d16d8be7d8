// An act in words, where the server has said none yet.

import { spaced } from "../../words";
import type { Act } from "../types";

const spelled = (type: string): string => spaced(type.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase());

export function actName(act: Act): string {
  const box = "box" in act ? ` at box ${act.box}` : "";
  const card = "card" in act && act.card ? ` ${act.card}` : "";
  return `${spelled(act.type)}${card}${box}`;
}
