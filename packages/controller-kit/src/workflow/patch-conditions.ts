// Writes conditions with the version they were derived from: another controller may own other types in the same list. The given
// conditions replace those of the same types; all others stay as the server has them.
import type { Client } from "@capstan/client";
import { writePath } from "@capstan/contract";
import { conditionsAt, putConditions, type AnyCondition, type ConditionPlace } from "@capstan/contract/conditions";
import { deepClone, deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** The conditions to write, and the object that they were derived from. */
export interface ConditionsPatch {
  readonly base: KubeObject;
  readonly place: ConditionPlace;
  readonly conditions: readonly AnyCondition[];
}

/** Sends the conditions; returns the object as it is now, which is `base` when nothing differs. */
export async function patchConditions<T extends KubeObject>(
  client: Client,
  resource: Resource<T>,
  patch: ConditionsPatch,
): Promise<KubeObject> {
  return await retryOnConflict(client, resource, {
    base: patch.base,
    write: async (live) => {
      const body = conditionsBody(live, patch);
      if (body === undefined) return live;
      return await client.patch(resource, keyOf(live), { type: "merge", body, subresource: "status" });
    },
  });
}

function conditionsBody(live: KubeObject, { place, conditions }: ConditionsPatch): object | undefined {
  const draft = deepClone(live);
  putConditions(draft, place, conditions);
  const wanted = conditionsAt(draft, place);
  if (deepEqual(wanted, conditionsAt(live, place))) return undefined;
  const body = { metadata: { resourceVersion: live.metadata.resourceVersion } };
  writePath(body, place.path, wanted);
  return body;
}
