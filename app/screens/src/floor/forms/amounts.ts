// What was typed, as the server takes it; what cannot be read is said at the form.

import { centsOf, money } from "../../shared/money";
import { wrong } from "./refusal";

/** Cents as they are typed: 1,250 or 12.50; nothing where there is no amount. */
export const typedCents = (cents: number | null): string => (cents === null ? "" : money(cents).replace("$", ""));

export function centsFrom(name: string, text: string): number {
  const cents = centsOf(text);
  if (cents === null) throw wrong(`${name}: “${text}” is no amount. Write it like 25, 12.50 or 1,000.`);
  return cents;
}

export const centsOrNone = (name: string, text: string): number | null => (text.trim() ? centsFrom(name, text) : null);

export function countFrom(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text.trim())) throw wrong(`${name}: “${text}” is no number. Write it in digits.`);
  return Number(text);
}

export const countOrNone = (name: string, text: string): number | null => (text.trim() ? countFrom(name, text) : null);
