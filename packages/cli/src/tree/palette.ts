// The styles of everything that is shown in lines. Only colors that can be read on light and on dark backgrounds: no yellow, no blue, no cyan.
import { styleText } from "node:util";
import type { ObjectState } from "./object-state.ts";

/** What a part of a line means. */
export type Meaning = "good" | "bad" | "unknown" | "quiet" | "strong" | "waiting" | "plain";

const styles = {
  good: "green",
  bad: "red",
  unknown: "magenta",
  quiet: "dim",
  strong: "bold",
} as const;

/** An amber that can be read on white and on black: yellow cannot. Terminals with sixteen colors show their default. */
const amber = { begin: "\u001B[38;5;130m", end: "\u001B[39m" };

/** The string in the style of its meaning, or as it is without colors. */
export function painted(value: string, meaning: Meaning, colors: boolean): string {
  if (!colors || meaning === "plain" || value === "") return value;
  if (meaning === "waiting") return `${amber.begin}${value}${amber.end}`;
  return styleText(styles[meaning], value, { validateStream: false });
}

/** The mark of a state, and its meaning. */
export interface Mark {
  readonly sign: string;
  readonly meaning: Meaning;
}

/** The marks by the status of a condition, and those of objects without one. */
export const marks: Readonly<Record<"True" | "False" | "Unknown" | "none" | "deleting", Mark>> = {
  True: { sign: "✓", meaning: "good" },
  False: { sign: "✗", meaning: "bad" },
  Unknown: { sign: "?", meaning: "unknown" },
  deleting: { sign: "~", meaning: "unknown" },
  none: { sign: "·", meaning: "quiet" },
};

/** The marks of the states of objects. */
export const stateMarks: Readonly<Record<ObjectState, Mark>> = {
  ready: marks.True,
  busy: { sign: "◌", meaning: "waiting" },
  failed: marks.False,
  deleting: marks.deleting,
  plain: marks.none,
};
