// Digits by touch.

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];

/** What stands in the field after this key. */
export function pressed(text: string, key: string): string {
  if (key === "clear") return "";
  return key === "back" ? text.slice(0, -1) : text + key;
}

export const PinPad = ({ press }: { press: (key: string) => void }) => (
  <div class="pin-pad" role="group" aria-label="PIN pad">
    {KEYS.map((key) => (
      <button key={key} type="button" tabIndex={-1} onClick={() => press(key)}>
        {key === "clear" ? "Clear" : key === "back" ? "⌫" : key}
      </button>
    ))}
  </div>
);
