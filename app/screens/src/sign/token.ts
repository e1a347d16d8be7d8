// A sign has a token of its own. It comes once, behind the # of the address (which no server and no log sees), and stays
// in this browser. It may look at one table and do nothing.

import { useToken } from "../shared/api";

export function takeToken(table: string): void {
  const key = `sign ${table}`;
  const given = location.hash.slice(1);
  if (given) {
    localStorage.setItem(key, given);
    history.replaceState(null, "", location.pathname);
  }
  const token = given || localStorage.getItem(key);
  if (token) useToken(token);
}
