// Stored objects as the JSON texts that go out, each made once per version: lists and thousands of watches share it. Kinds
// with several versions are converted here on their way out.
import { apiVersionOf, type ApiKind, type ApiObject, type ApiResource } from "./api-kind.ts";
import type { StoredObject } from "./collection.ts";

/** Whether whole objects are served or only their metadata. */
export type Form = "object" | "metadata";

/** What is served: a kind in a version, whole or in part. */
export interface View extends ApiResource {
  readonly form: Form;
}

/** The object in a version; the stored one itself where it is in that version already, so it must not be changed. */
export function objectIn(kind: ApiKind, stored: StoredObject, version: string): ApiObject | Promise<ApiObject> {
  if (isIn(kind, stored, version)) return stored.object;
  const converted = kind.convert([stored.object], version);
  return converted instanceof Promise ? converted.then((objects) => first(objects)) : first(converted);
}

/** The text of an object. */
export function textOf(view: View, stored: StoredObject): string | Promise<string> {
  const id = idOf(view);
  const known = stored.texts.get(id);
  if (known !== undefined) return known;
  const object = objectIn(view.kind, stored, view.version.name);
  const text = object instanceof Promise ? object.then((one) => write(view, one)) : write(view, object);
  stored.texts.set(id, text);
  // Once it is there, the text itself is kept; a failed conversion is tried again.
  if (text instanceof Promise)
    void text.then(
      (made) => stored.texts.set(id, made),
      () => stored.texts.delete(id),
    );
  return text;
}

/** The texts of several objects, converted in one call. */
export async function textsOf(view: View, objects: readonly StoredObject[]): Promise<string[]> {
  const id = idOf(view);
  const missing = objects.filter((stored) => !stored.texts.has(id) && !isIn(view.kind, stored, view.version.name));
  if (missing.length > 0) await convertTogether(view, missing);
  const texts: string[] = [];
  for (const stored of objects) {
    const text = textOf(view, stored);
    texts.push(typeof text === "string" ? text : await text);
  }
  return texts;
}

async function convertTogether(view: View, missing: readonly StoredObject[]): Promise<void> {
  const byVersion = Map.groupBy(missing, (stored) => stored.object.apiVersion);
  for (const group of byVersion.values()) {
    const converted = await view.kind.convert(
      group.map(({ object }) => object),
      view.version.name,
    );
    for (const [i, stored] of group.entries()) stored.texts.set(idOf(view), write(view, converted[i] ?? stored.object));
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
  if (object === undefined) throw new Error("a conversion of one object gave none");
  return object;
}

function write({ form }: View, object: ApiObject): string {
  if (form === "object") return JSON.stringify(object);
  return JSON.stringify({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata });
}
