// What single writes of reconciles changed: the change of the time line that made the version that came back to the writer.
import { isJsonObject, type UnstructuredObject } from "@capstan/kube";
import { type ChangedField, changedFields } from "../dev/timeline/changed-fields.ts";
import { objectId } from "../dev/timeline/timeline-change.ts";
import type { KeptChange, Timeline } from "../dev/timeline/timeline.ts";
import { editablePart } from "./object-detail.ts";
import type { WrittenChange, WrittenVersion } from "./wire.ts";

/** More are read with several requests. */
const most = 500;

/** The change that each write made, in their order; null where the time line has none: it is too old, or has not come yet. */
export function writtenChanges(timeline: Timeline, objects: readonly WrittenVersion[]): (WrittenChange | null)[] {
  const wanted = new Set(objects.map(versionOf));
  const found = new Map<string, WrittenChange>();
  for (const change of timeline.changes()) {
    const version = `${change.id} ${change.resourceVersion}`;
    if (wanted.has(version)) found.set(version, { time: change.time, fields: fieldsOf(change) });
  }
  return objects.map((object) => found.get(versionOf(object)) ?? null);
}

function versionOf({ apiVersion, kind, namespace, name, resourceVersion }: WrittenVersion): string {
  return `${objectId({ apiVersion, kind, key: { namespace, name } })} ${resourceVersion}`;
}

/** Of a new object, what its writer can set. */
function fieldsOf({ before, last }: KeptChange): readonly ChangedField[] {
  return before === undefined ? fieldsOfNew(last) : changedFields(before, last);
}

function fieldsOfNew(object: UnstructuredObject): readonly ChangedField[] {
  const { metadata, ...rest } = editablePart(object);
  const { namespace: _, name: _name, ...set } = metadata;
  const { apiVersion, kind } = object;
  return changedFields({ apiVersion, kind, metadata: {} }, { ...rest, metadata: set });
}

/** The objects in a body, which can be anything: what is missing or wrong is empty. */
export function readWritten(body: unknown): readonly WrittenVersion[] {
  const { objects } = isJsonObject(body) ? body : {};
  const all: readonly unknown[] = Array.isArray(objects) ? objects : [];
  return all.slice(0, most).map(writtenObject);
}

function writtenObject(given: unknown): WrittenVersion {
  const fields = isJsonObject(given) ? given : {};
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === "string" ? value : "";
  };
  return {
    apiVersion: text("apiVersion"),
    kind: text("kind"),
    namespace: text("namespace"),
    name: text("name"),
    resourceVersion: text("resourceVersion"),
  };
}
