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
