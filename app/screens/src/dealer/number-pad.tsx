// A number keyed by touch: an amount in dollars, or a count of cards.

import { useState } from "preact/hooks";
import { Dialog } from "../shared/dialog";
import { Tap } from "./tap";

interface Props {
  title: string;
  /** What the button says for what is keyed so far. */
  action: (value: number) => string;
  /** Ready-made values. */
  choices?: readonly { words: string; value: number }[];
  /** Whether it may be sent. */
  fits?: (value: number) => boolean;
  /** What is to be said of it before it is sent; nothing: empty. */
  warning?: (value: number) => string;
  point?: boolean;
  done: (value: number) => unknown;
  close: () => void;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "⌫"];

export function NumberPad({ title, action, choices = [], fits = (value) => value > 0, warning, point = false, done, close }: Props) {
  const [text, setText] = useState("");
  const value = Number(text) || 0;
  const finish = (chosen: number) => {
    close();
    done(chosen);
  };
  const press = (key: string) => setText(key === "⌫" ? text.slice(0, -1) : keyed(text, key));
  return (
    <Dialog title={title} close={close} class="pad-dialog">
      {choices.length > 0 && (
        <div class="pad-choices">
          {choices.map((each) => (
            <Tap key={each.words} name={`choice ${each.words}`} local off={!fits(each.value)} class="big" onTap={() => finish(each.value)}>
              {each.words}
            </Tap>
          ))}
        </div>
      )}
      <output class="keyed" aria-label="keyed">{point && "$"}{text || "0"}</output>
      {warning && (
        <p class="keyed-warning" role="status">
          {warning(value)}
        </p>
      )}
      <div class="number-pad">
        {KEYS.map((key) => (
          <Tap key={key} name={`key ${key}`} local off={key === "." && !point} class="key" label={key === "⌫" ? "back" : key} onTap={() => press(key)}>
            {key}
          </Tap>
        ))}
      </div>
      <Tap name="keyed done" local off={!fits(value)} class="primary big wide" onTap={() => finish(value)}>
        {action(value)}
      </Tap>
    </Dialog>
  );
}

/** No more than a number that makes sense. */
function keyed(text: string, key: string): string {
  if (text.length >= 9 || (key === "." && text.includes(".")) || /\.\d\d$/.test(text)) return text;
  return text + key;
}
