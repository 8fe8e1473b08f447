// What is read of the JSON of an object before it is parsed: its name, for messages about what cannot be parsed, an annotation, and its managed fields, which nobody needs.
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

/** All annotations of an object have 262,144 bytes at most, of which JSON may write each as six, with the quotes between them. The API server rejects objects with more. */
const longestAnnotations = 3 * 1024 * 1024;

/** The name and the namespace of an object are searched so far: they can be behind its annotations and its managed fields, and etcd stores no larger objects by default. */
const longestObjectHead = 2 * 1024 * 1024;

/** The namespace of an object; empty when its head has none. */
export function rawNamespace(object: Uint8Array): string {
  const head = object.subarray(0, longestObjectHead);
  const metadata = fieldStart(head, skipBlanks(head, 0), "metadata")?.value ?? head.length;
  return excerpt(stringIn(head, metadata, "namespace") ?? "");
}

/** Where an API server writes the namespace of a review, or of its first object if that has few annotations: before all that a user has written. */
const longestHead = 64 * 1024;

/** The namespace of the first object of a ConversionReview; empty when the head of the review has none. */
export function rawListNamespace(review: Uint8Array): string {
  const head = review.subarray(0, longestHead);
  const request = fieldStart(head, skipBlanks(head, 0), "request")?.value ?? head.length;
  const objects = fieldStart(head, request, "objects")?.value ?? head.length;
  return rawNamespace(head.subarray(skipBlanks(head, objects + 1)));
}

/** The uid of the request of a ConversionReview, for the answer to one that cannot be parsed; empty when the head of the review has none. */
export function rawReviewUid(review: Uint8Array): string {
  const head = review.subarray(0, longestHead);
  const request = fieldStart(head, skipBlanks(head, 0), "request")?.value ?? head.length;
  return stringIn(head, request, "uid") ?? "";
}

/** Reads annotations of an object: a function that returns the value of one by its name; undefined when the object has none, no text, or more than the API server accepts. */
export function annotationsOf(object: Uint8Array): (name: string) => string | undefined {
  const metadata = fieldStart(object, skipBlanks(object, 0), "metadata")?.value ?? object.length;
  const start = fieldStart(object, metadata, "annotations")?.value ?? object.length;
  const all = object.subarray(start, start + longestAnnotations);
  return (name) => {
    const field = fieldIn(all, 0, name);
    return field === undefined ? undefined : stringAt(all, field);
  };
}

/** The kind, namespace and name of an object, as far as its head has them. */
export function nameIn(object: Uint8Array): string | undefined {
  const head = object.subarray(0, longestObjectHead);
  const root = skipBlanks(head, 0);
  const metadata = fieldStart(head, root, "metadata")?.value ?? head.length;
  const names = [
    stringIn(head, root, "kind"),
    stringIn(head, metadata, "namespace"),
    stringIn(head, metadata, "name"),
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
