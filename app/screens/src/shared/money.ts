/** Whole cents as people write them: $1,250 or $12.50. */
export function money(cents: number): string {
  const size = Math.abs(cents);
  const whole = Math.floor(size / 100).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = size % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** With its sign, for differences: +$25, −$10, $0. */
export const difference = (cents: number): string => (cents > 0 ? `+${money(cents)}` : money(cents));

/** What somebody typed ("25", "12.50", "$1,000") in cents; null if it is no amount. */
export function centsOf(text: string): number | null {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
