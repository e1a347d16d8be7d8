// A link within the floor.

import type { ComponentChildren } from "preact";
import { addressOf, followed } from "./route";

interface Props {
  to: readonly string[];
  class?: string;
  current?: boolean;
  children: ComponentChildren;
}

export const Link = ({ to, current, class: className, children }: Props) => (
  <a
    href={addressOf(...to)}
    class={className}
    aria-current={current ? "page" : undefined}
    onClick={(event) => followed(event, ...to)}
  >
    {children}
  </a>
);
