// Probes of the scale subresource.
import { jsonPatch, merge, metadataOf, type Probe } from "./probe.ts";

const path = "/apis/scale.probe.test/v1/namespaces/{ns}/scaleds";
const scaled = (spec: object): object => ({
  apiVersion: "scale.probe.test/v1",
  kind: "Scaled",
  metadata: { name: "a" },
  spec,
});
const scale = (replicas: number, metadata: object = {}): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "a", namespace: "{ns}", ...metadata },
  spec: { replicas },
});

export const scaleProbes: readonly Probe[] = [
  {
    name: "an object is scaled",
    steps: [
      { method: "POST", path, body: scaled({ replicas: 2, note: "x" }), want: { status: 201 } },
      {
        method: "GET",
        path: `${path}/a/scale`,
        want: {
          status: 200,
          body: {
            kind: "Scale",
            apiVersion: "autoscaling/v1",
            metadata: { name: "a", namespace: "{ns}" },
            spec: { replicas: 2 },
            status: { replicas: 0 },
          },
          without: ["metadata.generation", "metadata.managedFields", "status.selector"],
        },
      },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: merge,
        body: { spec: { replicas: 5 } },
        want: { status: 200, body: { kind: "Scale", spec: { replicas: 5 } } },
      },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: jsonPatch,
        body: [{ op: "replace", path: "/spec/replicas", value: 6 }],
        want: { status: 200, body: { kind: "Scale", spec: { replicas: 6 } } },
      },
      {
        method: "PUT",
        path: `${path}/a/scale`,
        body: (seen) => scale(7, { resourceVersion: metadataOf(seen.at(-1)).resourceVersion }),
        want: { status: 200, body: { kind: "Scale", spec: { replicas: 7 } } },
      },
      {
        method: "GET",
        path: `${path}/a`,
        want: { status: 200, body: { spec: { replicas: 7, note: "x" }, metadata: { generation: 4 } } },
      },
      {
        method: "PATCH",
        path: `${path}/a/status`,
        headers: merge,
        body: { status: { replicas: 3, selector: "a=b" } },
        want: { status: 200 },
      },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: merge,
        body: { spec: { replicas: 0 }, status: { replicas: 9 } },
        want: {
          status: 200,
          body: { status: { replicas: 3, selector: "a=b" } },
          without: ["spec.replicas"],
        },
      },
      {
        method: "GET",
        path: `${path}/a`,
        want: { status: 200, body: { spec: { replicas: 0 }, status: { replicas: 3 } } },
      },
    ],
  },
  {
    name: "wrong scales are rejected",
    steps: [
      { method: "POST", path, body: scaled({ replicas: 2 }), want: { status: 201 } },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: merge,
        body: { spec: { replicas: -1 } },
        want: {
          status: 422,
          body: {
            reason: "Invalid",
            message:
              'Scaled.scale.probe.test "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
          },
        },
      },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: merge,
        body: { spec: { replicas: 21 } },
        want: { status: 422, body: { reason: "Invalid" } },
      },
      {
        method: "PUT",
        path: `${path}/a/scale`,
        body: scale(3, { resourceVersion: "1" }),
        want: { status: 409, body: { reason: "Conflict" } },
      },
      {
        method: "PUT",
        path: `${path}/a/scale`,
        body: scale(3),
        want: { status: 200, body: { spec: { replicas: 3 } } },
      },
      { method: "GET", path: `${path}/none/scale`, want: { status: 404 } },
      { method: "DELETE", path: `${path}/a/scale`, want: { status: 405 } },
      { method: "GET", path: "/apis/probe.test/v1/namespaces/{ns}/widgets/a/scale", want: { status: 404 } },
    ],
  },
  {
    name: "an object that wants no number of replicas has no scale",
    steps: [
      { method: "POST", path, body: scaled({}), want: { status: 201 } },
      { method: "GET", path: `${path}/a/scale`, want: { status: 500 } },
      {
        method: "PATCH",
        path: `${path}/a/scale`,
        headers: merge,
        body: { spec: { replicas: 3 } },
        want: { status: 200, body: { spec: { replicas: 3 } } },
      },
    ],
  },
];
