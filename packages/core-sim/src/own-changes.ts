// The changes that one writer makes to an object, made to the object as it is stored now: what others have changed in between stays. A merge patch replaces whole lists, so
// those that have entries of several writers are merged by entry before.
import { readPath, writePath } from "@capstan/contract";
import { applyConditions, conditionPlaces, conditionsAt, diffConditions } from "@capstan/contract/conditions";
import {
  applyMergePatch,
  createMergePatch,
  deepClone,
  deepEqual,
  getAt,
  isJsonObject,
  type KubeObject,
} from "@capstan/kube";
import { copyOfDraft, timeOfDraft } from "./drafts.ts";

/** What one writer makes of an object. */
export interface OwnChange<T extends KubeObject = KubeObject> {
  /** As it was read. */
  readonly before: T;
  readonly draft: T;
  /** The generation of the spec that the status is of, where one's own change of the spec has raised it. */
  readonly generation?: number | undefined;
}

const places = [conditionPlaces.current, conditionPlaces.deprecated] as const;

/** Other lists with entries of several writers, and the field that tells the entries apart; none where they are strings. */
const shared = [
  { path: "metadata.finalizers", key: undefined },
  { path: "metadata.ownerReferences", key: "uid" },
] as const;

/** The patch of the status; undefined when it changes nothing. One of conditions has the version of the stored object, since it replaces the conditions of all. */
export function statusPatch(stored: KubeObject, change: OwnChange): unknown {
  const { before, draft } = change;
  if (createMergePatch(statusOf(before), statusOf(draft)) === undefined) return undefined;
  const status = ofGeneration(statusOf(mergedDraft(stored, change)), change);
  const body = createMergePatch({ status: statusOf(before) }, { status });
  const hasConditions = places.some(({ path }) => getAt(body, path.split(".")) !== undefined);
  if (!hasConditions || !isJsonObject(body)) return body;
  return { ...body, metadata: { resourceVersion: stored.metadata.resourceVersion } };
}

/** The stored object with the changes in it. */
export function withOwnChanges<T extends KubeObject>(stored: KubeObject, change: OwnChange<T>): T {
  const { before, draft } = change;
  const merged = applyMergePatch(stored, createMergePatch(before, mergedDraft(stored, change)) ?? {});
  const next = copyOfDraft(draft);
  if (!isJsonObject(merged)) return next;
  for (const name of Object.keys(next)) if (!Object.hasOwn(merged, name)) Reflect.deleteProperty(next, name);
  return Object.assign(next, merged);
}

/** Whether one's own change of the spec has raised the generation, which entries of all lists then name. */
function isRaised({ before, generation }: OwnChange): boolean {
  return generation !== undefined && generation !== before.metadata.generation;
}

/** A status in which everything is of the new generation that was of the one before. */
function ofGeneration(status: unknown, change: OwnChange): unknown {
  const { before, generation } = change;
  if (!isRaised(change)) return status;
  const update = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(update);
    if (!isJsonObject(value)) return value;
    const isOld = (name: string): boolean =>
      name === "observedGeneration" && value[name] === before.metadata.generation;
    const fields = Object.entries(value).map(([name, each]) => [name, isOld(name) ? generation : update(each)]);
    return Object.fromEntries(fields);
  };
  return update(status);
}

/** The draft; lists that it changes, and that are not stored as they were read, have what others have changed in them. */
function mergedDraft<T extends KubeObject>(stored: KubeObject, change: OwnChange<T>): T {
  const { before, draft } = change;
  if (stored === before) return draft;
  const merged = deepClone(draft);
  const merge = (path: string, list: () => readonly unknown[]): void => {
    const [was, wanted, now] = [before, draft, stored].map((object) => readPath(object, path));
    if (deepEqual(was, now) || (!isRaised(change) && deepEqual(was, wanted))) return;
    const all = list();
    writePath(merged, path, all.length === 0 ? undefined : all);
  };
  for (const place of places)
    merge(place.path, () => {
      const patch = diffConditions(place.shape, conditionsAt(before, place), conditionsAt(draft, place));
      return applyConditions(conditionsAt(stored, place), patch, { owns: () => true, now: timeOfDraft(draft) });
    });
  for (const { path, key } of shared)
    merge(path, () => {
      const [was, wanted, now] = [before, draft, stored].map((object) => byKey(readPath(object, path), key));
      return [...mergedEntries({ was, wanted, now })];
    });
  return merged;
}

type Entries = ReadonlyMap<unknown, unknown>;

function byKey(list: unknown, key: string | undefined): Entries {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Map(entries.map((entry) => [key === undefined ? entry : getAt(entry, [key]), entry]));
}

/** The entries that are stored now with the changes in them. */
function mergedEntries({
  was,
  wanted,
  now,
}: Readonly<Record<"was" | "wanted" | "now", Entries | undefined>>): Iterable<unknown> {
  const merged = new Map(now);
  for (const key of was?.keys() ?? []) if (wanted?.has(key) !== true) merged.delete(key);
  for (const [key, entry] of wanted ?? []) if (!deepEqual(was?.get(key), entry)) merged.set(key, entry);
  return merged.values();
}

function statusOf(object: KubeObject): unknown {
  return getAt(object, ["status"]) ?? {};
}
