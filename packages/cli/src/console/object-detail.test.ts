// What the console says beside workers of a Cluster that wait for their version, at any moment, and the Events about an object.
import { keyOf, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { objectOf } from "../../test/tree-objects.ts";
import { objectId } from "../dev/timeline/timeline-change.ts";
import { Timeline } from "../dev/timeline/timeline.ts";
import { objectDetail } from "./object-detail.ts";

const prefix = "topology.cluster.x-k8s.io";
const clusterWith = (version: string): KubeObject =>
  objectOf("Cluster", "c", {
    spec: { topology: { version, workers: { machineDeployments: [{ name: "a", replicas: 5 }] } } },
  });
const workers = objectOf("MachineDeployment", "c-a", {
  metadata: { labels: { [`${prefix}/owned`]: "", [`${prefix}/deployment-name`]: "a" } },
  spec: { replicas: 2, template: { spec: { version: "v1.33.0" } } },
  owner: "c",
});

function add(timeline: Timeline, object: KubeObject, type: "ADDED" | "MODIFIED"): string {
  const { apiVersion, kind } = object;
  const key = keyOf(object);
  timeline.add({ time: 1, type, apiVersion, kind, key, resourceVersion: "1", object: { ...object } });
  return objectId({ apiVersion, kind, key });
}

test("workers that wait for the version of their Cluster say so from then on, and the Cluster does not", () => {
  const timeline = new Timeline();
  const cluster = add(timeline, clusterWith("v1.33.0"), "ADDED");
  const id = add(timeline, workers, "ADDED");
  const before = timeline.seq;
  add(timeline, clusterWith("v1.34.0"), "MODIFIED");
  expect(objectDetail(timeline, id, timeline.seq).waiting).toBe(
    "v1.33.0 waits for v1.34.0, and the change to 5 machines with it",
  );
  expect(objectDetail(timeline, id, before).waiting).toBe("");
  expect(objectDetail(timeline, cluster, timeline.seq).waiting).toBe("");
  expect(objectDetail(timeline, "none", timeline.seq).waiting).toBe("");
});

const machine = { ...objectOf("Machine", "m"), metadata: { namespace: "default", name: "m", uid: "m-uid" } };
const at = (second: number): string => `2026-01-01T12:00:0${second}Z`;

/** The Events about the machine that these objects are, oldest first. */
function shownEvents(
  ...events: readonly Readonly<Record<string, unknown>>[]
): ReturnType<typeof objectDetail>["events"] {
  const timeline = new Timeline();
  const id = add(timeline, machine, "ADDED");
  for (const [index, { apiVersion = "events.k8s.io/v1", ...event }] of events.entries()) {
    const metadata = { namespace: "default", name: `e${index}`, creationTimestamp: at(9) };
    add(timeline, { apiVersion: String(apiVersion), kind: "Event", metadata, ...event }, "ADDED");
  }
  return objectDetail(timeline, id, timeline.seq).events;
}

const regarding = { kind: "Machine", uid: "m-uid" };

test("Events of both APIs are about it by its uid, and have the time and the number of their series", () => {
  const old = { apiVersion: "v1", involvedObject: regarding, type: "Warning", reason: "Old" };
  expect(
    shownEvents(
      {
        regarding,
        type: "Normal",
        reason: "Series",
        note: "again",
        eventTime: at(1),
        series: { count: 4, lastObservedTime: at(5) },
      },
      { ...old, message: "counted", count: 3, firstTimestamp: at(0), lastTimestamp: at(4) },
      { regarding, type: "Normal", reason: "Once", note: "one", eventTime: at(2) },
      { regarding, reason: "Deprecated", note: "both", deprecatedCount: 2, deprecatedLastTimestamp: at(3) },
      { ...old, involvedObject: { ...regarding, uid: "other" }, message: "of another one" },
      { reason: "NoObject", note: "of nothing" },
    ),
  ).toEqual([
    { time: Date.parse(at(2)), type: "Normal", reason: "Once", message: "one", count: 1 },
    { time: Date.parse(at(3)), type: "", reason: "Deprecated", message: "both", count: 2 },
    { time: Date.parse(at(4)), type: "Warning", reason: "Old", message: "counted", count: 3 },
    { time: Date.parse(at(5)), type: "Normal", reason: "Series", message: "again", count: 4 },
  ]);
});

test("an Event without a time of its own has that of its creation, and what is no string or number is left out", () => {
  const odd = { regarding, reason: 7, note: ["a"], type: null, eventTime: null, series: "often", count: "many" };
  expect(shownEvents(odd)).toEqual([{ time: Date.parse(at(9)), type: "", reason: "", message: "", count: 1 }]);
});

test("the newest 200 Events are shown", () => {
  const events = Array.from({ length: 205 }, (_, index) => ({
    regarding,
    reason: `r${index}`,
    eventTime: new Date(Date.parse(at(0)) + index * 1000).toISOString(),
  }));
  const reasons = shownEvents(...events).map(({ reason }) => reason);
  expect([reasons.length, reasons[0], reasons.at(-1)]).toEqual([200, "r5", "r204"]);
});
