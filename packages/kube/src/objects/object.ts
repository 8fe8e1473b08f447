// The parts that every Kubernetes object has. `apiVersion` and `kind` are literals in each object type: the other fields are
// mostly optional, so that kinds would otherwise be assignable to each other.
import { isJsonObject } from "../json/json-value.ts";
import type { Int64, JSONObject, Time } from "../values/scalars.ts";

/** Points from an object to the one that owns it, in the same namespace or cluster-wide. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** Whether this owner is the managing controller; at most one owner is. */
  controller?: boolean;
  /** Whether foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean;
}

/** Which fields a manager set, as the API server records them. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: Time;
  fieldsType?: string;
  fieldsV1?: JSONObject;
  subresource?: string;
}

/** The fields that every object has. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  /** No longer filled by API servers; kept because older objects have it. */
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: Int64;
  creationTimestamp?: Time;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: Int64;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFieldsEntry[];
}

/** Any Kubernetes object; extend it with literal `apiVersion` and `kind` to define a kind. */
export interface KubeObject<ApiVersion extends string = string, Kind extends string = string> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: ObjectMeta;
}

/** An object whose kind is known only at run time. */
export interface UnstructuredObject extends KubeObject {
  [field: string]: unknown;
}

/** The fields that every list response has, apart from its items. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: Int64;
}

/** A page of objects of one kind. */
export interface KubeList<T extends KubeObject = KubeObject> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: T[];
}

/** An observation about an object, one per `type` (Kubernetes' own condition shape, with its limits). */
export interface Condition {
  /**
   * type names the aspect of the object that is observed.
   * @maxLength 316
   * @pattern "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
   */
  type: string;
  /** status says whether the condition holds. */
  status: "True" | "False" | "Unknown";
  /**
   * observedGeneration is the generation of the object that the observation was made on.
   * @minimum 0
   */
  observedGeneration?: Int64;
  /** lastTransitionTime is when the status last changed. */
  lastTransitionTime: Time;
  /**
   * reason is the one-word cause of the observation.
   * @minLength 1
   * @maxLength 1024
   * @pattern ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$
   */
  reason: string;
  /**
   * message explains the observation to people.
   * @maxLength 32768
   */
  message: string;
}

/** Namespace and name of an object; cluster-scoped objects have the empty namespace. */
export interface ObjectKey {
  readonly namespace: string;
  readonly name: string;
}

/** The namespace and name of an object; empty strings for what it does not have. */
export function keyOf(object: { readonly metadata: Pick<ObjectMeta, "name" | "namespace"> }): ObjectKey {
  return { namespace: object.metadata.namespace ?? "", name: object.metadata.name ?? "" };
}

/** The last key with a namespace, and its text. */
let last = { namespace: "", name: "", text: "" };

/**
 * `namespace/name`, or the name alone for a cluster-scoped object: for logs, queues and messages. One key is formatted many times in a row, for each map in which it is looked up; the string that was
 * there before has its hash already.
 */
export function formatKey(key: ObjectKey): string {
  const { namespace, name } = key;
  if (namespace === "") return name;
  if (last.name !== name || last.namespace !== namespace) last = { namespace, name, text: `${namespace}/${name}` };
  return last.text;
}

/** Whether a value, from wherever, is the key of an object. An empty name is none. */
export function isObjectKey(value: unknown): value is ObjectKey {
  return (
    isJsonObject(value) &&
    typeof value["namespace"] === "string" &&
    typeof value["name"] === "string" &&
    value["name"] !== ""
  );
}

/** A copy of a key for a long time. A string that is cut from another keeps all of that in memory, and an object has its further fields; of a tenant both can be long. */
export function copyOfKey({ namespace, name }: ObjectKey): ObjectKey {
  return JSON.parse(JSON.stringify({ namespace, name }));
}

/** The inverse of `formatKey`. */
export function parseKey(key: string): ObjectKey {
  const slash = key.indexOf("/");
  return slash < 0 ? { namespace: "", name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The owner reference with `controller: true`; undefined when no owner controls the object. */
export function controllerOf({ metadata }: Pick<KubeObject, "metadata">): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** Whether the owner controls the object: by its uid, so another object of the same name does not. */
export function isControlledBy(object: Pick<KubeObject, "metadata">, owner: Pick<KubeObject, "metadata">): boolean {
  const uid = controllerOf(object)?.uid;
  return uid !== undefined && uid === owner.metadata.uid;
}
