// Whether a change of an object is what a write of its own reconcile did. An answer alone does not say so: a write that changes nothing is answered with the version of the last change, which somebody
// else may have made a moment ago.
import type { PatchRequest } from "@capstan/client";
import { applyJsonPatch, applyMergePatch, deepClone, deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";

/** A write, as far as it says what it changes. */
export interface SentWrite {
  /** The version that the write demanded the object to have. */
  readonly version?: string | undefined;
  readonly subresource?: string | undefined;
  /** A patch, or the whole object of an update. */
  readonly sent?: { readonly type: SentType; readonly body: unknown } | undefined;
}

type SentType = PatchRequest["type"] | "update";

/** Whether a change, from one state to the next one, is that of a write. */
export type ChangeCheck = (old: KubeObject, object: KubeObject) => boolean;

/**
 * What tells the change of a write that was answered with this version; undefined when the write changed nothing. A cache that is not whole has fields that nobody sees there: of a change that shows
 * in no other field, the write must be able to be the cause.
 */
export function changeOf(write: SentWrite, answered: string, isWhole: boolean): ChangeCheck | undefined {
  const { version } = write;
  // Of the version that was demanded, the server made the next one: nobody else can have.
  if (version !== undefined) return version === answered ? undefined : () => true;
  const isChange = changeOfBody(write);
  if (isWhole) return isChange;
  return (old, object) => isChange(old, object) && (!isUnseen(old, object) || mayBeUnseen(write, old, object));
}

function changeOfBody({ subresource, sent }: SentWrite): ChangeCheck {
  if (sent === undefined) return () => false;
  const { type, body } = sent;
  if (type === "apply")
    return (old, object) => isAsApplied({ old: parts(old), object: parts(object), sent: parts(body) }, 0);
  const wanted = wantedBy[type];
  return (old, object) => {
    const sent = parts(wanted(old, body, subresource));
    return isAsWanted({ old: parts(old), object: parts(object), sent }, 0);
  };
}

type Wanted = (old: KubeObject, body: unknown, subresource: string | undefined) => unknown;

/** What an object should be after a write. */
const wantedBy: Readonly<Record<Exclude<SentType, "apply">, Wanted>> = {
  merge: (old, body) => applyMergePatch(old, body),
  json: (old, body) => applyJsonPatch(old, Array.isArray(body) ? body : []),
  update: (old, body, subresource) => (subresource === "status" ? { ...old, status: statusOf(body) } : body),
};

/** Whether a change is one of fields that the cache does not have. */
function isUnseen(old: KubeObject, object: KubeObject): boolean {
  return deepEqual(parts(old), parts(object));
}

/**
 * Whether a write can have changed fields that the cache does not have. Where the kind counts changes of its spec, one that does not show in the generation either is one that the author does not follow. Where it does not, only a write of
 * the status surely leaves the rest alone.
 */
function mayBeUnseen({ subresource }: SentWrite, old: KubeObject, object: KubeObject): boolean {
  const { generation } = object.metadata;
  return generation === old.metadata.generation && (generation !== undefined || subresource === "status");
}

/** A write as it is sent. An author may go on with the object of a call. */
export function sentWrite({ type, body }: NonNullable<SentWrite["sent"]>, subresource: string | undefined): SentWrite {
  const version = demandedVersion(body);
  return version === undefined ? { subresource, sent: { type, body: deepClone(body) } } : { version, subresource };
}

/** The write of an object, or of a patch that may name the version of its object. */
export function demandedVersion(body: unknown): string | undefined {
  const metadata = isJsonObject(body) ? body["metadata"] : undefined;
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  // Built-in kinds take 0 for any version.
  return typeof version === "string" && version !== "" && version !== "0" ? version : undefined;
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

/** So many levels of an object are compared field by field. Below them all must be as before, or as it was written: a tenant may nest objects by the thousand. */
const mostLevels = 32;

/** A value before a change, after it, and as a write wants it. */
interface States {
  readonly old: unknown;
  readonly object: unknown;
  readonly sent: unknown;
}

/** Whether all that differs is as it was wanted. */
function isAsWanted({ old, object, sent }: States, level: number): boolean {
  if (level === mostLevels || !isJsonObject(old) || !isJsonObject(object) || !isJsonObject(sent))
    return deepEqual(object, old) || deepEqual(object, sent);
  return namesOf(old, object).every((name) =>
    isAsWanted({ old: old[name], object: object[name], sent: sent[name] }, level + 1),
  );
}

/** Whether all that differs has a value of an apply. What is removed is not in it: the apply or somebody else may have removed that. */
function isAsApplied({ old, object, sent }: States, level: number): boolean {
  if (level < mostLevels && isJsonObject(object) && isJsonObject(sent)) {
    const before = isJsonObject(old) ? old : {};
    return namesOf(before, object).every((name) =>
      isAsApplied({ old: before[name], object: object[name], sent: sent[name] }, level + 1),
    );
  }
  if (deepEqual(old, object)) return true;
  if (object === undefined) return false;
  if (level < mostLevels && Array.isArray(object) && Array.isArray(sent) && sent.length <= mostElements)
    return areAsApplied({ old: Array.isArray(old) ? old : [], object, sent }, level + 1);
  return deepEqual(object, sent);
}

function namesOf(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** Of so many elements of an apply one is looked for that an element of the object may be of. */
const mostElements = 100;

/** The same for a list, of which an apply may have some elements, such as its own conditions. */
function areAsApplied(
  { old, object, sent }: { readonly [K in keyof States]: readonly unknown[] },
  level: number,
): boolean {
  if (old.length > object.length) return false;
  return object.every(
    (element, i) =>
      deepEqual(old[i], element) ||
      sent.some((own) => has(element, own, level) && isAsApplied({ old: old[i], object: element, sent: own }, level)),
  );
}

/** Whether a value has all that another one has. */
function has(value: unknown, other: unknown, level: number): boolean {
  if (level === mostLevels || !isJsonObject(value) || !isJsonObject(other)) return deepEqual(value, other);
  return Object.entries(other).every(([name, part]) => has(value[name], part, level + 1));
}
