// How long a machine waits for something, which is a problem only after a time, or when a reason says that it failed.
import { isUnmet, readableConditions } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { followedReferences, type ObjectSet } from "./object-set.ts";
import { isFailureReason } from "./object-state.ts";
import { ageInMs } from "./short-words.ts";
import { summaryCondition } from "./ready-summary.ts";

/** Machines usually need less to be provisioned, and to join. */
const usualMs = 300_000;

/** The objects at a moment. */
interface Moment {
  readonly set: ObjectSet;
  readonly now: Date;
}

/** Whether something has been so since less than five minutes, and no reason says that it failed. Without a time it has been so for long. */
export function isUsualWait(object: KubeObject, since: string | undefined, { set, now }: Moment): boolean {
  const age = ageInMs(since, now);
  if (age === undefined || age > usualMs) return false;
  const named = followedReferences(object).flatMap((reference) => set.find(object, reference) ?? []);
  const summaries = named.flatMap((each) => summaryCondition(readableConditions(each)) ?? []);
  const unmet = [...readableConditions(object), ...summaries].filter(isUnmet);
  return !unmet.some(({ reason }) => isFailureReason(reason));
}

/** Since when a condition of the object is as it is; without the condition, since when the object exists. */
export function sinceCondition(object: KubeObject, type: string): string | undefined {
  const found = readableConditions(object).find((each) => each.type === type);
  return found?.lastTransitionTime ?? object.metadata.creationTimestamp;
}
