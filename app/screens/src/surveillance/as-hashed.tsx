// The event that is looked at, as it was hashed: beside words that a server made, what nobody could change since.

import { moment } from "./address";
import { hashed } from "./proof/badge";

export function AsHashed() {
  const row = hashed.value?.get(moment.value?.version ?? 0);
  if (!row) return null;
  return (
    <details class="as-hashed">
      <summary>
        Event {row.version} as it was hashed: {row.type}
      </summary>
      <pre class="mono" tabIndex={0}>
        {visible(pretty(row.payload))}
      </pre>
      <p class="mono dim">
        {visible(row.actor)} · SHA-256 {row.hash}
      </p>
    </details>
  );
}

/** Only the white space is ours; a payload that is no JSON is shown as it is. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 1);
  } catch {
    return payload;
  }
}

/** What is hashed may have characters that hide or turn the direction of writing: here they are shown by their numbers. */
const visible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F]/gu, (each) => `<U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`);
