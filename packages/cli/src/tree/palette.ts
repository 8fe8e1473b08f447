// The styles of everything that is shown in lines, in colors that can be read on light and on dark backgrounds.
import { styleText } from "node:util";
import type { ObjectState } from "./object-state.ts";

/** What a part of a line means. */
export type Meaning = "good" | "bad" | "unknown" | "quiet" | "strong" | "waiting" | "plain";

const attributes = { quiet: "dim", strong: "bold" } as const;

/** By their numbers of the 256 that terminals have. What the first sixteen are is up to the terminal, and many of them show a green that cannot be read on white, or a red on black. */
export const inks = { good: 28, bad: 160, unknown: 133, waiting: 130 } as const;

/** The string in the style of its meaning, or as it is without colors. */
export function painted(value: string, meaning: Meaning, colors: boolean): string {
  if (!colors || meaning === "plain" || value === "") return value;
  if (meaning === "quiet" || meaning === "strong")
    return styleText(attributes[meaning], value, { validateStream: false });
  return `\u001B[38;5;${inks[meaning]}m${value}\u001B[39m`;
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
