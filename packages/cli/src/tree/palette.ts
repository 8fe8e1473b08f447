// The styles of everything that is shown in lines. Only basic colors that can be read on light and on dark backgrounds: no yellow, no blue.
import { styleText } from "node:util";

/** What a part of a line means. */
export type Meaning = "good" | "bad" | "unknown" | "quiet" | "strong" | "played" | "plain";

const styles = {
  good: "green",
  bad: "red",
  unknown: "magenta",
  quiet: "dim",
  strong: "bold",
  played: "cyan",
} as const;

/** The string in the style of its meaning, or as it is without colors. */
export function painted(value: string, meaning: Meaning, colors: boolean): string {
  if (!colors || meaning === "plain" || value === "") return value;
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
