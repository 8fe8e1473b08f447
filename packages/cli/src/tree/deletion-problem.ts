// Why an object that is being deleted stays: its finalizers, and who set them.
import type { KubeObject } from "@capstan/kube";
import { finalizerWords, settersOf } from "./finalizers.ts";
import type { ProblemContext, RuleResult } from "./problem-rule.ts";
import { ageInMs } from "./short-words.ts";

/** A deletion of this time is usual: machines take as long to be deleted. */
const usualMs = 120_000;

/** An object that has nothing left below it and still stays. */
export function deletionProblem(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const { deletionTimestamp: since, finalizers = [] } = object.metadata;
  if (since === undefined || finalizers.length === 0) return [];
  // What is below an object is deleted first, and is reported itself.
  if (context.hasChildren(object)) return [];
  const { now, usualDeletionMs = usualMs } = context;
  if ((ageInMs(since, now) ?? 0) < usualDeletionMs) return [];
  return [{ code: "describe/slow-deletion", values: { finalizers: waitedFor(object), since } }];
}

/** `finalizer a of "manager"`, or `finalizers a, b`. */
function waitedFor(object: KubeObject): string {
  const { finalizers = [] } = object.metadata;
  const noun = finalizers.length === 1 ? "finalizer" : "finalizers";
  return `${noun} ${finalizerWords(finalizers, settersOf(object))}`;
}
