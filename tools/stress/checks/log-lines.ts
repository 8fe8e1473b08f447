// What the log of a manager must have, and how long it may be: what fails again and again is tried less and less often.

/** Lines that a log must have. */
export interface LogDemand {
  /** Each is in the line. */
  readonly words: readonly string[];
  /** Default: 1. */
  readonly least?: number;
  /** Default: any number. */
  readonly most?: number;
}

/** The most warnings and errors of one object: the waits double from 5 ms on, so there are 14 attempts in half a minute. */
export const mostOfObject = 16;
/** The most of all that is not about one object, such as a watch. */
export const mostOfOthers = 60;

interface Line {
  readonly content: string;
  readonly isWarning: boolean;
  /** What it is about; empty for no object. */
  readonly object: string;
}

/** What is wrong with a log of lines of JSON. */
export function logProblems(log: string, demands: readonly LogDemand[] = []): readonly string[] {
  const lines = log.split("\n").flatMap(lineOf);
  const missing = demands.flatMap(({ words, least = 1, most = Number.POSITIVE_INFINITY }) => {
    const count = lines.filter(({ content }) => words.every((word) => content.includes(word))).length;
    if (count >= least && count <= most) return [];
    const wanted = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
    return [`the log has ${count} lines with "${words.join('" and "')}", not ${wanted}`];
  });
  return [...missing, ...excesses(lines.filter(({ isWarning }) => isWarning))];
}

function excesses(warnings: readonly Line[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { object } of warnings) counts.set(object, (counts.get(object) ?? 0) + 1);
  return [...counts].flatMap(([object, count]) => {
    const limit = object === "" ? mostOfOthers : mostOfObject;
    if (count <= limit) return [];
    return [`the log has ${count} warnings and errors of ${object === "" ? "no object" : object}, of ${limit}`];
  });
}

/** A line with what its strings say, without the escapes of JSON. Lines of Node itself are no JSON. */
function lineOf(line: string): readonly Line[] {
  if (line === "") return [];
  if (!line.startsWith("{")) return [{ content: line, isWarning: true, object: "" }];
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const about = fields["Widget"] ?? fields["object"];
  return [
    {
      content: Object.values(fields).join(" "),
      isWarning: fields["level"] !== "info",
      object: about === undefined ? "" : JSON.stringify(about),
    },
  ];
}
