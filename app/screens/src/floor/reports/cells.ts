// A report's figures as people read them.

import type { Schemas } from "../../shared/api";
import { money } from "../../shared/money";
import { spaced } from "../words";

export type Report = Schemas["Report-Output"];
export type Column = Report["columns"][number];
export type Cell = string | number | null | undefined;

const TEXTS: readonly Column["kind"][] = ["text", "day", "time"];
export const isFigure = (column: Column): boolean => !TEXTS.includes(column.kind);
/** Codes among the texts. */
const CODES = new Set(["kind", "what"]);

export function shown(cell: Cell, column: Column): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return textOf(cell, column);
  switch (column.kind) {
    case "cents":
      return money(cell);
    case "tenths":
      return (cell / 10).toFixed(1);
    case "hundredths":
      return (cell / 100).toFixed(2);
    case "seconds":
      return length(cell);
    default:
      return String(cell);
  }
}

/** Times are those of the house: how far they are from UTC stands in the file. */
function textOf(cell: string, column: Column): string {
  if (column.kind === "time") return cell.replace(/(Z|[+-]\d\d:\d\d)$/, "");
  return CODES.has(column.name) ? spaced(cell) : cell;
}

/** 42 s; 3 min 05 s */
const length = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
