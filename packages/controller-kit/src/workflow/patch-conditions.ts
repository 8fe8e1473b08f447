// Writes conditions with a version: another controller may own other types in the same list. Whatever the pass set wins
// for its own types; all others stay as the server has them.
import { isConflict, isNotFound, type Client } from "@capstan/client";
import {
  conditionsAt,
  setCondition,
  type AnyCondition,
  type ConditionChange,
  type ConditionPlace,
} from "@capstan/contract";
import { deepClone, deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";

/** The conditions to write, and the version of the object they were derived from. */
export interface ConditionsPatch {
  readonly base: KubeObject;
  readonly place: ConditionPlace;
  readonly conditions: readonly AnyCondition[];
}

const attempts = 5;

/** Sends the conditions; returns the object as it is now, which is `base` when nothing differed. */
export async function patchConditions<T extends KubeObject>(
  client: Client,
  resource: Resource<T>,
  patch: ConditionsPatch,
): Promise<KubeObject> {
  let live: KubeObject = patch.base;
  for (let attempt = 1; ; attempt++) {
    const body = conditionsBody(live, patch);
    if (body === undefined) return live;
    try {
      return await client.patch(resource, keyOf(live), { type: "merge", body, subresource: "status" });
    } catch (error) {
      if (isNotFound(error)) return live;
      if (!isConflict(error) || attempt === attempts) throw error;
      const found = await client.find(resource, keyOf(live));
      // Another object of the same name is none of this pass' business.
      if (found === undefined || found.metadata.uid !== live.metadata.uid) return live;
      live = found;
    }
  }
}

function conditionsBody(live: KubeObject, { place, conditions }: ConditionsPatch): object | undefined {
  const draft = deepClone(live);
  for (const condition of conditions) setCondition(draft, place, changeOf(condition));
  const wanted = conditionsAt(draft, place);
  if (deepEqual(wanted, conditionsAt(live, place))) return undefined;
  return { metadata: { resourceVersion: live.metadata.resourceVersion }, ...nest(place.path, wanted) };
}

function changeOf(condition: AnyCondition): ConditionChange {
  const { type, status, reason = "", message = "" } = condition;
  const severity = "severity" in condition && condition.severity !== undefined ? { severity: condition.severity } : {};
  return { type, status, reason, message, ...severity, now: new Date(condition.lastTransitionTime) };
}

function nest(path: string, value: unknown): Record<string, unknown> {
  return path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}
