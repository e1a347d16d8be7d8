// A table of the house, chosen and never assumed.

import { Choice } from "./fields";
import { useTables } from "./tables-list";

interface Props {
  label: string;
  value: string;
  put: (number: string) => void;
  /** What stands where none is chosen. */
  none?: string;
}

export function TableChoice({ label, value, put, none = "Choose a table" }: Props) {
  const numbers = (useTables().told?.tables ?? []).map((each) => each.number);
  const known = value === "" || numbers.includes(value) ? numbers : [value, ...numbers];
  return <Choice label={label} value={value} put={put} of={[["", none], ...known.map((each) => [each, each] as const)]} />;
}
