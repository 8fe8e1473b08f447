// Whether a change of an object is what a write of its own reconcile did. An answer alone does not say so: a write that changes nothing is answered with the version of the last change, which somebody
// else may have made a moment ago.
import type { PatchRequest } from "@capstan/client";
import { applyMergePatch, deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";

/** A write, as far as it says what it changes. */
export interface SentWrite {
  /** The version that the write demanded the object to have. */
  readonly version?: string | undefined;
  readonly subresource?: string | undefined;
  readonly patch?: Pick<PatchRequest, "type" | "body"> | undefined;
}

/** Whether a change, from one state to the next one, is that of a write. */
export type ChangeCheck = (old: KubeObject, object: KubeObject) => boolean;

/** What tells the change of a write that was answered with this version; undefined when the write changed nothing. */
export function changeOf(
  { version, subresource, patch }: SentWrite,
  answered: string | undefined,
): ChangeCheck | undefined {
  // Of the version that was demanded, the server made the next one: nobody else can have.
  if (version !== undefined) return version === answered ? undefined : () => true;
  if (patch?.type === "merge") return (old, object) => isChangeTo(old, object, applyMergePatch(old, patch.body));
  if (subresource === "status") return (old, object) => isChangeTo(old, object, { ...old, status: statusOf(object) });
  return () => false;
}

/** The write of an object, or of a patch that may name the version of its object. */
export function demandedVersion(body: unknown): string | undefined {
  const metadata = isJsonObject(body) ? body["metadata"] : undefined;
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  return typeof version === "string" && version !== "" ? version : undefined;
}

function statusOf(object: KubeObject): unknown {
  return "status" in object ? object.status : undefined;
}

/** What the server writes by itself in each change. */
const ofServer: ReadonlySet<string> = new Set(["generation", "managedFields", "resourceVersion"]);

/** Whether all that differs is as it was wanted. */
function isChangeTo(old: KubeObject, object: KubeObject, wanted: unknown): boolean {
  const parts = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    const { metadata } = value;
    const kept = Object.entries(isJsonObject(metadata) ? metadata : {}).filter(([name]) => !ofServer.has(name));
    return { ...value, metadata: Object.fromEntries(kept) };
  };
  return isAsWanted(parts(old), parts(object), parts(wanted));
}

function isAsWanted(old: unknown, object: unknown, wanted: unknown): boolean {
  if (deepEqual(old, object) || deepEqual(object, wanted)) return true;
  if (!isJsonObject(old) || !isJsonObject(object) || !isJsonObject(wanted)) return false;
  const names = new Set([...Object.keys(old), ...Object.keys(object)]);
  return [...names].every((name) => isAsWanted(old[name], object[name], wanted[name]));
}
