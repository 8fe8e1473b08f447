// Problems as lines: each a sentence, and below it what to do.
import { oneLine, type Diagnostic, withoutCommands } from "@capstan/kube";
import { wrapWords } from "./display-width.ts";
import { type Mark, marks, painted } from "./palette.ts";
import type { LineOptions } from "./tree-lines.ts";

/** What a list of problems shows. */
export type ProblemLineOptions = Pick<LineOptions, "width" | "colors"> & {
  /** How many problems are shown. Default: all. */
  readonly most?: number;
};

const signs: Readonly<Record<Diagnostic["severity"], Mark>> = {
  error: marks.False,
  warning: { sign: "!", meaning: "unknown" },
  info: marks.none,
};

/** The lines of these problems. Advice that is the same as that of the problem before is not repeated. */
export function problemLines(problems: readonly Diagnostic[], options: ProblemLineOptions): readonly string[] {
  const { width, colors, most = problems.length } = options;
  const shown = problems.slice(0, most);
  const lines = shown.flatMap(({ severity, message, help }, index) => {
    const { sign, meaning } = signs[severity];
    const [first = "", ...others] = wrapped(message, width);
    const isRepeated = shown[index + 1]?.help === help;
    const advice = help === undefined || isRepeated ? [] : wrapped(`help: ${help}`, width);
    return [
      `${painted(sign, meaning, colors)} ${first}`,
      ...others.map((line) => `  ${line}`),
      ...advice.map((line) => `  ${painted(line, "quiet", colors)}`),
    ];
  });
  const left = problems.length - shown.length;
  return left === 0 ? lines : [...lines, painted(`  and ${left} more`, "quiet", colors)];
}

function wrapped(words: string, width: number): readonly string[] {
  return wrapWords(oneLine(words), width - 3).map(withoutCommands);
}
