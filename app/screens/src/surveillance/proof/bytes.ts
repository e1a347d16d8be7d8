// Bytes as the record writes them.

const text = new TextEncoder();

export const utf8 = (words: string): Uint8Array => text.encode(words);

export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Each part with its length before it, as four bytes, the highest first; what is not there has a length of its own. */
export function measured(parts: readonly (Uint8Array | null)[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + (part?.length ?? 0), 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part === null ? 0xffffffff : part.length);
    if (part !== null) whole.set(part, at + 4);
    at += 4 + (part?.length ?? 0);
  }
  return whole;
}
