// The JSON of stored objects, cached per version and form and shared by all lists and watches. Objects are converted to the
// requested version here.
import { apiVersionOf, type ApiKind, type ApiObject, type ApiResource, type PrinterColumn } from "../kinds/api-kind.ts";
import { defaultColumns, type IncludedObject, rowText, tableText } from "../read/table.ts";
import type { StoredObject } from "./collection.ts";

/** Whole objects, only their metadata, or rows of a table. */
export type Form = "object" | "metadata" | "table";

/** A kind in a version and a form. */
export interface View extends ApiResource {
  readonly form: Form;
  /** What rows of a table have of their objects. Default: the metadata. */
  readonly included?: IncludedObject;
  /** The clock that ages in tables are counted by. Default: the computer's. */
  readonly now?: () => number;
}

/** The object in a version. It may be the stored object itself, so it must not be modified. */
export function objectIn(
  kind: ApiKind,
  { object }: Pick<StoredObject, "object">,
  version: string,
): ApiObject | Promise<ApiObject> {
  return object.apiVersion === apiVersionOf(kind, version) ? object : kind.convert(object, version);
}

/** The JSON of an object as a response or an event has it: of a table with one row. */
export function documentOf(view: View, stored: StoredObject): string | Promise<string> {
  const text = jsonOf(view, stored);
  if (view.form !== "table") return text;
  const { resourceVersion } = stored.object.metadata;
  const table = (row: string): string => tableText(tableColumns(view), { resourceVersion }, [row]);
  return text instanceof Promise ? text.then(table) : table(text);
}

/** The columns of a table. */
export function tableColumns({ version }: View): readonly PrinterColumn[] {
  return version.columns ?? defaultColumns;
}

/** The JSON of an object, or its row, from the cache if possible. */
export function jsonOf(view: View, stored: StoredObject): string | Promise<string> {
  // Ages are those of now.
  if (view.form === "table") return rowOf(view, stored);
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

/** The JSON of several objects, converted one after the other, as the real server does. The first that fails ends it. */
export async function jsonOfAll(view: View, objects: readonly StoredObject[]): Promise<string[]> {
  const texts: string[] = [];
  for (const stored of objects) texts.push(await jsonOf(view, stored));
  return texts;
}

function rowOf(view: View, stored: StoredObject): string | Promise<string> {
  const { included = "Metadata", now = Date.now } = view;
  const row = (object: ApiObject): string => rowText(tableColumns(view), object, { included, now: now() });
  const object = objectIn(view.kind, stored, view.version.name);
  return object instanceof Promise ? object.then(row) : row(object);
}

function idOf({ version, form }: View): string {
  return `${version.name} ${form}`;
}

function write({ form }: View, object: ApiObject): string {
  if (form === "object") return JSON.stringify(object);
  return JSON.stringify({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata });
}
