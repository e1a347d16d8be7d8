// The feed of the table that is looked at: opened with the tab, ended with it.

import { useEffect, useState } from "preact/hooks";
import { TableFeed } from "../../shared/table-feed";

export type FloorFeed = TableFeed<"floor">;
export type FloorView = NonNullable<FloorFeed["view"]["value"]>;

export function useFloorFeed(number: string): FloorFeed | null {
  const [feed, setFeed] = useState<FloorFeed | null>(null);
  useEffect(() => {
    const opened = new TableFeed(number, "floor");
    setFeed(opened);
    return () => {
      setFeed(null);
      opened.stop();
    };
  }, [number]);
  return feed?.table === number ? feed : null;
}
