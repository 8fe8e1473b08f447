// Clusters of either version as handlers get them.
import { expect, test } from "vitest";
import { normalizeCluster } from "./normalize-cluster.ts";

const metadata = { name: "c", namespace: "n" };
const normal = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata };

const olderSpec = {
  clusterNetwork: { pods: { cidrBlocks: ["10.0.0.0/16"] } },
  infrastructureRef: { apiVersion: "infrastructure.example.dev/v1", kind: "Foo", name: "c", namespace: "n" },
  topology: {
    class: "quick",
    classNamespace: "classes",
    version: "v1.33.0",
    rolloutAfter: "2026-01-01T00:00:00Z",
    variables: [{ name: "image", value: "x", definitionFrom: "" }],
    controlPlane: { replicas: 3, nodeDrainTimeout: "1m30s", machineHealthCheck: { enable: true, maxUnhealthy: "40%" } },
    workers: {
      machineDeployments: [
        {
          class: "w",
          name: "md",
          nodeDeletionTimeout: "10s",
          strategy: {
            type: "RollingUpdate",
            rollingUpdate: { maxSurge: 1, deletePolicy: "Oldest" },
            remediation: { maxInFlight: 2 },
          },
          machineHealthCheck: {
            nodeStartupTimeout: "10m",
            unhealthyConditions: [{ type: "Ready", status: "False", timeout: "5m" }],
          },
          variables: { overrides: [{ name: "image", value: "y", definitionFrom: "" }] },
        },
      ],
    },
  },
};

const newerSpec = {
  clusterNetwork: { pods: { cidrBlocks: ["10.0.0.0/16"] } },
  infrastructureRef: { apiGroup: "infrastructure.example.dev", kind: "Foo", name: "c" },
  topology: {
    classRef: { name: "quick", namespace: "classes" },
    version: "v1.33.0",
    variables: [{ name: "image", value: "x" }],
    controlPlane: {
      replicas: 3,
      deletion: { nodeDrainTimeoutSeconds: 90 },
      healthCheck: { enabled: true, remediation: { triggerIf: { unhealthyLessThanOrEqualTo: "40%" } } },
    },
    workers: {
      machineDeployments: [
        {
          class: "w",
          name: "md",
          rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
          deletion: { nodeDeletionTimeoutSeconds: 10, order: "Oldest" },
          healthCheck: {
            checks: {
              nodeStartupTimeoutSeconds: 600,
              unhealthyNodeConditions: [{ type: "Ready", status: "False", timeoutSeconds: 300 }],
            },
            remediation: { maxInFlight: 2 },
          },
          variables: { overrides: [{ name: "image", value: "y" }] },
        },
      ],
    },
  },
};

test.each([
  {
    name: "of release 1.10, with apiVersion and status",
    given: {
      apiVersion: "cluster.x-k8s.io/v1beta1",
      kind: "Cluster",
      metadata,
      spec: olderSpec,
      status: { phase: "Provisioned" },
    },
    want: { ...normal, spec: newerSpec },
  },
  {
    name: "of release 1.12, without apiVersion",
    given: { metadata, spec: olderSpec },
    want: { ...normal, spec: newerSpec },
  },
  { name: "of release 1.14", given: { ...normal, spec: newerSpec }, want: { ...normal, spec: newerSpec } },
  {
    name: "of release 1.14, without apiVersion",
    given: { metadata, spec: newerSpec },
    want: { ...normal, spec: newerSpec },
  },
  {
    name: "without topology, known by its references",
    given: { metadata, spec: { infrastructureRef: olderSpec.infrastructureRef } },
    want: { ...normal, spec: { infrastructureRef: newerSpec.infrastructureRef } },
  },
  { name: "without a spec", given: { metadata }, want: { ...normal } },
])("a Cluster $name is the same Cluster", ({ given, want }) => {
  const before = structuredClone(given);
  expect(normalizeCluster(given)).toEqual(want);
  expect(given).toEqual(before);
});

/** Parts of a v1beta1 topology, and what they are in v1beta2. */
const parts: readonly { name: string; given: object; want: object }[] = [
  {
    name: "a class in the namespace of the Cluster",
    given: { class: "quick", classNamespace: "" },
    want: { classRef: { name: "quick" } },
  },
  {
    name: "variables whose values are objects without fields",
    given: {
      class: "quick",
      variables: [{ name: "audit", value: {}, definitionFrom: "" }],
      controlPlane: { variables: { overrides: [{ name: "audit", value: {} }] } },
    },
    want: {
      classRef: { name: "quick" },
      variables: [{ name: "audit", value: {} }],
      controlPlane: { variables: { overrides: [{ name: "audit", value: {} }] } },
    },
  },
  {
    name: "machine pools",
    given: {
      class: "quick",
      workers: {
        machinePools: [
          {
            class: "p",
            name: "mp",
            nodeVolumeDetachTimeout: "2m",
            nodeDeletionTimeout: "1.6s",
            nodeDrainTimeout: "2562047h47m16s",
            variables: { overrides: [{ name: "image", value: "z", definitionFrom: "inline" }] },
          },
        ],
      },
    },
    want: {
      classRef: { name: "quick" },
      workers: {
        machinePools: [
          {
            class: "p",
            name: "mp",
            deletion: {
              nodeDrainTimeoutSeconds: 2_147_483_647,
              nodeVolumeDetachTimeoutSeconds: 120,
              nodeDeletionTimeoutSeconds: 1,
            },
            variables: { overrides: [{ name: "image", value: "z" }] },
          },
        ],
      },
    },
  },
  {
    name: "a health check with everything",
    given: {
      class: "quick",
      controlPlane: {
        machineHealthCheck: {
          enable: false,
          unhealthyMachineConditions: [{ type: "Updated", status: "Unknown", timeout: "90s" }],
          unhealthyRange: "[1-3]",
          remediationTemplate: { apiVersion: "g/v1", kind: "FooTemplate", name: "t", namespace: "n", uid: "u" },
        },
      },
    },
    want: {
      classRef: { name: "quick" },
      controlPlane: {
        healthCheck: {
          enabled: false,
          checks: { unhealthyMachineConditions: [{ type: "Updated", status: "Unknown", timeoutSeconds: 90 }] },
          remediation: {
            triggerIf: { unhealthyInRange: "[1-3]" },
            templateRef: { apiVersion: "g/v1", kind: "FooTemplate", name: "t" },
          },
        },
      },
    },
  },
  {
    name: "machine deployments: a strategy without remediation, remediation without a health check, both, and none",
    given: {
      class: "quick",
      workers: {
        machineDeployments: [
          { name: "a", strategy: { type: "OnDelete" }, machineHealthCheck: { maxUnhealthy: 1 } },
          { name: "b", strategy: { remediation: { maxInFlight: "20%" } } },
          {
            name: "c",
            strategy: { remediation: { maxInFlight: 1 } },
            machineHealthCheck: { enable: true, maxUnhealthy: 2 },
          },
          { name: "d" },
          { name: "e", rollout: { after: "2026-01-01T00:00:00Z" }, strategy: { type: "OnDelete" } },
        ],
      },
    },
    want: {
      classRef: { name: "quick" },
      workers: {
        machineDeployments: [
          {
            name: "a",
            rollout: { strategy: { type: "OnDelete" } },
            healthCheck: { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: 1 } } },
          },
          { name: "b", healthCheck: { remediation: { maxInFlight: "20%" } } },
          {
            name: "c",
            healthCheck: {
              enabled: true,
              remediation: { triggerIf: { unhealthyLessThanOrEqualTo: 2 }, maxInFlight: 1 },
            },
          },
          { name: "d" },
          { name: "e", rollout: { after: "2026-01-01T00:00:00Z", strategy: { type: "OnDelete" } } },
        ],
      },
    },
  },
];

test.each(parts)("$name", ({ given, want }) => {
  expect(normalizeCluster({ metadata, spec: { topology: given } })).toStrictEqual({
    ...normal,
    spec: { topology: want },
  });
});

test.each([
  { name: "no endpoint", given: { controlPlaneEndpoint: { host: "", port: 0 } }, want: {} },
  {
    name: "an endpoint without a port",
    given: { controlPlaneEndpoint: { host: "a", port: 0 } },
    want: { controlPlaneEndpoint: { host: "a" } },
  },
  {
    name: "networks without ranges",
    given: { clusterNetwork: { apiServerPort: 0, serviceDomain: "a", pods: { cidrBlocks: null }, services: {} } },
    want: { clusterNetwork: { serviceDomain: "a" } },
  },
  { name: "a reference to nothing", given: { infrastructureRef: { apiVersion: "", kind: "", name: "" } }, want: {} },
])("what Go writes for fields that are not set is not there: $name", ({ given, want }) => {
  const topology = { class: "quick" };
  expect(normalizeCluster({ metadata, spec: { topology, ...given } })).toStrictEqual({
    ...normal,
    spec: { topology: { classRef: { name: "quick" } }, ...want },
  });
});

const oldReference = { apiVersion: "controlplane.example.dev/v1beta1", kind: "Bar", name: "b" };
const newReference = { apiGroup: "controlplane.example.dev", kind: "Bar", name: "b" };

test.each([
  { name: "its control plane", apiVersion: undefined, given: { controlPlaneRef: oldReference } },
  { name: "its control plane, with an empty apiVersion", apiVersion: "", given: { controlPlaneRef: oldReference } },
])("is recognized as the older version by $name", ({ apiVersion, given }) => {
  expect(normalizeCluster({ apiVersion, metadata, spec: given })).toStrictEqual({
    ...normal,
    spec: { controlPlaneRef: newReference },
  });
});

test.each([
  {
    name: "the newer apiVersion decides",
    apiVersion: "cluster.x-k8s.io/v1beta2",
    spec: { topology: { class: "quick" } },
  },
  {
    name: "a topology of the newer version decides",
    spec: { topology: { version: "v1" }, controlPlaneRef: oldReference },
  },
  { name: "references of the newer version decide", spec: { infrastructureRef: newReference, other: {} } },
  { name: "there is nothing to convert", spec: {} },
  { name: "the spec is not an object", apiVersion: "cluster.x-k8s.io/v1beta1", spec: "none" },
])("the spec stays as it is when $name", ({ apiVersion, spec }) => {
  expect(normalizeCluster({ apiVersion, metadata, spec })).toStrictEqual({ ...normal, spec });
});

test("the older apiVersion decides, also without a sign of it in the spec", () => {
  const spec = { infrastructureRef: { kind: "Foo", name: "c", namespace: "n" } };
  expect(normalizeCluster({ apiVersion: "cluster.x-k8s.io/v1beta1", metadata, spec })).toStrictEqual({
    ...normal,
    spec: { infrastructureRef: { kind: "Foo", name: "c" } },
  });
});

test("without a spec there is none afterwards", () => {
  expect(normalizeCluster({ apiVersion: "cluster.x-k8s.io/v1beta1", metadata })).toStrictEqual(normal);
});

test("an object with more fields than any of a Cluster is rejected before it is copied", () => {
  const fields = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, 1]));
  const topologies = [
    fields,
    { workers: { machineDeployments: [fields] } },
    { controlPlane: { machineHealthCheck: fields } },
  ];
  for (const topology of topologies)
    expect(() => normalizeCluster({ apiVersion: "cluster.x-k8s.io/v1beta1", spec: { topology } })).toThrow(
      "an object of the Cluster has more than 200 fields",
    );
});

test("a list with more items than a Cluster has room for is rejected before it is converted", () => {
  const topologyOf = (items: number): object => ({
    workers: { machineDeployments: Array.from({ length: items }, () => ({})) },
  });
  const convert = (items: number): object =>
    normalizeCluster({ apiVersion: "cluster.x-k8s.io/v1beta1", spec: { topology: topologyOf(items) } });
  expect(convert(10_000)).toBeDefined();
  expect(() => convert(10_001)).toThrow("a list of the Cluster has more than 10000 items");
});

test("an object with a number as the name of a field is rejected before it is copied", () => {
  for (const topology of [{ "1000": 0 }, { workers: { machinePools: [{ name: "a", "2500": 0 }] } }])
    expect(() => normalizeCluster({ apiVersion: "cluster.x-k8s.io/v1beta1", spec: { topology } })).toThrow(
      "an object of the Cluster has a number as the name of a field",
    );
});
