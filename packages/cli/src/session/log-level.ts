// How important lines of a log are. The page is a program of a browser: nothing here may need Node.

/** The levels of lines, the least important first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;

/** One of them. */
export type LineLevel = (typeof logLevels)[number];

/** Whether a line of this level is shown where this is the least one. */
export function isAtLeast(level: LineLevel, least: LineLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}
