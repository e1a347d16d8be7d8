// Fields of forms: each with its label, and with what is to be known of it below.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

/** What is typed in a form, and how one of it changes. */
export function useTyped<T extends object>(initial: T) {
  const [typed, setTyped] = useState(initial);
  const put = (change: Partial<T>) => setTyped((before) => ({ ...before, ...change }));
  return { typed, put, begin: setTyped };
}

interface Labelled {
  label: string;
  hint?: ComponentChildren;
}
interface Text extends Labelled {
  value: string;
  put: (value: string) => void;
  type?: "text" | "search";
  mode?: "text" | "numeric" | "decimal" | "url";
  wide?: boolean;
  fixed?: boolean;
}

const Hint = ({ id, hint }: { id: string; hint: ComponentChildren }) =>
  hint ? (
    <small id={`${id}-hint`} class="dim">
      {hint}
    </small>
  ) : null;

export function Text({ label, hint, value, put, type = "text", mode = "text", wide = false, fixed = false }: Text) {
  const id = useId();
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={id}>{label}</label>
      <input
        id={id} type={type as "text"} inputMode={mode} value={value} readOnly={fixed} autocomplete="off" autocapitalize="none" spellcheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined} onInput={(event) => put(event.currentTarget.value)}
      />
      <Hint id={id} hint={hint} />
    </div>
  );
}

/** An amount in dollars. */
export const Dollars = (props: Omit<Text, "type" | "mode">) => <Text {...props} label={`${props.label} ($)`} mode="decimal" />;

interface Choice<V extends string> extends Labelled {
  broad?: boolean;
  value: V;
  put: (value: V) => void;
  of: readonly (readonly [V, string])[];
}

export function Choice<V extends string>({ label, hint, value, put, of, broad = false }: Choice<V>) {
  const id = useId();
  return (
    <div class={broad ? "field broad" : "field"}>
      <label for={id}>{label}</label>
      <select id={id} value={value} aria-describedby={hint ? `${id}-hint` : undefined} onChange={(event) => put(event.currentTarget.value as V)}>
        {of.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      <Hint id={id} hint={hint} />
    </div>
  );
}

interface Tick extends Labelled {
  value: boolean;
  put: (value: boolean) => void;
  disabled?: boolean;
}

export function Tick({ label, hint, value, put, disabled = false }: Tick) {
  const id = useId();
  return (
    <div class="ticked">
      <label class="tick">
        <input
          type="checkbox" checked={value} disabled={disabled} aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => put(event.currentTarget.checked)}
        />
        {label}
      </label>
      <Hint id={id} hint={hint} />
    </div>
  );
}

interface Ticks<V extends string> {
  legend: string;
  of: readonly (readonly [V, string])[];
  chosen: readonly V[];
  put: (chosen: V[]) => void;
  disabled?: boolean;
}

/** Several of a list. */
export const Ticks = <V extends string>({ legend, of, chosen, put, disabled = false }: Ticks<V>) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {of.map(([each, words]) => (
      <Tick
        key={each} label={words} value={chosen.includes(each)} disabled={disabled}
        put={(on) => put(of.map(([one]) => one).filter((one) => (one === each ? on : chosen.includes(one))))}
      />
    ))}
  </fieldset>
);
