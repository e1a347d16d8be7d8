// Putting rounds right: what waits for a second signature, then table, round, what happened, what is done about it.

import type { TabProps } from "../tabs";
import { Home } from "./home";
import { REBUILD } from "./naming";
import { Rounds } from "./rounds";
import { Wizard } from "./wizard";

export default function Corrections({ rest: [table, round, first] }: TabProps) {
  if (table === undefined) return <Home />;
  if (round === undefined || !/^\d{1,9}$/.test(round)) return <Rounds key={table} table={table} />;
  return <Wizard key={`${table} ${round}`} table={table} round={Number(round)} rebuild={first === REBUILD} />;
}
