// The first of a long list: who looks for one types a part of it.

import type { ComponentChildren } from "preact";

const SHOWN = 100;

interface Props<T> {
  of: readonly T[];
  show: (each: T) => ComponentChildren;
  none: string;
}

export const FirstOf = <T,>({ of, show, none }: Props<T>) => (
  <>
    {of.slice(0, SHOWN).map(show)}
    {of.length === 0 && <li class="dim">{none}</li>}
    {of.length > SHOWN && <li class="dim">And {of.length - SHOWN} more: type a part of what you look for.</li>}
  </>
);
