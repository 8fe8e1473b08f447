// One handler of a life-cycle hook out of several: side by side, or one after the other.
import type { BlockingResult, HandlerFunction, HandlerWithOptions, PlainResult } from "../authoring/handlers.ts";
import { fail, type Fail, proceed, type RetryAfter } from "../authoring/results.ts";
import { checkSteps, runStep, secretsOfSteps, type HandlerStep } from "./steps.ts";

/**
 * Creates a handler out of steps that run at the same time, and waits for all of them. Their results count together as those of several extensions do for Cluster API: when one
 * fails, the call fails; otherwise the shortest delay counts, and without a delay the caller goes on. Messages begin with the names of their steps.
 *
 * Throws `extension/step-name` for a step without a name, or with the name of another.
 *
 * @example
 * beforeClusterUpgrade: parallel([
 *   { name: "quota", handle: checkQuota },
 *   { name: "backup", handle: ({ cluster }) => (hasBackup(cluster) ? proceed() : retryAfter("1m", "there is no backup")) },
 * ]),
 */
export function parallel<Request, S = Readonly<Record<string, string>>>(
  steps: readonly HandlerStep<Request, PlainResult, S>[],
): HandlerWithOptions<Request, PlainResult, S>;
/**
 * The same for hooks that can block.
 *
 * @example
 * beforeClusterDelete: parallel([{ name: "backup", handle: makeBackup }, { name: "dns", handle: removeRecords }]),
 */
export function parallel<Request, S = Readonly<Record<string, string>>>(
  steps: readonly HandlerStep<Request, BlockingResult, S>[],
): HandlerWithOptions<Request, BlockingResult, S>;
export function parallel<Request, S>(
  steps: readonly HandlerStep<Request, BlockingResult, S>[],
): HandlerWithOptions<Request, BlockingResult, S> {
  return handlerOf(steps, async (request, context) => {
    const settled = await Promise.allSettled(steps.map((step) => runStep(step, request, context)));
    const results: BlockingResult[] = [];
    for (const [index, outcome] of settled.entries()) {
      // All of them are in the log; the first one is what the caller reads.
      if (outcome.status === "rejected") throw outcome.reason;
      results.push(named(steps[index]?.name ?? "", outcome.value));
    }
    return together(results);
  });
}

/**
 * Creates a handler out of steps that run one after the other. The first one that asks for a delay or fails ends the call with its message, and the caller's next call begins
 * with the first step again: each step must be safe to repeat. When all proceed, the caller goes on.
 *
 * Throws `extension/step-name` for a step without a name, or with the name of another.
 *
 * @example
 * beforeClusterDelete: sequence([
 *   { name: "backup", handle: makeBackup },
 *   { name: "records", handle: removeRecords },
 * ]),
 */
export function sequence<Request, S = Readonly<Record<string, string>>>(
  steps: readonly HandlerStep<Request, PlainResult, S>[],
): HandlerWithOptions<Request, PlainResult, S>;
/**
 * The same for hooks that can block.
 *
 * @example
 * beforeClusterUpgrade: sequence([{ name: "freeze", handle: checkFreeze }, { name: "backup", handle: makeBackup }]),
 */
export function sequence<Request, S = Readonly<Record<string, string>>>(
  steps: readonly HandlerStep<Request, BlockingResult, S>[],
): HandlerWithOptions<Request, BlockingResult, S>;
export function sequence<Request, S>(
  steps: readonly HandlerStep<Request, BlockingResult, S>[],
): HandlerWithOptions<Request, BlockingResult, S> {
  return handlerOf(steps, async (request, context) => {
    for (const step of steps) {
      const returned = await runStep(step, request, context);
      if (returned.result !== "proceed") return named(step.name, returned);
    }
    return proceed();
  });
}

/** A handler that is made of steps, and what it is to do with them. */
function handlerOf<Request, S>(
  steps: readonly HandlerStep<Request, BlockingResult, S>[],
  handle: HandlerFunction<Request, BlockingResult, S>,
): HandlerWithOptions<Request, BlockingResult, S> {
  checkSteps(steps);
  return { secrets: secretsOfSteps(steps), handle };
}

/** A result whose message names its step. */
function named(step: string, returned: BlockingResult): BlockingResult {
  switch (returned.result) {
    case "proceed":
      return returned;
    case "fail":
      return fail(`${step}: ${returned.payload.message}`);
    case "retryAfter": {
      const { seconds, message } = returned.payload;
      return { result: "retryAfter", payload: { seconds, message: `${step}: ${message}` } };
    }
  }
}

/** What results mean together. */
function together(results: readonly BlockingResult[]): BlockingResult {
  const failed = results.filter((returned): returned is Fail => returned.result === "fail");
  if (failed.length > 0) return fail(failed.map(({ payload }) => payload.message).join("; "));
  const delays = results.filter((returned): returned is RetryAfter => returned.result === "retryAfter");
  if (delays.length === 0) return proceed();
  const seconds = Math.min(...delays.map(({ payload }) => payload.seconds));
  return {
    result: "retryAfter",
    payload: { seconds, message: delays.map(({ payload }) => payload.message).join(", ") },
  };
}
