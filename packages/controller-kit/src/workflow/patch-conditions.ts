// Writes conditions with the version they were derived from: another controller may own other types in the same list. The given
// conditions replace those of the same types; all others stay as the server has them.
import { isConflict, isNotFound, type Client } from "@capstan/client";
import { writePath } from "@capstan/contract";
import { conditionsAt, putConditions, type AnyCondition, type ConditionPlace } from "@capstan/contract/conditions";
import { deepClone, deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";

/** The conditions to write, and the object that they were derived from. */
export interface ConditionsPatch {
  readonly base: KubeObject;
  readonly place: ConditionPlace;
  readonly conditions: readonly AnyCondition[];
}

const attempts = 5;

/** Sends the conditions; returns the object as it is now, which is `base` when nothing differs. */
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
      // Another object of the same name is not the object of this pass.
      if (found === undefined || found.metadata.uid !== live.metadata.uid) return live;
      live = found;
    }
  }
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
