// Lines of a screen, made of parts that each have a meaning: cut to the columns there are, without anything that a terminal would obey but its colors.
import { oneLine } from "@capstan/kube";
import { cutEnd, displayWidth } from "../../tree/display-width.ts";
import { type Meaning, painted } from "../../tree/palette.ts";

/** A part of a line. Its string may be foreign. */
export type LinePart = readonly [value: string, meaning: Meaning];

/** How lines are shown. */
export interface LineStyle {
  readonly columns: number;
  readonly colors: boolean;
}

/** A tab has no width of its own on a screen that is drawn line by line. */
const tab = "  ";

/** The parts as one line, which ends with `…` where it was cut. */
export function shownLine(parts: readonly LinePart[], { columns, colors }: LineStyle): string {
  const clean = parts.map(([value, meaning]): LinePart => [oneLine(value.replaceAll("\t", tab)), meaning]);
  const fits = displayWidth(clean.map(([value]) => value).join("")) <= columns;
  return (fits ? clean : cutParts(clean, columns)).map(([value, meaning]) => painted(value, meaning, colors)).join("");
}

function cutParts(parts: readonly LinePart[], columns: number): readonly LinePart[] {
  const kept: LinePart[] = [];
  let left = columns - 1;
  for (const [value, meaning] of parts) {
    const width = displayWidth(value);
    // A part that ends where the line does is cut as well: more follows.
    if (width > left) return [...kept, [cutEnd(`${value}  `, left + 1), meaning]];
    kept.push([value, meaning]);
    left -= width;
  }
  return kept;
}

/** A title in a rule over the whole width. */
export function ruleLine(title: string, { isActive, ...style }: LineStyle & { readonly isActive: boolean }): string {
  const head = `${isActive ? "▸" : "─"} ${title} `;
  const rest = "─".repeat(Math.max(0, style.columns - displayWidth(head)));
  const cut: readonly LinePart[] = [
    [head, isActive ? "strong" : "quiet"],
    [rest, "quiet"],
  ];
  return shownLine(cut, style);
}
