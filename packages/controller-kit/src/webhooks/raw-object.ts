// What is read of the JSON of an object before it is parsed: its name, for messages about what cannot be parsed, an annotation, and its managed fields, which nobody needs.
import { annotations } from "@capstan/contract";
import { excerpt } from "@capstan/kube";
import { fieldIn, type FieldSpan, fieldStart, skipBlanks } from "@capstan/kube/json-text";

const quote = 0x22;
const comma = 0x2c;
/** Blanks of JSON are no greater. */
const space = 0x20;

/**
 * The JSON of an object without `metadata.managedFields`; the same bytes when it has none, or is no JSON. Clients decide how much there is and how
 * deep it is nested, and the API server keeps what it has, whatever a conversion answers: an object must not fail the lists of all others by it.
 */
export function withoutManagedFields(object: Uint8Array): Uint8Array {
  const metadata = fieldStart(object, skipBlanks(object, 0), "metadata");
  const field = metadata && fieldIn(object, metadata.value, "managedFields");
  if (field === undefined) return object;
  const next = skipBlanks(object, field.end);
  // The comma before it stays when the one after it goes.
  const [from, to] = object[next] === comma ? [field.name, next + 1] : [commaBefore(object, field.name), field.end];
  return Buffer.concat([object.subarray(0, from), object.subarray(to)]);
}

/** The index of the comma before a field, or of the field when it is the first. */
function commaBefore(text: Uint8Array, from: number): number {
  let at = from - 1;
  while (at > 0 && (text[at] ?? 0) <= space) at -= 1;
  return text[at] === comma ? at : from;
}

/** Longer names are not shown. */
const longestName = 1024;

/** The namespace of an object; empty when it has none. */
export function rawNamespace(object: Uint8Array): string {
  const metadata = fieldStart(object, skipBlanks(object, 0), "metadata")?.value ?? object.length;
  return excerpt(stringIn(object, metadata, "namespace") ?? "");
}

/** Where an API server writes the namespace of a review, or of its first object: before all that a user has written. */
const longestHead = 64 * 1024;

/** The namespace of the request of an AdmissionReview; empty when its head has none. */
export function rawReviewNamespace(review: Uint8Array): string {
  const head = review.subarray(0, longestHead);
  const request = fieldStart(head, skipBlanks(head, 0), "request")?.value ?? head.length;
  return excerpt(stringIn(head, request, "namespace") ?? "");
}

/** The namespace of the first object of a ConversionReview; empty when it has none. */
export function rawListNamespace(review: Uint8Array): string {
  const request = fieldStart(review, skipBlanks(review, 0), "request")?.value ?? review.length;
  const objects = fieldStart(review, request, "objects")?.value ?? review.length;
  return rawNamespace(review.subarray(skipBlanks(review, objects + 1)).subarray(0, longestHead));
}

/** All annotations of an object have 262,144 bytes at most, of which JSON may write each as six. The API server rejects objects with more. */
const longestAnnotation = 6 * 262_144;

/** The value of an annotation, by default that of conversions; undefined when the object has none, no text, or more than the API server accepts. */
export function annotationIn(object: Uint8Array, name: string = annotations.conversionData): string | undefined {
  const field = annotationField(object, name);
  return field === undefined || field.end - field.value > longestAnnotation ? undefined : stringAt(object, field);
}

function annotationField(object: Uint8Array, name: string): FieldSpan | undefined {
  const metadata = fieldStart(object, skipBlanks(object, 0), "metadata")?.value ?? object.length;
  const all = fieldStart(object, metadata, "annotations")?.value ?? object.length;
  return fieldIn(object, all, name);
}

/** The kind, namespace and name of an object, as far as it has them. */
export function nameIn(object: Uint8Array): string | undefined {
  const root = skipBlanks(object, 0);
  const metadata = fieldStart(object, root, "metadata")?.value ?? object.length;
  const names = [
    stringIn(object, root, "kind"),
    stringIn(object, metadata, "namespace"),
    stringIn(object, metadata, "name"),
  ].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : excerpt(names.join("/"));
}

function stringIn(text: Uint8Array, from: number, name: string): string | undefined {
  const field = fieldIn(text, from, name);
  return field === undefined || field.end - field.value > longestName ? undefined : stringAt(text, field);
}

function stringAt(text: Uint8Array, { value, end }: FieldSpan): string | undefined {
  if (text[value] !== quote) return undefined;
  try {
    // It begins with a quote, so it is a string.
    return JSON.parse(new TextDecoder().decode(text.subarray(value, end))) as string;
  } catch {
    return undefined;
  }
}
