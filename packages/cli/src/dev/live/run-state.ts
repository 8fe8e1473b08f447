// How the project is, in the first line of the screen of dev: a mark, a word, and what is wrong.
import { timeInWords } from "../../console/time-words.ts";
import type { FaultName } from "../../console/wire.ts";
import { type Mark, marks, stateMarks } from "../../tree/palette.ts";
import type { ProcessState } from "../dev-view.ts";
import type { Problems } from "../../session/problems.ts";
import { blockWords } from "./problem-pane.ts";
import type { LinePart } from "./shown-line.ts";

/** What decides about the words. */
export interface RunState {
  readonly process: ProcessState;
  /** The programs that do not run while others do. */
  readonly down: readonly string[];
  readonly problems: Pick<Problems, "count" | "warningCount" | "of" | "areTypesOld">;
  readonly faults: readonly FaultName[];
  readonly aheadSeconds: number;
  readonly leftOut: number;
}

const faultWords: Readonly<Record<FaultName, string>> = {
  down: "API server down",
  slow: "API server slow",
  conflicts: "every update conflicts",
  watches: "watches are cut",
};

/** The words, after those about the project. */
export function runStateParts({
  process,
  down,
  problems,
  faults,
  aheadSeconds,
  leftOut,
}: RunState): readonly LinePart[] {
  const { count, warningCount, areTypesOld } = problems;
  const blocked = blockWords(problems.of("loop"));
  const errors = count === 0 ? "" : `, ${count} ${count === 1 ? "error" : "errors"}`;
  const warnings = warningCount === 0 ? "" : `, ${warningCount} ${warningCount === 1 ? "warning" : "warnings"}`;
  const { sign, meaning, word } =
    blocked === undefined ? stateWords({ process, down }, count) : { ...marks.False, word: blocked };
  // They are checked once the project runs.
  const areChecked = areTypesOld && process !== "failed" && problems.of("generate").length === 0;
  return [
    [`  ${sign} ${word}${errors}`, meaning],
    [warnings, "waiting"],
    [areChecked ? ", checking types" : "", "quiet"],
    [faults.length === 0 ? "" : `  ! fault: ${faults.map((name) => faultWords[name]).join(", ")}`, "bad"],
    [aheadSeconds === 0 ? "" : `  clock +${timeInWords(aheadSeconds)}`, "waiting"],
    [leftOut === 0 ? "" : `  trace: ${leftOut.toLocaleString("en-US")} left out`, "waiting"],
  ];
}

function stateWords(
  { process, down }: Pick<RunState, "process" | "down">,
  errors: number,
): Mark & { readonly word: string } {
  if (process === "starting") return { sign: "…", meaning: stateMarks.busy.meaning, word: "starting" };
  if (process === "failed") return { ...marks.False, word: "failed" };
  if (down.length > 0)
    return { sign: "!", meaning: "bad", word: `${down.join(" and ")} ${down.length === 1 ? "is" : "are"} down` };
  return errors === 0 ? { ...marks.True, word: "ready" } : { sign: "!", meaning: "bad", word: "runs" };
}
