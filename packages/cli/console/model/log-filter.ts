// Which lines of the log are shown, and which belong together.
import type { LogLine } from "../../src/console/wire.ts";
import { isAtLeast, type LineLevel } from "../../src/session/words.ts";

/** What a line must have to be shown. */
export interface LogFilter {
  readonly least: LineLevel;
  /** Characters that it contains, whether large or small. */
  readonly search: string;
}

/** A line, and how many equal ones came one after the other. */
export interface CountedLine extends LogLine {
  readonly count?: number;
}

/** The lines that are shown, equal ones once; those that belong to a line are shown with it. */
export function linesFrom(log: readonly LogLine[], { least, search }: LogFilter): readonly CountedLine[] {
  const wanted = search.toLowerCase();
  const isShown = (block: readonly LogLine[]): boolean =>
    isAtLeast(block[0]?.level ?? "info", least) && block.some(({ text }) => text.toLowerCase().includes(wanted));
  return counted(blocksOf(log)).filter(isShown).flat();
}

/** Of equal blocks one after the other the last, with their number. */
function counted(blocks: readonly (readonly LogLine[])[]): readonly (readonly CountedLine[])[] {
  const kept: CountedLine[][] = [];
  for (const [head, ...rest] of blocks) {
    if (head === undefined) continue;
    const before = kept.at(-1);
    const isSame = before !== undefined && samenessOf(before) === samenessOf([head, ...rest]);
    if (isSame) kept.pop();
    kept.push([isSame ? { ...head, count: (before[0]?.count ?? 1) + 1 } : head, ...rest]);
  }
  return kept;
}

function samenessOf(block: readonly LogLine[]): string {
  return JSON.stringify(block.map(({ level, text }) => [level, text]));
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
