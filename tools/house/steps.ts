// Runs named steps one after the other and prints each with its time; the suites of the house (check, rehearsal, CI) end
// with the one line that counts them. A failed step shows its output and lets the later ones run.
import { CapstanError, describeError } from "@capstan/kube";

/** What a step says of itself: a short note, and its time where that is not the time it was waited for. */
export interface StepReport {
  readonly note?: string;
  readonly ms?: number;
}

/** One step: throws (or rejects) when it fails; may answer with a short note to print beside its time. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<string | StepReport | undefined>;
}

/** A step that could not be run here, and why. */
export class SkipStep extends CapstanError {
  constructor(why: string) {
    super("house/skipped", why);
  }
}

/** How the steps ended. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const outcomes = { passed: "ok  ", failed: "FAIL", skipped: "skip" } as const;
type Outcome = keyof typeof outcomes;

/** Runs every step, prints each, and ends with the counting line. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void = console.log): Promise<Tally> {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const outcome = await runStep(step, print);
    tally[outcome] += 1;
  }
  print(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""}`);
  return tally;
}

async function runStep(step: Step, print: (line: string) => void): Promise<Outcome> {
  const started = performance.now();
  const line = (outcome: Outcome, { note = "", ms = performance.now() - started }: StepReport = {}): string =>
    `${outcomes[outcome]} ${step.name.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(6)} s${note === "" ? "" : `  ${note}`}`;
  try {
    const said = await step.run();
    print(line("passed", typeof said === "string" ? { note: said } : said));
    return "passed";
  } catch (caught) {
    const outcome: Outcome = caught instanceof SkipStep ? "skipped" : "failed";
    print(`${line(outcome)}\n${indent(describeError(caught))}`);
    return outcome;
  }
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((row) => `     ${row}`)
    .join("\n");
}
