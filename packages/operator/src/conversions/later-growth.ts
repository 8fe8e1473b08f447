// What an object can grow by without a check. The API server calls webhooks for creates and updates alone: a delete adds metadata to an object that has finalizers, and
// a write of the scale sets its replicas. Space for that must be left in every object that the check accepts.
import { fieldIn, type FieldSpan, namedFields, skipBlanks } from "@capstan/kube/json-text";

/** How much can be added. */
export interface Growth {
  readonly values: number;
  readonly shapes: number;
  /** Bytes of the object. */
  readonly bytes: number;
  /** Bytes of its annotations, where replicas may be kept. */
  readonly annotationBytes: number;
}

/** Of an object that is rejected as it is. */
export const noGrowth: Growth = { values: 0, shapes: 0, bytes: 0, annotationBytes: 0 };

/** `metadata` has fifteen fields at most: each delete makes other beginnings of their names. */
const shapesOfMetadata = 64;
/** The finalizers of garbage collection: which one a delete sets is the caller's choice, and the next delete may set the other. */
const collectors = ["foregroundDeletion", "orphan"] as const;
const fieldsOfDelete = ["deletionTimestamp", "deletionGracePeriodSeconds", "finalizers"] as const;
/** Metadata of a delete, and what the API server notes about writers of the scale. */
const bytesOfWrites = 16 * 1024;
/** Replicas with the objects around them. The names before them in the spec make other beginnings: only those of 128 fields are counted in their order. */
const absentReplicas: Growth = { values: 8, shapes: 256, bytes: 256, annotationBytes: 256 };
/** As many digits as an int32 has. */
const mostDigits = 10;

/**
 * What can be added to an object later, by any number of such writes: not what it has already. So the space that one of them takes is no space that a user
 * can fill afterwards. An object has replicas if it has `spec.replicas`; a scale with another path has its space in all objects.
 *
 * @example
 * const { values } = growthOf(Buffer.from('{"metadata":{},"spec":{"replicas":1}}')); // 5: two fields, and a list of two
 */
export function growthOf(object: Uint8Array): Growth {
  const [metadata, spec] = namedFields(object, skipBlanks(object, 0), ["metadata", "spec"]);
  const replicas = growthOfReplicas(spec && fieldIn(object, spec.value, "replicas"));
  return {
    values: valuesOfDelete(object, metadata) + replicas.values,
    shapes: shapesOfMetadata + replicas.shapes,
    bytes: bytesOfWrites + replicas.bytes,
    annotationBytes: replicas.annotationBytes,
  };
}

function growthOfReplicas(replicas: FieldSpan | undefined): Growth {
  if (replicas === undefined) return absentReplicas;
  const digits = Math.max(0, mostDigits - (replicas.end - replicas.value));
  return { values: 0, shapes: 0, bytes: digits, annotationBytes: digits };
}

/** A field is one value, a list one more, and each of its items after the first. */
function valuesOfDelete(object: Uint8Array, metadata: FieldSpan | undefined): number {
  const [timestamp, period, list] = namedFields(object, metadata?.value ?? object.length, fieldsOfDelete);
  const absent = [timestamp, period].filter((field) => field === undefined);
  if (list === undefined) return absent.length + 1 + collectors.length;
  const finalizers = Buffer.from(object.subarray(list.value, list.end));
  return absent.length + collectors.filter((name) => !finalizers.includes(`"${name}"`)).length;
}
