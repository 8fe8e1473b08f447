// Random ClusterClasses, some of which Cluster API's webhook rejects, and what the simulation says of them.
import type {
  Cluster,
  ClusterClass,
  ClusterClassPatch,
  ClusterClassTemplateReference,
  ClusterClassVariable,
  JSONPatch,
  MachineDeploymentClass,
  PatchSelector,
} from "@capstan/api/core/v1beta2";
import { rejectedClass } from "@capstan/core-sim";
import type { Random } from "@capstan/repo";
import type { Case } from "../extensions/cases.ts";

const version = "infrastructure.cluster.x-k8s.io/v1beta2";

function reference(random: Random, kind: string): ClusterClassTemplateReference {
  return {
    apiVersion: random.chance(0.95) ? version : random.pick(["a/b/c", "v1", "other.dev/v1"]),
    kind: random.chance(0.95) ? kind : random.pick(["Template", "Foo", "BarTemplate"]),
    name: random.chance(0.98) ? "foo" : "",
  };
}

const names = ["default-worker", "gpu", "worker-a"];
const limits = [0, 1, "10%", "x", "y%", "-3%", "1"];
const labels = ["a", "example.dev/a", "example.dev/", "/a", "a b", "-", "A/b/c", "x".repeat(64), "Ex.dev/a"];

function metadata(random: Random): {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
} {
  if (random.chance(0.9)) return {};
  const pair = { [random.pick(labels)]: random.pick(["v", "a b", "", "x".repeat(70)]) };
  return { metadata: random.chance(0.5) ? { labels: pair } : { annotations: pair } };
}

function workers(random: Random, kind: string): MachineDeploymentClass {
  return {
    class: random.pick(names),
    bootstrap: { templateRef: reference(random, "BootTemplate") },
    infrastructure: { templateRef: reference(random, kind) },
    ...metadata(random),
    ...(random.chance(0.1) && { taints: [{ key: random.pick(taints), effect: "NoSchedule", propagation: "Always" }] }),
  };
}

const taints = [
  "a",
  "a b",
  "node.kubernetes.io/a",
  "node.kubernetes.io/out-of-service",
  "node.cluster.x-k8s.io/uninitialized",
  "node-role.kubernetes.io/master",
  "node.cloudprovider.kubernetes.io/a",
];

function deployment(random: Random): MachineDeploymentClass {
  const rollingUpdate = { maxSurge: random.pick(limits), maxUnavailable: random.pick(limits) };
  return {
    ...workers(random, "MachineTemplate"),
    ...(random.chance(0.1) && { rollout: { strategy: { type: "RollingUpdate" as const, rollingUpdate } } }),
    ...(random.chance(0.2) && { healthCheck: check(random) }),
  };
}

function check(random: Random): NonNullable<MachineDeploymentClass["healthCheck"]> {
  return random.pick([
    { checks: { nodeStartupTimeoutSeconds: random.pick([0, 10, 30]) } },
    { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: random.pick(limits) } } },
    { remediation: { maxInFlight: random.pick(limits), triggerIf: { unhealthyLessThanOrEqualTo: "5x%" } } },
  ]);
}

const paths = [
  "/spec/a",
  "/spec/template/spec/0",
  "/spec/1/-",
  "/metadata/a",
  "/spec",
  "spec/a",
  "/spec/-1/+2",
  "/spec/<b>",
];
const variables = [
  "size",
  "mounts[0].path",
  "none",
  "size.a.b",
  "none[0]",
  "builtin",
  "[",
  ".",
  "builtin.cluster.name",
  "builtin.cluster.none",
  "builtin.machinePool.metadata.labels",
  "builtin.controlPlane",
];

function jsonPatch(random: Random): JSONPatch {
  const op = random.pick(["add", "replace", "remove"] as const);
  const variable = random.pick(variables.slice(0, random.chance(0.9) ? 1 : 6).concat(variables.slice(8)));
  const valueFrom = random.pick([{ variable }, { variable }, { variable }, { template: "{{ .size }}" }, {}]);
  return {
    op,
    path: random.chance(0.6) ? "/spec/a/b" : random.pick(paths),
    ...(random.chance(0.5) && { value: random.pick(["a<b>", 1, { b: 1, a: [] }, true, null]) }),
    ...(random.chance(0.5) && { valueFrom }),
  };
}

const selectedNames = ["*", "gpu", "worker-*", "*-a", "none", "*a*", "a*b", "*/", "worker-*x", "none-*"];

function selector(random: Random): PatchSelector {
  const some = (): string[] => random.list(3, () => random.pick(selectedNames));
  return {
    apiVersion: random.chance(0.9) ? version : "other.dev/v1",
    kind: random.pick(["ClusterTemplate", "MachineTemplate", "BootTemplate", "PlaneTemplate", "MachinePoolTemplate"]),
    matchResources: {
      ...(random.chance(0.4) && { infrastructureCluster: random.chance(0.8) }),
      ...(random.chance(0.4) && { controlPlane: random.chance(0.8) }),
      ...(random.chance(0.4) && { machineDeploymentClass: { names: some() } }),
      ...(random.chance(0.2) && { machinePoolClass: { names: some() } }),
    },
  };
}

function patch(random: Random): ClusterClassPatch {
  const definitions = random.list(3, () => ({
    selector: selector(random),
    jsonPatches: [jsonPatch(random), ...random.list(2, () => jsonPatch(random))],
  }));
  const external = random.pick([
    { generatePatchesExtension: "a" },
    { validateTopologyExtension: "b" },
    { settings: { b: "1", a: "<" } },
  ]);
  const hasBoth = random.chance(0.05);
  return {
    name: random.chance(0.9) ? `patch-${random.below(100)}` : random.pick(["", "inline", "twice", "twice"]),
    ...(definitions.length > 0 && { definitions }),
    ...((hasBoth || (definitions.length === 0 && random.chance(0.9))) && { external }),
  };
}

const schemas: readonly object[] = [
  { type: "string" },
  { type: "integer", default: 3 },
  { type: "integer", default: "x" },
  { type: "string", maxLength: 2, default: "abc" },
  { type: "object", properties: { a: { type: "string" } }, default: { b: 1 } },
  { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, default: { a: 1 } },
  { type: "object", properties: { a: { type: "string", default: 2 } } },
  { type: "object", properties: { a: { type: "array", items: { type: "string" } } }, default: { a: ["", 1] } },
  { type: "string", enum: ["a"], default: "b" },
  { type: "array" },
  { type: "array", items: { type: "string" }, default: ["a"] },
  { type: "text" },
  {},
  { type: "object", properties: { a: {} } },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "object", properties: { a: { type: "string", pattern: "[" } } },
  { type: "array", uniqueItems: true, items: { type: "string" } },
  { type: "object", "x-kubernetes-preserve-unknown-fields": false },
  { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { example: { type: "integer" } } },
  {
    type: "string",
    oneOf: [
      { description: "a", maxLength: 3 },
      { title: "b", nullable: true, minLength: 5 },
    ],
  },
  { type: "string", not: { description: "a", enum: ["x"] }, allOf: [{ type: "string" }] },
  { type: "object", properties: { a: { type: "string", default: null } } },
  { type: "string", default: null },
  { type: "object", properties: { example: {}, description: { type: "string" } } },
  { type: "object", properties: { a: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "map" } } },
  { type: "object", additionalProperties: { type: "string", "x-kubernetes-embedded-resource": true } },
  { "x-kubernetes-int-or-string": true, default: "1" },
  { type: "string", enum: ["a", null], default: "a" },
  { type: "object", properties: {}, required: ["a"], anyOf: [{ required: ["a"] }, { properties: { b: {} } }] },
];

function variable(random: Random, name: string): ClusterClassVariable {
  const openAPIV3Schema = random.chance(0.85) ? { type: "string" } : random.pick(schemas);
  return { name, required: random.chance(0.5), schema: { openAPIV3Schema } };
}

const versions = ["v1.34.0", "v1.35.0", "v1.35.1", "1.36", "v1.38.0", "x", "v1.36.0-rc.1", "v1.36.0+a", "v1.36.0+b"];

/** A class of which some parts are wrong. */
function randomClass(random: Random): ClusterClass {
  const defined = ["size", "mounts", ...(random.chance(0.05) ? [random.pick(["size", "", "builtin", "a.b"])] : [])];
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "ClusterClass",
    metadata: { name: "foo", namespace: "default" },
    spec: {
      infrastructure: { templateRef: reference(random, "ClusterTemplate") },
      controlPlane: {
        templateRef: reference(random, "PlaneTemplate"),
        ...(random.chance(0.8) && { machineInfrastructure: { templateRef: reference(random, "MachineTemplate") } }),
        ...(random.chance(0.2) && { healthCheck: { checks: { nodeStartupTimeoutSeconds: random.pick([5, 60]) } } }),
        ...metadata(random),
      },
      workers: {
        machineDeployments: random.list(4, () => deployment(random)),
        machinePools: random.list(3, () => workers(random, "MachinePoolTemplate")),
      },
      variables: defined.map((name) => variable(random, name)),
      patches: random.list(4, () => patch(random)),
      ...(random.chance(0.2) && { kubernetesVersions: random.list(5, () => random.pick(versions)) }),
    },
  };
}

function randomCluster(random: Random, name: string): Cluster {
  const size = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size";
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name, namespace: "default" },
    spec: {
      topology: {
        classRef: { name: "foo" },
        version: random.pick(versions),
        ...(random.chance(0.3) && { controlPlane: { healthCheck: { enabled: true } } }),
        workers: {
          machineDeployments: random.list(3, () => ({
            class: random.pick(names),
            name: "md",
            ...(random.chance(0.5) && { replicas: 2 }),
            ...(random.chance(0.3) && { healthCheck: { enabled: true } }),
            ...(random.chance(0.2) && { metadata: { annotations: { [size]: "1" } } }),
          })),
        },
      },
    },
  };
}

/** A class that is created, or changed while Clusters use it. */
export function classCase(random: Random): Case {
  const after = randomClass(random);
  if (random.chance(0.7)) return caseOf({ class: after }, rejectedClass(after));
  const before = randomClass(random);
  const clusters = random.list(3, () => randomCluster(random, random.pick(["a", "b"])));
  return caseOf({ class: after, before, clusters }, rejectedClass(after, { before, clusters }));
}

function caseOf(question: object, rejection: string | undefined): Case {
  const ours = rejection === undefined ? { value: "accepted" } : { error: rejection };
  return { operation: "class", question: { class: question }, ours };
}
