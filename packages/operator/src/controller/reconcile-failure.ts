// What the value that a reconcile threw means for its key.
import { formatDuration, isCapstanError, millisecondsOf } from "@capstan/kube";
import type { RunOutcome } from "@capstan/kube/trace";
import { errorFields } from "@capstan/process";
import type { ReconcileOutcome } from "../metrics/metrics.ts";
import { causedBy, isOutdated, leavesOf, safely } from "./reconcile-errors.ts";
import type { ReconcileRun } from "./reconcile-run.ts";
import { authorFields } from "../author-errors.ts";

/** What a failure of a reconcile is. */
export interface ReconcileFailure {
  /**
   * `terminal`: nothing but a change fixes it. `outdated`: somebody else wrote an object first, and the next reconcile reads it as it is now. `wait`: it is repeated after `waitMs`, and is no error.
   * `error`: everything else.
   */
  readonly kind: "terminal" | "outdated" | "wait" | "error";
  /** How long the next reconcile has to wait at least, as somebody outside asked for it. */
  readonly waitMs: number;
  /** Whether the author says that a later retry fixes it. */
  readonly transient: boolean;
}

/** The outcome that a failure counts as. */
export const failureOutcomes: Readonly<Record<ReconcileFailure["kind"], ReconcileOutcome>> = {
  terminal: "error",
  outdated: "requeue",
  wait: "requeue_after",
  error: "error",
};

/** The outcome of its run in the trace. */
export const tracedOutcomes: Readonly<Record<ReconcileFailure["kind"], RunOutcome>> = {
  terminal: "terminal",
  outdated: "conflict",
  wait: "wait",
  error: "error",
};

/** What a value that was thrown is. Of several errors all must be of one kind; a conflict beside a `wait` changes nothing. */
export function reconcileFailureOf(thrown: unknown): ReconcileFailure {
  const failures = leavesOf(thrown).map(single);
  const waitMs = Math.max(0, ...failures.map((failure) => failure.waitMs));
  const are = (...kinds: readonly ReconcileFailure["kind"][]): boolean =>
    failures.every(({ kind }) => kinds.includes(kind));
  const transient = failures.some((failure) => failure.transient);
  if (are("outdated")) return { kind: "outdated", waitMs, transient };
  if (are("wait", "outdated")) return { kind: "wait", waitMs, transient };
  return { kind: are("terminal") ? "terminal" : "error", waitMs, transient };
}

function single(error: unknown): ReconcileFailure {
  if (isOutdated(error)) return { kind: "outdated", waitMs: 0, transient: false };
  if (causedBy(error, "~capstan-terminal") !== undefined) return { kind: "terminal", waitMs: 0, transient: false };
  const transient = causedBy(error, "~capstan-transient");
  const waitMs = transient === undefined ? undefined : waitOf(transient);
  return { kind: waitMs === undefined ? "error" : "wait", waitMs: waitMs ?? 0, transient: transient !== undefined };
}

/** Undefined for an error of another version of this package that has something else. */
function waitOf(error: Error): number | undefined {
  const retryAfter = safely(() => ("retryAfter" in error ? error.retryAfter : undefined), undefined);
  const ms = typeof retryAfter === "string" ? millisecondsOf(retryAfter) : undefined;
  return ms === undefined || ms < 0 ? undefined : ms;
}

/** Whether a value that was thrown is what a panic is in Go, and shows a mistake in the program: no Error at all, or one that the engine throws for wrong code. A TypeError with a cause is what `fetch` rejects with when a network fails. */
export function isProgramFault(thrown: unknown): boolean {
  // What cannot be read is no Error that anybody meant.
  return safely(() => isFault(thrown), true);
}

function isFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || isCapstanError(thrown, "operator/reconcile-result")) return true;
  if (thrown instanceof TypeError) return thrown.cause === undefined;
  return thrown instanceof ReferenceError || thrown instanceof RangeError || thrown instanceof SyntaxError;
}

/** What a failed run is counted as, beside its outcome. */
export function problemsOf(
  { timedOut }: Pick<ReconcileRun, "timedOut">,
  error: unknown,
  { kind, transient }: ReconcileFailure,
): readonly Problem[] {
  const found = { timeout: timedOut, terminal: kind === "terminal", transient, panic: isProgramFault(error) };
  return problems.filter((problem) => found[problem]);
}

const problems = ["timeout", "terminal", "transient", "panic"] as const;
type Problem = (typeof problems)[number];

/** So many failures in a row are no chance: somebody writes the object all the time, or the reconcile does not read what it writes. With the default backoff they take more than a second. */
const manyConflicts = 9;

/** Logs a failed run. */
export function logFailure(
  { log, failures: before }: Pick<ReconcileRun, "log" | "failures">,
  error: unknown,
  { kind, waitMs }: ReconcileFailure,
): void {
  const failures = before + 1;
  if (kind === "outdated" && failures < manyConflicts) log.debug("Conflict, reconciling again", { failures });
  else if (kind === "outdated")
    log.warn("Conflict in each of the last reconciles", { ...errorFields(error), failures });
  else if (kind === "wait")
    log.info("Transient error, reconciling again later", {
      ...errorFields(error, { frames: true }),
      retryAfter: formatDuration(waitMs),
    });
  else {
    const fields = errorFields(error, { frames: true });
    const named = "thrown" in fields ? authorFields("operator/thrown-value", error) : fields;
    log.error("Reconciler error", { ...named, failures, terminal: kind === "terminal" });
  }
}
