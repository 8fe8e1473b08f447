// Strategic merge patch, which Go clients send for built-in kinds: a merge patch that merges some lists by key and has
// directives for what a merge cannot express. Custom resources have none, as on a real server.
import { deepEqual, isJsonObject, ownValue, setOwn } from "@capstan/kube";

type Fields = Record<string, unknown>;

/**
 * Lists that are merged, by the name of their field: by the key of their items, or, with "", as a set of plain values.
 * Every other list is replaced whole. In the built-in kinds served here a name has one meaning everywhere.
 */
const mergedLists: ReadonlyMap<string, string> = new Map([
  ["addresses", "type"],
  ["conditions", "type"],
  ["containers", "name"],
  ["env", "name"],
  ["finalizers", ""],
  ["imagePullSecrets", "name"],
  ["initContainers", "name"],
  ["ownerReferences", "uid"],
  ["secrets", "name"],
  ["volumeMounts", "mountPath"],
  ["volumes", "name"],
]);

const deletePrimitives = "$deleteFromPrimitiveList/";

/** Applies a patch to an object; neither argument is modified. */
export function applyStrategicMerge(object: unknown, patch: Fields): unknown {
  const { $patch: directive, ...changes } = patch;
  if (directive === "replace") return withoutDirectives(changes);
  const result: Fields = isJsonObject(object) ? { ...object } : {};
  for (const [name, change] of Object.entries(changes)) {
    if (name.startsWith(deletePrimitives)) removeValues(result, name.slice(deletePrimitives.length), change);
    else if (!name.startsWith("$")) applyField(result, name, change);
  }
  return result;
}

function applyField(result: Fields, name: string, change: unknown): void {
  if (change === null) delete result[name];
  else if (Array.isArray(change)) setOwn(result, name, mergeList(name, ownValue(result, name), change));
  else if (!isJsonObject(change)) setOwn(result, name, change);
  else if (change["$patch"] === "delete") delete result[name];
  else setOwn(result, name, applyStrategicMerge(ownValue(result, name), change));
}

function mergeList(name: string, current: unknown, change: readonly unknown[]): unknown[] {
  const key = mergedLists.get(name);
  const items: unknown[] = Array.isArray(current) ? [...current] : [];
  if (key === undefined || change.some((item) => isJsonObject(item) && item["$patch"] === "replace")) {
    return change.filter((item) => !isJsonObject(item) || item["$patch"] === undefined).map(withoutDirectives);
  }
  for (const item of change) mergeItem(items, key, item);
  return items;
}

function mergeItem(items: unknown[], key: string, item: unknown): void {
  const same = (other: unknown): boolean =>
    key === "" || !isJsonObject(item)
      ? deepEqual(other, item)
      : isJsonObject(other) && deepEqual(ownValue(other, key), ownValue(item, key));
  const index = items.findIndex(same);
  if (isJsonObject(item) && item["$patch"] === "delete") {
    if (index >= 0) items.splice(index, 1);
  } else if (index < 0) items.push(withoutDirectives(item));
  else if (isJsonObject(item)) items[index] = applyStrategicMerge(items[index], item);
}

function removeValues(result: Fields, name: string, values: unknown): void {
  const current = ownValue(result, name);
  if (!Array.isArray(current) || !Array.isArray(values)) return;
  setOwn(
    result,
    name,
    current.filter((item: unknown) => !values.some((value: unknown) => deepEqual(value, item))),
  );
}

/** A new value without its directives. */
function withoutDirectives(value: unknown): unknown {
  return isJsonObject(value) ? applyStrategicMerge({}, value) : value;
}
