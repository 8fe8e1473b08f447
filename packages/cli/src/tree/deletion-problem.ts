// Why an object that is being deleted stays: its finalizers, who set them, and whether somebody serves them.
import { getAt, isJsonObject, type KubeObject } from "@capstan/kube";
import { ageInMs, ageSince } from "./short-words.ts";
import type { ProblemContext, RuleResult } from "./problem-rule.ts";

/** A deletion of this time is usual: machines take as long to be deleted. */
const usualMs = 120_000;

/** An object that has nothing left below it and still stays. */
export function deletionProblem(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length === 0 || context.hasChildren(object)) return [];
  const values = { finalizers: finalizerWords(object), time: ageSince(deletionTimestamp, context.now) };
  if (context.isServed?.(object) === false) return [{ code: "describe/blocked-deletion", values }];
  const isSlow = (ageInMs(deletionTimestamp, context.now) ?? 0) > usualMs;
  return isSlow ? [{ code: "describe/slow-deletion", values }] : [];
}

/** `finalizer a of "manager"`: the server records who set each. */
function finalizerWords({ metadata }: KubeObject): string {
  const { finalizers = [], managedFields = [] } = metadata;
  const words = finalizers.map((finalizer) => {
    const manager = managedFields.find(({ fieldsV1 }) => sets(fieldsV1, finalizer))?.manager;
    return manager === undefined ? finalizer : `${finalizer} of "${manager}"`;
  });
  return `${finalizers.length === 1 ? "finalizer" : "finalizers"} ${words.join(", ")}`;
}

function sets(fields: unknown, finalizer: string): boolean {
  const owned = getAt(fields, ["f:metadata", "f:finalizers"]);
  return isJsonObject(owned) && Object.hasOwn(owned, `v:"${finalizer}"`);
}
