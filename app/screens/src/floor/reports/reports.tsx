// Reports for chosen days, the page of a shift, and the log of the house.

import { finds } from "../../shared/roles";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { HouseLog } from "./house-log";
import { Shift } from "./shift";
import { Tables } from "./tables";

export default function Reports({ rest: [asked] }: TabProps) {
  const reads = finds("reports by days");
  const readsLog = finds("log of the house");
  const part = asked ?? (reads ? "" : "log");
  return (
    <>
      <header class="tab-head no-print">
        <h1>Reports</h1>
        <nav class="sub-tabs" aria-label="Reports">
          {reads && (
            <Link to={["reports"]} current={part === ""}>
              By days
            </Link>
          )}
          {reads && (
            <Link to={["reports", "shift"]} current={part === "shift"}>
              A table's shift
            </Link>
          )}
          {readsLog && (
            <Link to={["reports", "log"]} current={part === "log"}>
              Log of the house
            </Link>
          )}
        </nav>
      </header>
      {part === "" && reads && <Tables />}
      {part === "shift" && reads && <Shift />}
      {part === "log" && readsLog && <HouseLog />}
    </>
  );
}
