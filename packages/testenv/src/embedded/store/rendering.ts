// The JSON of stored objects, cached per version and form and shared by all lists and watches. Objects are converted to the
// requested version here.
import { apiVersionOf, type ApiKind, type ApiObject, type ApiResource } from "../kinds/api-kind.ts";
import type { StoredObject } from "./collection.ts";

/** Whole objects, or only their metadata. */
export type Form = "object" | "metadata";

/** A kind in a version and a form. */
export interface View extends ApiResource {
  readonly form: Form;
}

/** The object in a version. It may be the stored object itself, so it must not be modified. */
export function objectIn(kind: ApiKind, stored: StoredObject, version: string): ApiObject | Promise<ApiObject> {
  if (isIn(kind, stored, version)) return stored.object;
  const converted = kind.convert([stored.object], version);
  return converted instanceof Promise ? converted.then((objects) => first(objects)) : first(converted);
}

/** The JSON of an object, from the cache if possible. */
export function jsonOf(view: View, stored: StoredObject): string | Promise<string> {
  const id = idOf(view);
  const known = stored.json.get(id);
  if (known !== undefined) return known;
  const object = objectIn(view.kind, stored, view.version.name);
  const text = object instanceof Promise ? object.then((one) => write(view, one)) : write(view, object);
  stored.json.set(id, text);
  // The cache keeps the resolved string; a failed conversion is retried on the next read.
  if (text instanceof Promise)
    void text.then(
      (made) => stored.json.set(id, made),
      () => stored.json.delete(id),
    );
  return text;
}

/** The JSON of several objects, converted in one call. */
export async function jsonOfAll(view: View, objects: readonly StoredObject[]): Promise<string[]> {
  const id = idOf(view);
  const missing = objects.filter((stored) => !stored.json.has(id) && !isIn(view.kind, stored, view.version.name));
  await convertTogether(view, missing);
  return Promise.all(objects.map(async (stored) => jsonOf(view, stored)));
}

async function convertTogether(view: View, missing: readonly StoredObject[]): Promise<void> {
  const byVersion = Map.groupBy(missing, (stored) => stored.object.apiVersion);
  for (const group of byVersion.values()) {
    const converted = await view.kind.convert(
      group.map(({ object }) => object),
      view.version.name,
    );
    for (const [i, stored] of group.entries()) stored.json.set(idOf(view), write(view, converted[i] ?? stored.object));
  }
}

function idOf({ version, form }: View): string {
  return `${version.name} ${form}`;
}

function isIn(kind: ApiKind, stored: StoredObject, version: string): boolean {
  return stored.object.apiVersion === apiVersionOf(kind, version);
}

function first(objects: readonly ApiObject[]): ApiObject {
  const [object] = objects;
  if (object === undefined) throw new Error("the conversion of one object returned none");
  return object;
}

function write({ form }: View, object: ApiObject): string {
  if (form === "object") return JSON.stringify(object);
  return JSON.stringify({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata });
}
