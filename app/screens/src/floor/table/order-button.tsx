// Something that may be ordered, or grey with the clause that forbids it and why.

import type { ComponentChildren } from "preact";
import { ClauseNumber } from "../clause";
import type { MayBeOrdered } from "./orders";

interface Props {
  of: MayBeOrdered | undefined;
  order: () => void;
  children: ComponentChildren;
}

export const OrderButton = ({ of, order, children }: Props) => (
  <button type="button" class="order" disabled={!of?.allowed} onClick={order}>
    <span>{children}</span>
    {of && !of.allowed && (
      <small>
        {of.message} {of.clause && <ClauseNumber clause={of.clause} />}
      </small>
    )}
  </button>
);
