// The signed heads: lines that sign the end of every log, each one over the line before. What lies between two signed
// heads whose hashes fit the rows cannot have been written anew without the key.

import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import type { Schemas } from "../../shared/api";
import { fromHex, measured, toHex, utf8 } from "./bytes";

hashes.sha512 = sha512;
const TITLE = "tablekeeper signed heads";

export type PublicKey = Schemas["PublicKey"];
export interface Line {
  number: number;
  time_us: number;
  heads: [stream: string, version: number, hash: string][];
  previous: string;
  key: string;
  signature: string;
}

export const readLine = (text: string): Line => JSON.parse(text) as Line;
export const textHash = (text: string): string => toHex(sha256(utf8(text)));
/** How a key is named: the beginning of the SHA-256 of its bytes. */
export const keyId = (rawHex: string): string => toHex(sha256(fromHex(rawHex))).slice(0, 16);

function message(line: Line): Uint8Array {
  const parts = [utf8(TITLE), utf8(String(line.number)), utf8(String(line.time_us)), fromHex(line.previous), utf8(line.key)];
  for (const [stream, version, hash] of line.heads) parts.push(utf8(stream), utf8(String(version)), fromHex(hash));
  return measured(parts);
}

export function signedBy(line: Line, keys: readonly PublicKey[]): boolean {
  try {
    const key = keys.find((each) => each.key === line.key);
    if (!key || keyId(key.raw) !== line.key) return false;
    return verify(fromHex(line.signature), message(line), fromHex(key.raw));
  } catch {
    return false; // bytes that are no signature at all
  }
}

/** What is wrong with these lines, which have to follow one another; and those that a known key signed. */
export function judgedLines(texts: readonly string[], keys: readonly PublicKey[]): { signed: Line[]; wrong: string[] } {
  const signed: Line[] = [];
  const wrong: string[] = [];
  texts.forEach((text, index) => {
    const line = readable(text);
    if (!line) return wrong.push("signed heads have a line that cannot be read");
    if (signedBy(line, keys)) signed.push(line);
    else wrong.push(`signed line ${line.number} does not have the signature of a known key`);
    const before = texts[index - 1];
    if (before !== undefined && line.previous !== textHash(before)) wrong.push(`signed line ${line.number} does not follow the line before it`);
    return;
  });
  return { signed, wrong };
}

function readable(text: string): Line | null {
  try {
    return readLine(text);
  } catch {
    return null;
  }
}
