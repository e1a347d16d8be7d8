// Every alarm that is open: who looks after it, and what was found and done about it.

import { ALARMS } from "../../shared/alarms";
import { ago, ticking, timeOfDay } from "../../shared/clock";
import { post } from "../../shared/api";
import { trying } from "../../shared/notices";
import { me } from "../../shared/session";
import type { WallAlarm } from "../../shared/wall-feed";
import { alarms, supervises, tables } from "../house";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { Acknowledge } from "./acknowledge";
import { Earlier } from "./earlier";

/** What nobody has taken comes first, the oldest of it first. */
const byNeed = (one: WallAlarm, other: WallAlarm): number =>
  Number(one.owner !== null) - Number(other.owner !== null) || one.raised_us - other.raised_us;

export default function Alarms({ rest }: TabProps) {
  const open = [...alarms.value].sort(byNeed);
  return (
    <div class="alarms">
      <h1>{open.length ? "Open alarms" : "No alarm is open"}</h1>
      <ul class="plain-list">
        {open.map((alarm) => (
          <AlarmLine key={alarm.number} alarm={alarm} chosen={rest[0] === String(alarm.number)} />
        ))}
      </ul>
      <Earlier />
    </div>
  );
}

export function AlarmLine({ alarm, chosen = false, here = false }: { alarm: WallAlarm; chosen?: boolean; here?: boolean }) {
  return (
    <li class={`alarm ${alarm.owner ? "owned" : ""} ${chosen ? "chosen" : ""}`} data-alarm={alarm.number}>
      <div class="what">
        <strong>{ALARMS[alarm.kind].name}</strong>
        {!here && <Where table={alarm.table} />}
        <Since us={alarm.raised_us} />
      </div>
      <p>{alarm.words}</p>
      <div class="row">
        <Owner alarm={alarm} />
        {supervises.value && <Ways alarm={alarm} />}
      </div>
    </li>
  );
}

function Where({ table }: { table: string }) {
  if (!table) return <span>The house</span>;
  if (!tables.value.some((each) => each.number === table)) return <span>Table {table}</span>;
  return <Link to={["tables", table]}>Table {table}</Link>;
}

function Since({ us }: { us: number }) {
  void ticking.value;
  return (
    <span class="dim">
      {timeOfDay(us)}, {ago(us)} ago
    </span>
  );
}

const Owner = ({ alarm }: { alarm: WallAlarm }) => (
  <span class="owner">
    {alarm.owner === null ? "Nobody has taken it" : alarm.owner === me.value?.name ? "You look after it" : `${alarm.owner} looks after it`}
  </span>
);

function Ways({ alarm }: { alarm: WallAlarm }) {
  const mine = alarm.owner === me.value?.name;
  const take = () => void trying(() => post("/api/v1/alarms/{alarm}/take", { path: { alarm: alarm.number } }));
  return (
    <>
      {!mine && (
        <button type="button" class={alarm.owner === null ? "primary" : ""} onClick={take}>
          {alarm.owner === null ? "Take" : `Take it from ${alarm.owner}`}
        </button>
      )}
      {(mine || alarm.owner === null) && <Acknowledge alarm={alarm} />}
    </>
  );
}
