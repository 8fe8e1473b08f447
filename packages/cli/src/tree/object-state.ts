// How an object is, as one of a few states. Lines of a terminal and the page of the console show the same ones, decided here.
import type { ReadySummary } from "./ready-summary.ts";
import type { Replicas } from "./replicas.ts";

/** `busy` objects wait or work; `plain` ones have no state, such as ConfigMaps. */
export type ObjectState = "ready" | "busy" | "failed" | "deleting" | "plain";

/** What decides about the state of an object. */
export interface StateParts {
  readonly phase?: string | undefined;
  readonly ready?: Pick<ReadySummary, "status" | "reason"> | undefined;
  /** The reasons of the conditions that say why it is not ready. */
  readonly reasons: readonly string[];
  readonly replicas?: Replicas | undefined;
  readonly isDeleting: boolean;
  /** Whether what belongs to it is replaced, which no other part says. Default: false. */
  readonly isRollingOut?: boolean;
  /** Whether something of it is rejected. Default: false. */
  readonly isRejected?: boolean;
  /** The last error of its controller. */
  readonly lastError?: string | undefined;
}

/** What the phase of an object says where nothing else does. */
const phases: Readonly<Record<string, ObjectState>> = {
  Running: "ready",
  Provisioned: "ready",
  Active: "ready",
  Bound: "ready",
  Ready: "ready",
  Succeeded: "ready",
  Pending: "busy",
  Provisioning: "busy",
  ScalingUp: "busy",
  ScalingDown: "busy",
  Unknown: "busy",
  Failed: "failed",
  Deleting: "deleting",
  Terminating: "deleting",
};

/** Parts of reasons of conditions that are failures, and not work that is not done yet. */
const failures = [
  "Fail",
  "Error",
  "Invalid",
  "Unhealthy",
  "Missing",
  "Denied",
  "Forbidden",
  "Unauthorized",
  "Quota",
  "Exceeded",
  "Exhausted",
  "TimedOut",
];

/** Core's reason for a Node of which it knows nothing yet, as it is of every new Machine. */
const unknownNode = "InspectionFailed";

/** Whether the reason of a condition names a failure. */
export function isFailureReason(reason: string): boolean {
  return reason !== unknownNode && failures.some((part) => reason.includes(part));
}

/** The state of an object. */
export function objectState(parts: StateParts): ObjectState {
  const {
    phase = "",
    ready,
    reasons,
    replicas,
    isDeleting,
    isRollingOut = false,
    isRejected = false,
    lastError,
  } = parts;
  if (isDeleting) return "deleting";
  const byPhase = Object.hasOwn(phases, phase) ? phases[phase] : undefined;
  const all = [ready?.status === "True" ? "" : (ready?.reason ?? ""), ...reasons];
  if (isRejected || lastError !== undefined || byPhase === "failed" || all.some(isFailureReason)) return "failed";
  if (byPhase === "deleting") return byPhase;
  if (ready !== undefined && ready.status !== "True") return "busy";
  if (isShort(replicas) || reasons.length > 0 || isRollingOut) return "busy";
  return ready === undefined ? (byPhase ?? "plain") : "ready";
}

/** Whether parts of what is wanted are not ready yet. */
function isShort(replicas: Replicas | undefined): boolean {
  return replicas !== undefined && (replicas.ready ?? replicas.current) < replicas.wanted;
}
