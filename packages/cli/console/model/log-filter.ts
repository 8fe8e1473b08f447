// Which lines of the log are shown, and which belong together.
import type { LogLine } from "../../src/console/wire.ts";
import { isAtLeast, type LineLevel } from "../../src/session/log-level.ts";

/** What a line must have to be shown. */
export interface LogFilter {
  readonly least: LineLevel;
  /** Characters that it contains, whether large or small. */
  readonly search: string;
}

/** The lines that are shown; those that belong to a line are shown with it. */
export function linesFrom(log: readonly LogLine[], { least, search }: LogFilter): readonly LogLine[] {
  const wanted = search.toLowerCase();
  if (wanted === "" && least === "debug") return log;
  const isShown = (block: readonly LogLine[]): boolean =>
    isAtLeast(block[0]?.level ?? "info", least) && block.some(({ text }) => text.toLowerCase().includes(wanted));
  return blocksOf(log).filter(isShown).flat();
}

/** The lines of the last failure that was about something until a time: the log has an error before the trace reports it, or a moment later. */
export function failureAbout(log: readonly LogLine[], about: string, until: number): readonly LogLine[] {
  const blocks = blocksOf(log.filter((line) => line.about === about));
  return blocks.findLast(([first]) => (first?.time ?? 0) <= until + 2000) ?? [];
}

function blocksOf(log: readonly LogLine[]): LogLine[][] {
  const blocks: LogLine[][] = [];
  for (const line of log) {
    const last = line.goesOn === true ? blocks.at(-1) : undefined;
    if (last === undefined) blocks.push([line]);
    else last.push(line);
  }
  return blocks;
}
