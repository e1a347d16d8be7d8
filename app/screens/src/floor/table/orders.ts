// What may be ordered at the table now, as the server says: asked again when something has happened there.

import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import type { FloorFeed } from "./feed";

export type MayBeOrdered = Schemas["MayBeOrdered"];
/** Cards come one after the other: asked is at most so often. */
const ASKS_EVERY_MS = 700;

export function useOrders(feed: FloorFeed): readonly MayBeOrdered[] {
  const [orders, setOrders] = useState<readonly MayBeOrdered[]>([]);
  useEffect(() => {
    let told = -1;
    let asking = false;
    const ask = async () => {
      if (asking || feed.version.peek() === told) return;
      asking = true;
      try {
        const found = await get("/api/v1/tables/{number}/orders/allowed", { path: { number: feed.table } });
        told = found.version;
        setOrders(found.orders);
      } catch {
        // asked again in a moment; that the server is away is told elsewhere
      }
      asking = false;
    };
    void ask();
    const timer = setInterval(() => void ask(), ASKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [feed]);
  return orders;
}
