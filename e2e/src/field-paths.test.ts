// The paths of fields that a write touched.
import { expect, it } from "vitest";
import { fieldPaths } from "./field-paths.ts";

it("names what a write touches, without what differs from run to run", () => {
  const patch = {
    apiVersion: "a/v1",
    kind: "LocalMachine",
    metadata: {
      name: "m-x7k2p",
      uid: "1",
      resourceVersion: "5",
      labels: { "cluster.x-k8s.io/cluster-name": "c" },
      annotations: null,
      finalizers: ["x/y"],
      ownerReferences: [{ kind: "Machine", name: "m", uid: "2", controller: true, blockOwnerDeletion: true }],
    },
    spec: { endpoint: { host: "h", port: 1 }, zones: ["a", "b"], empty: [] },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  };
  expect(fieldPaths(patch)).toEqual([
    "metadata.annotations",
    "metadata.finalizers[x/y]",
    "metadata.labels[cluster.x-k8s.io/cluster-name]",
    "metadata.ownerReferences[Machine controller blockOwnerDeletion]",
    "spec.empty",
    "spec.endpoint.host",
    "spec.endpoint.port",
    "spec.zones",
    "status.conditions[Ready]",
  ]);
});
