// Alarms that are at no table of the wall: of the house itself, or of a table that stands still and is not served.

import { ALARMS } from "../../shared/alarms";
import { alarms, tables } from "../house";
import { Link } from "../link";

export function Elsewhere() {
  const shown = new Set(tables.value.map((table) => table.number));
  const others = alarms.value.filter((alarm) => !shown.has(alarm.table));
  if (others.length === 0) return null;
  return (
    <ul class="plain-list" aria-label="Alarms at no table of this wall">
      {others.map((alarm) => (
        <li key={alarm.number}>
          <Link to={["alarms", String(alarm.number)]} class="elsewhere">
            <strong>{alarm.table ? `Table ${alarm.table}` : "The house"}</strong> {ALARMS[alarm.kind].name}: {alarm.words}
            {alarm.owner && <span class="dim"> {alarm.owner} looks after it</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
