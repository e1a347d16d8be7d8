// A small keyboard on the screen, for terminals that have none: what names and badges are made of.

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm-_"];

export function Letters({ text, change }: { text: string; change: (text: string) => void }) {
  return (
    <div class="letters" role="group" aria-label="Letters">
      {ROWS.map((row) => (
        <div key={row}>
          {[...row].map((letter) => (
            <button key={letter} type="button" tabIndex={-1} onClick={() => change(text + letter)}>
              {letter}
            </button>
          ))}
          {row === ROWS.at(-1) && (
            <button type="button" tabIndex={-1} aria-label="Take the last letter back" onClick={() => change(text.slice(0, -1))}>
              ⌫
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
