// One table as it is now, and what a supervisor may do at it.

import { Connection } from "../../shared/connection";
import { tables, wall } from "../house";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { byNumber } from "../wall/urgency";
import { useFloorFeed } from "./feed";
import { Looked } from "./looked";

const LOST = {
  title: "Connection lost",
  what: "The table goes on without this screen. Decide nothing by what was shown here: go to the table.",
};

export default function Table({ rest: [number] }: TabProps) {
  if (number === undefined) return <Choose />;
  return <One key={number} number={number} />;
}

function One({ number }: { number: string }) {
  const feed = useFloorFeed(number);
  if (feed === null) return null;
  const ended = feed.line.ended.value;
  if (ended && ended.why !== "signed_out") return <NotHere number={number} why={ended.why} address={ended.reason} />;
  const wallIsThere = wall.value?.line.condition.value === "live";
  return (
    <>
      {wallIsThere && <Connection line={feed.line} lost={LOST} />}
      {feed.view.value && <Looked feed={feed} view={feed.view.value} />}
    </>
  );
}

function NotHere({ number, why, address }: { number: string; why: string; address: string }) {
  if (why === "held_elsewhere" && address)
    return (
      <p>
        Another server has table {number}: <a href={`${address}/floor/tables/${encodeURIComponent(number)}`}>look there</a>.
      </p>
    );
  return (
    <>
      <p role="alert">{why === "no_such_table" ? `There is no table ${number} here.` : "This table is not for your role."}</p>
      <Choose />
    </>
  );
}

const Choose = () => (
  <nav aria-label="Tables" class="row">
    {tables.value
      .map((table) => table.number)
      .sort(byNumber)
      .map((number) => (
        <Link key={number} to={["tables", number]} class="choose-table">
          Table {number}
        </Link>
      ))}
  </nav>
);
