// What the console says beside workers of a Cluster that wait for their version, at any moment.
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
