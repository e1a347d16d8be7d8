// What the address of a page says.

/** A part of an address as it was meant; as it stands there, if it cannot be read. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The table in /dealer/TABLE and /sign/TABLE. */
export const tableOfAddress = (): string => decoded(location.pathname.split("/")[2] ?? "");
