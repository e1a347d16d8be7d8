// The server's API, typed by its own document: a path, method or field that it does not have does not compile.

import { signal } from "@preact/signals";
import type { components, paths } from "../generated/api";
import { Problem, problemOf } from "./problem";

export type Schemas = components["schemas"];
type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Call<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer C> ? C : never;
type Given<C> = C extends { parameters: { path?: infer Path; query?: infer Query } }
  ? ([Path] extends [undefined] ? unknown : { path: Path }) & ([Query] extends [undefined] ? unknown : { query?: Query })
  : unknown;
type Json<C> = C extends { content: { "application/json": infer B } } ? B : unknown;
type BodyOf<C> = C extends { requestBody: infer R } ? { body: Json<R> } : unknown;
type Answered<C> = C extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R]
  : unknown;

interface Loose {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Asked by somebody else than who is signed in here: that person's token, or nothing to sign in. */
  as?: string;
}

/** Counts the answers that say that nobody is signed in here any more. */
export const signedOut = signal(0);
const ENDED = ["not_signed_in", "session_expired", "session_ended"];

let bearer: string | null = null;

/** A sign has no cookie: it shows its token. */
export function useToken(token: string): void {
  bearer = token;
}

/** The token that is shown in place of the cookie, if there is one. */
export const shownToken = (): string | null => bearer;

function address(path: string, given: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.path?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size ? `${filled}?${query}` : filled;
}

/** A page asks some things over and over: that keeps nobody signed in whom the room has lost. */
const BY_ITSELF_AFTER_MS = 60_000;
let touchedMs = performance.now();
for (const kind of ["pointerdown", "keydown"]) globalThis.addEventListener?.(kind, () => (touchedMs = performance.now()), { capture: true, passive: true });

const UNREACHABLE = "The server cannot be reached.";

/** The answer as it is; every refusal is thrown as a Problem. */
export async function request(method: string, path: string, given: Loose = {}): Promise<Response> {
  const token = given.as ?? bearer;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (performance.now() - touchedMs > BY_ITSELF_AFTER_MS) headers["x-asks-by-itself"] = "1";
  // Where somebody else asks, the browser's own session is neither sent nor replaced.
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: given.as === undefined ? "same-origin" : "omit" };
  if (given.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(given.body);
  }
  let response: Response;
  try {
    response = await fetch(address(path, given), init);
  } catch {
    throw new Problem("unreachable", UNREACHABLE, null, "Wait until the connection is back, then try again.", true);
  }
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as Parameters<typeof problemOf>[0] | null;
  if (token === null && told && ENDED.includes(told.code)) signedOut.value++;
  if (told?.code) throw problemOf(told, response.status);
  throw new Problem("unexpected", `The server answered ${response.status}.`, null, "Tell support.", false, null, response.status);
}

async function call(method: Method, path: string, given: Loose): Promise<unknown> {
  const response = await request(method, path, given);
  return response.status === 204 ? undefined : response.json();
}

export const get = <P extends PathsWith<"get">>(path: P, given: Given<Call<P, "get">> = {} as never) =>
  call("get", path, given as Loose) as Promise<Answered<Call<P, "get">>>;
export const post = <P extends PathsWith<"post">>(
  path: P,
  given: Given<Call<P, "post">> & BodyOf<Call<P, "post">> = {} as never,
) => call("post", path, given as Loose) as Promise<Answered<Call<P, "post">>>;
export const put = <P extends PathsWith<"put">>(path: P, given: Given<Call<P, "put">> & BodyOf<Call<P, "put">>) =>
  call("put", path, given as Loose) as Promise<Answered<Call<P, "put">>>;
export const remove = <P extends PathsWith<"delete">>(path: P, given: Given<Call<P, "delete">>) =>
  call("delete", path, given as Loose) as Promise<Answered<Call<P, "delete">>>;
