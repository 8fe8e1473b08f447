// The changes that one writer makes to an object, made to the object as it is stored now: what others have changed in between stays. A merge patch replaces whole lists, so
// the conditions, which several writers set, are merged by type before.
import { writePath } from "@capstan/contract";
import { applyConditions, conditionPlaces, conditionsAt, diffConditions } from "@capstan/contract/conditions";
import { createMergePatch, deepClone, deepEqual, getAt, isJsonObject, type KubeObject } from "@capstan/kube";
import { timeOfDraft } from "./drafts.ts";

/** What one writer makes of an object. */
export interface OwnChange<T extends KubeObject = KubeObject> {
  /** As it was read. */
  readonly before: T;
  readonly draft: T;
}

const places = [conditionPlaces.current, conditionPlaces.deprecated] as const;

/** The patch of the status; undefined when it changes nothing. One of conditions has the version of the stored object, since it replaces the conditions of all. */
export function statusPatch(stored: KubeObject, change: OwnChange): unknown {
  const { before, draft } = change;
  if (createMergePatch(statusOf(before), statusOf(draft)) === undefined) return undefined;
  const body = createMergePatch({ status: statusOf(before) }, { status: statusOf(mergedDraft(stored, change)) });
  const hasConditions = places.some(({ path }) => getAt(body, path.split(".")) !== undefined);
  if (!hasConditions || !isJsonObject(body)) return body;
  return { ...body, metadata: { resourceVersion: stored.metadata.resourceVersion } };
}

/** The draft; lists that it changes, and that are not stored as they were read, have what others have changed in them. */
function mergedDraft<T extends KubeObject>(stored: KubeObject, { before, draft }: OwnChange<T>): T {
  if (stored === before) return draft;
  const merged = deepClone(draft);
  for (const place of places) {
    const [was, wanted, now] = [before, draft, stored].map((object) => conditionsAt(object, place));
    if (deepEqual(was, wanted) || deepEqual(was, now)) continue;
    const patch = diffConditions(place.shape, was ?? [], wanted ?? []);
    const all = applyConditions(now ?? [], patch, { owns: () => true, now: timeOfDraft(draft) });
    writePath(merged, place.path, all.length === 0 ? undefined : all);
  }
  return merged;
}

function statusOf(object: KubeObject): unknown {
  return getAt(object, ["status"]) ?? {};
}
