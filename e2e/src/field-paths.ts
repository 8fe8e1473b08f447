// The fields that a write touches, as strings that can be compared between runs: names and UIDs are left out, items of known
// lists are named by what they are (a condition by its type, an owner by its kind and flags).
import { isJsonObject } from "@capstan/kube";

/** Fields whose keys are data: each key counts as a field of its own, and the value does not matter. */
const mapFields = new Set(["labels", "annotations"]);
/** Keys that differ from run to run or from server to server. */
const ignoredFields = new Set([
  "resourceVersion",
  "uid",
  "managedFields",
  "apiVersion",
  "kind",
  "name",
  "namespace",
  "generation",
]);

/** The paths of everything that the document sets or removes, sorted, each once. */
export function fieldPaths(document: unknown): string[] {
  return [...new Set(walk(document, ""))].toSorted();
}

function walk(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [at] : value.flatMap((item) => itemPaths(item, at));
  if (!isJsonObject(value)) return [at];
  return Object.keys(value)
    .filter((name) => !(at === "" || at === "metadata") || !ignoredFields.has(name))
    .flatMap((name) => {
      const path = at === "" ? name : `${at}.${name}`;
      return mapFields.has(name) && isJsonObject(value[name])
        ? Object.keys(value[name]).map((key) => `${path}[${key}]`)
        : walk(value[name], path);
    });
}

function itemPaths(item: unknown, at: string): string[] {
  if (!isJsonObject(item)) return [typeof item === "string" && at === "metadata.finalizers" ? `${at}[${item}]` : at];
  if (at === "metadata.ownerReferences") {
    const flags = ["controller", "blockOwnerDeletion"].filter((flag) => item[flag] === true);
    return [`${at}[${[item["kind"], ...flags].join(" ")}]`];
  }
  return at.endsWith("conditions") ? [`${at}[${String(item["type"])}]`] : [at];
}
