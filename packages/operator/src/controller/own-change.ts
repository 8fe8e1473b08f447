// Whether a change of an object is what a write of its own reconcile did. An answer alone does not say so: a write that changes nothing is answered with the version of the last change, which somebody
// else may have made a moment ago.
import type { PatchRequest } from "@capstan/client";
import { applyMergePatch, deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";

/** A write, as far as it says what it changes. */
export interface SentWrite {
  /** The version that the write demanded the object to have. */
  readonly version?: string | undefined;
  readonly subresource?: string | undefined;
  /** A patch, or the whole object of an update. */
  readonly sent?: { readonly type: PatchRequest["type"] | "update"; readonly body: unknown } | undefined;
}

/** Whether a change, from one state to the next one, is that of a write. */
export type ChangeCheck = (old: KubeObject, object: KubeObject) => boolean;

/** What tells the change of a write that was answered with this version; undefined when the write changed nothing. */
export function changeOf(
  { version, subresource, sent }: SentWrite,
  answered: string | undefined,
): ChangeCheck | undefined {
  // Of the version that was demanded, the server made the next one: nobody else can have.
  if (version !== undefined) return version === answered ? undefined : () => true;
  const body = sent?.body;
  if (sent?.type === "merge")
    return (old, object) => isAsWanted(parts(old), parts(object), parts(applyMergePatch(old, body)));
  // Other writes of whole objects change more than they say: defaults, and what was applied before.
  if (subresource !== "status") return () => false;
  if (sent?.type === "apply") return (old, object) => isAsApplied(parts(old), parts(object), parts(body));
  if (sent?.type === "update")
    return (old, object) => isAsWanted(parts(old), parts(object), parts({ ...old, status: statusOf(body) }));
  return () => false;
}

/** The write of an object, or of a patch that may name the version of its object. */
export function demandedVersion(body: unknown): string | undefined {
  const metadata = isJsonObject(body) ? body["metadata"] : undefined;
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  return typeof version === "string" && version !== "" ? version : undefined;
}

function statusOf(body: unknown): unknown {
  return isJsonObject(body) ? body["status"] : undefined;
}

/** What the server writes by itself in each change. */
const ofServer: ReadonlySet<string> = new Set(["generation", "managedFields", "resourceVersion"]);

/** An object without that. */
function parts(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { metadata } = value;
  const kept = Object.entries(isJsonObject(metadata) ? metadata : {}).filter(([name]) => !ofServer.has(name));
  return { ...value, metadata: Object.fromEntries(kept) };
}

/** Whether all that differs is as it was wanted. */
function isAsWanted(old: unknown, object: unknown, wanted: unknown): boolean {
  if (deepEqual(old, object) || deepEqual(object, wanted)) return true;
  if (!isJsonObject(old) || !isJsonObject(object) || !isJsonObject(wanted)) return false;
  const names = new Set([...Object.keys(old), ...Object.keys(object)]);
  return [...names].every((name) => isAsWanted(old[name], object[name], wanted[name]));
}

/** Whether all that differs has a value of an apply. What is removed is not in it: the apply or somebody else may have removed that. */
function isAsApplied(old: unknown, object: unknown, applied: unknown): boolean {
  if (deepEqual(old, object)) return true;
  if (object === undefined) return false;
  if (Array.isArray(object) && Array.isArray(applied))
    return areAsApplied(Array.isArray(old) ? old : [], object, applied);
  if (!isJsonObject(object) || !isJsonObject(applied)) return deepEqual(object, applied);
  const before = isJsonObject(old) ? old : {};
  const names = new Set([...Object.keys(before), ...Object.keys(object)]);
  return [...names].every((name) => isAsApplied(before[name], object[name], applied[name]));
}

/** The same for a list, of which an apply may have some elements, such as its own conditions. */
function areAsApplied(old: readonly unknown[], object: readonly unknown[], applied: readonly unknown[]): boolean {
  if (old.length > object.length) return false;
  return object.every(
    (element, i) =>
      deepEqual(old[i], element) || applied.some((own) => has(element, own) && isAsApplied(old[i], element, own)),
  );
}

/** Whether a value has all that another one has. */
function has(value: unknown, other: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(other)) return deepEqual(value, other);
  return Object.entries(other).every(([name, part]) => has(value[name], part));
}
