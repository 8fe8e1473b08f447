// Writes conditions with the version they were derived from: another controller may own other types in the same list. What this
// controller changed is merged into the list as the server has it.
import { systemClock, type Client, type UntypedPatches } from "@capstan/client";
import { writePath } from "@capstan/contract";
import {
  applyConditions,
  conditionsAt,
  diffConditions,
  type ConditionPlace,
  type ConditionsPatch,
} from "@capstan/contract/conditions";
import { deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { writeLatest } from "./write-latest.ts";

/** Conditions that changed: the object as it was read, and as the pass left it. */
export interface ConditionsWrite {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly place: ConditionPlace;
  /** The types whose conditions are written whatever another writer has set. For others a different change is an error. */
  readonly owned: ReadonlySet<string>;
  /** The object as the server has it, where that is known to be newer than `before`. */
  readonly live?: KubeObject;
}

/**
 * Sends the changed conditions; returns the object as it is now, which is `live` when nothing differs. Also after a conflict they have the
 * `observedGeneration` of the object that the pass has read. Throws `contract/condition-conflict` for a type that is not owned.
 */
export async function patchConditions<T extends KubeObject>(
  client: Client,
  resource: Resource<T>,
  { before, after, place, owned, live = before }: ConditionsWrite,
): Promise<KubeObject> {
  const patches: UntypedPatches = client;
  const patch = diffConditions(place.shape, conditionsAt(before, place), conditionsAt(after, place));
  return await writeLatest(client, resource, {
    base: live,
    write: async (latest) => {
      const body = conditionsBody(latest, { patch, place, owned });
      if (body === undefined) return latest;
      return await patches.patch(resource, keyOf(latest), { type: "merge", body, subresource: "status" });
    },
  });
}

interface Merge extends Pick<ConditionsWrite, "place" | "owned"> {
  readonly patch: ConditionsPatch;
}

function conditionsBody(live: KubeObject, { patch, place, owned }: Merge): object | undefined {
  const stored = conditionsAt(live, place);
  const wanted = applyConditions(stored, patch, { owns: (type) => owned.has(type), now: systemClock.date() });
  if (deepEqual(wanted, stored)) return undefined;
  const body = { metadata: { resourceVersion: live.metadata.resourceVersion } };
  // Null removes the field: a schema may reject an empty list.
  writePath(body, place.path, wanted.length === 0 ? null : wanted);
  return body;
}
