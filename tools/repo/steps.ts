// Runs named steps one after the other and prints each with its time; the suites (check, rehearsal, CI) end
// with the one line that counts them. A failed step shows its output and lets the later ones run.
import { writeFileSync } from "node:fs";
import { CapstanError, describeError } from "@capstan/kube";

/** What a step says of itself: a short note, and its time where that is not the time it was waited for. */
export interface StepReport {
  readonly note?: string;
  readonly ms?: number;
  /** Kept in the results as JSON, not printed. */
  readonly details?: unknown;
}

/** One step: throws (or rejects) when it fails; may answer with a short note to print beside its time. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<string | StepReport | undefined>;
}

/** A step that could not be run here, and why. */
export class SkipStep extends CapstanError {
  constructor(why: string) {
    super("repo/skipped", why);
  }
}

/** A step that failed and knows more of itself than how long it was waited for. */
export class StepFailure extends CapstanError {
  readonly report: StepReport;

  constructor(why: string, report: StepReport) {
    super("repo/failed", why);
    this.report = report;
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

/** Where the steps' results go. */
export interface RunStepsOptions {
  /** Default: the console. */
  readonly print?: (line: string) => void;
  /** A file for the results as JSON. */
  readonly json?: string | undefined;
}

/** Runs every step, prints each, and ends with the counting line. */
export async function runSteps(
  steps: readonly Step[],
  { print = console.log, json }: RunStepsOptions = {},
): Promise<Tally> {
  const results: StepResult[] = [];
  // A file that cannot be written is reported now, not after all the work.
  if (json !== undefined) writeFileSync(json, "");
  for (const step of steps) {
    const result = await runStep(step);
    results.push(result);
    print(lineOf(result));
  }
  const count = (outcome: Outcome): number => results.filter((result) => result.outcome === outcome).length;
  const tally = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ ...tally, steps: results }, undefined, 2)}\n`);
  print(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""}`);
  return tally;
}

interface StepResult {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly note?: string;
  readonly details?: unknown;
  /** Why it failed or was skipped. */
  readonly reason?: string;
}

async function runStep({ name, run }: Step): Promise<StepResult> {
  const started = performance.now();
  const seconds = (ms = performance.now() - started): number => Number((ms / 1000).toFixed(1));
  try {
    const said = await run();
    const { ms, ...report }: StepReport = typeof said === "string" ? { note: said } : (said ?? {});
    return { name, outcome: "passed", seconds: seconds(ms), ...report };
  } catch (caught) {
    const outcome = caught instanceof SkipStep ? "skipped" : "failed";
    const { ms, ...report }: StepReport = caught instanceof StepFailure ? caught.report : {};
    return { name, outcome, seconds: seconds(ms), ...report, reason: describeError(caught) };
  }
}

function lineOf({ name, outcome, seconds, note, reason }: StepResult): string {
  const line = `${outcomes[outcome]} ${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`;
  return `${line}${note === undefined ? "" : `  ${note}`}${reason === undefined ? "" : `\n${indent(reason)}`}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((row) => `     ${row}`)
    .join("\n");
}
