// What a write of a reconcile changed, by the version that came back: of any object, and without values of Secrets.
import { keyOf, type UnstructuredObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { Timeline } from "../dev/timeline/timeline.ts";
import { readWritten, writtenChanges } from "./written-changes.ts";

const timeline = new Timeline();
let version = 0;

/** The object as the server stores it, and what a reconcile knows of its write. */
function stored(object: UnstructuredObject): ReturnType<typeof readWritten>[number] {
  version += 1;
  const resourceVersion = String(version);
  const { apiVersion, kind } = object;
  const key = keyOf(object);
  const server = { resourceVersion, uid: "u", creationTimestamp: "2026-01-01T00:00:00Z" };
  const change = { time: version, type: "MODIFIED", apiVersion, kind, key, resourceVersion } as const;
  timeline.add({ ...change, object: { ...object, metadata: { ...object.metadata, ...server } } });
  return { apiVersion, kind, ...key, resourceVersion };
}

const secret: UnstructuredObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { namespace: "a", name: "b", labels: { c: "d" } },
  data: { token: "aGVsbG8=" },
};
const machine: UnstructuredObject = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { namespace: "a", name: "b" },
};

const created = stored(secret);
stored(machine);
const changed = stored({ ...machine, status: { phase: "Running" } });
const otherValue = stored({ ...secret, data: { token: "d29ybGQ=" } });

test("of a new object what was set, of another one what differs, and nothing of an unknown version", () => {
  const unknown = { ...changed, resourceVersion: "99" };
  expect(writtenChanges(timeline, [changed, created, unknown, otherValue])).toEqual([
    { time: 3, fields: [{ path: "status.phase", before: undefined, after: "Running" }] },
    {
      time: 1,
      fields: [
        { path: "data.token", before: undefined, after: "(hidden)" },
        { path: "metadata.labels.c", before: undefined, after: "d" },
      ],
    },
    null,
    { time: 4, fields: [] },
  ]);
});

test("a body can be anything", () => {
  expect(readWritten(undefined)).toEqual([]);
  expect(readWritten({ objects: "a" })).toEqual([]);
  const none = { apiVersion: "", kind: "", namespace: "", name: "", resourceVersion: "" };
  expect(readWritten({ objects: [created, null, { kind: 1 }] })).toEqual([created, none, none]);
  expect(readWritten({ objects: Array.from({ length: 9000 }, () => created) })).toHaveLength(500);
});
