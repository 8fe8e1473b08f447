// A condition that copies one of another object, as core shows the Ready condition of a provider's object on its own.
import type { Condition } from "@capstan/kube";
import type { SeverityCondition } from "./condition-shapes.ts";
import type { MergedState } from "./merge-types.ts";
import type { NewCondition } from "./set-condition.ts";

/** What is mirrored. */
export interface ConditionMirrorOptions {
  /** The type of the condition that is copied. */
  readonly of: string;
  /** The type of the copy; that of the condition by default. */
  readonly target?: string;
  /** The state of the copy when there is nothing to copy; Unknown and `NotYetReported` by default. */
  readonly fallback?: MergedState;
}

/**
 * A copy of a condition of another object, in the shape of Kubernetes: with its transition time, and without its generation, which is that of the
 * other object.
 *
 * @example
 * const ready = mirrorOf(foreignCondition(machine, "Ready"), { of: "Ready", target: "MachineReady" });
 */
export function mirrorOf(
  source: Condition | undefined,
  { of, target = of, fallback }: ConditionMirrorOptions,
): NewCondition {
  if (source !== undefined) {
    const { status, lastTransitionTime, reason, message } = source;
    return { type: target, status, lastTransitionTime, reason, message };
  }
  const message = `Condition ${of} not yet reported`;
  return { type: target, ...(fallback ?? { status: "Unknown", reason: "NotYetReported", message }) };
}

/** What is mirrored in the shape with severities. */
export interface SeverityMirrorOptions {
  /** The type of the copy. */
  readonly target: string;
  /** The state of the copy when there is nothing to copy; by default there is no copy then. */
  readonly fallback?: Omit<NewCondition, "type" | "lastTransitionTime">;
}

/**
 * A copy of a Ready condition with a severity; undefined without a condition and without a fallback.
 *
 * @example
 * const copy = severityMirrorOf(ready, { target: "MachineReady", fallback: { status: "True" } });
 */
export function severityMirrorOf(
  source: SeverityCondition | undefined,
  { target, fallback }: SeverityMirrorOptions,
): NewCondition | undefined {
  if (source !== undefined) return { ...source, type: target };
  return fallback === undefined ? undefined : { ...fallback, type: target };
}
