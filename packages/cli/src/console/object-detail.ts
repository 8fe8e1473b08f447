// All that the console knows about one object at one moment: its YAML, its conditions and changes until then, and the Events about it.
import { isJsonObject, type UnstructuredObject } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { changedFields } from "../dev/timeline/changed-fields.ts";
import { conditionSpans } from "../dev/timeline/condition-spans.ts";
import { isCoreKind } from "../tree/object-set.ts";
import { waitingParts, waitingWords } from "../tree/waiting-part.ts";
import type { ObjectsById, Timeline } from "../dev/timeline/timeline.ts";
import type { DetailedChange, ObjectDetail, ShownEvent } from "./wire.ts";

/** The newest changes and Events of an object that are shown. */
const most = 200;

/** The object after the change with the number `seq`. */
export function objectDetail(timeline: Timeline, id: string, seq: number): ObjectDetail {
  const all = timeline.changesOf(id).filter((change) => change.seq <= seq);
  const object = timeline.objectAt(id, seq);
  const first = { time: timeline.oldest.time, object: timeline.objectAt(id, timeline.oldest.seq) };
  const changes = all.slice(-most).map((change): DetailedChange => {
    const { time, type, resourceVersion, before, last } = change;
    return { seq: change.seq, time, type, resourceVersion, fields: changedFields(before, last) };
  });
  const uid = (object ?? all.at(-1)?.last)?.metadata.uid;
  return {
    id,
    seq: Math.min(seq, timeline.seq),
    yaml: object === undefined ? undefined : shownYaml(object),
    editable: object === undefined ? undefined : emitYaml(editablePart(object)),
    copy: object === undefined ? undefined : emitYaml(copyOf(object)),
    waiting: object === undefined ? "" : waitingOf(object, timeline.objectsAt(seq)),
    conditions: conditionSpans(first, all),
    changes,
    events: uid === undefined ? [] : eventsAbout(uid, timeline.objectsAt(seq)),
  };
}

/** What a control plane or workers of a Cluster of a class wait for, in words. */
function waitingOf(object: UnstructuredObject, objects: ObjectsById): string {
  const owners = new Set(object.metadata.ownerReferences?.map(({ uid }) => uid));
  if (owners.size === 0) return "";
  const cluster = [...objects.values()].find(
    (each) => isCoreKind(each, "Cluster") && owners.has(each.metadata.uid ?? ""),
  );
  const waiting = cluster && waitingParts(cluster)(object);
  return waiting === undefined ? "" : waitingWords(waiting);
}

/** Without what the server writes for itself. */
function shownYaml(object: UnstructuredObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  return emitYaml({ ...object, metadata });
}

/** What people edit of an object: the rest belongs to the server, or to status. */
export function editablePart(object: UnstructuredObject): UnstructuredObject {
  const { status: _, metadata, ...rest } = object;
  const { name, generateName, namespace, labels, annotations, finalizers, ownerReferences } = metadata;
  const edited = { name, generateName, namespace, labels, annotations, finalizers, ownerReferences };
  const given = Object.entries(edited).filter(([, value]) => value !== undefined);
  return { ...rest, metadata: Object.fromEntries(given) };
}

/** What a new object like it begins with: another name, and nobody owns it yet. */
function copyOf(object: UnstructuredObject): UnstructuredObject {
  const edited = editablePart(object);
  const { ownerReferences: _, finalizers: _finalizers, name = "object", ...metadata } = edited.metadata;
  return { ...edited, metadata: { name: `${name}-copy`, ...metadata } };
}

function eventsAbout(uid: string, objects: ObjectsById): ShownEvent[] {
  const found: ShownEvent[] = [];
  for (const object of objects.values()) {
    if (object.kind !== "Event") continue;
    const about = object["regarding"] ?? object["involvedObject"];
    if (isJsonObject(about) && about["uid"] === uid) found.push(shownEvent(object));
  }
  return found.toSorted((a, b) => a.time - b.time).slice(-most);
}

function shownEvent(object: UnstructuredObject): ShownEvent {
  const series = isJsonObject(object["series"]) ? object["series"] : {};
  const string = (...names: readonly string[]): string => {
    const value = names.map((name) => object[name]).find((one) => typeof one === "string" && one !== "");
    return typeof value === "string" ? value : "";
  };
  const count = series["count"] ?? object["count"] ?? object["deprecatedCount"];
  const last = typeof series["lastObservedTime"] === "string" ? series["lastObservedTime"] : "";
  const time =
    last || string("lastTimestamp", "deprecatedLastTimestamp", "eventTime") || object.metadata.creationTimestamp;
  return {
    time: Date.parse(time ?? "") || 0,
    type: string("type"),
    reason: string("reason"),
    message: string("note", "message"),
    count: typeof count === "number" ? count : 1,
  };
}
