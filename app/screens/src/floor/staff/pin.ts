// PINs by chance: nobody chooses one that is tried first, and the one that is shown is the one that was set.

import { asProblem } from "../../shared/problem";

const DIGITS = 6;
const TRIES = 20;

function byChance(): string {
  const digits: string[] = [];
  while (digits.length < DIGITS) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte! < 250) digits.push(String(byte! % 10)); // so that every digit is as likely
  }
  return digits.join("");
}

/** Set one that the server takes: it refuses those that are too easy. */
export async function withPin(set: (pin: string) => Promise<unknown>): Promise<string> {
  for (let tries = 1; ; tries++) {
    const pin = byChance();
    try {
      await set(pin);
      return pin;
    } catch (thrown) {
      if (asProblem(thrown).code !== "weak_pin" || tries === TRIES) throw thrown;
    }
  }
}
