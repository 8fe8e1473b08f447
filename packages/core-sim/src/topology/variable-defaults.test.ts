// The variables of a topology: the defaults that core's webhook sets, and the values that it rejects.
import type { Cluster, ClusterClass, ClusterVariable, JSONSchemaProps } from "@capstan/api/core/v1beta2";
import { deepClone, type JSONValue } from "@capstan/kube";
import { expect, test } from "vitest";
import { clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { defaultVariables } from "./variable-defaults.ts";
import { rejectedVariables } from "./variable-values.ts";

const schemas: Readonly<Record<string, JSONSchemaProps>> = {
  size: { type: "string", default: "small", enum: ["small", "large"] },
  disk: {
    type: "object",
    properties: { gib: { type: "integer", default: 10, minimum: 1 }, name: { type: "string" } },
  },
  mounts: { type: "array", items: { type: "object", properties: { path: { type: "string", default: "/" } } } },
  tags: { type: "object", additionalProperties: { type: "string", default: "none" } },
  net: {
    type: "object",
    default: {},
    properties: { cidr: { type: "string", default: "10.0.0.0/8", pattern: "^[0-9./]+$" } },
  },
};

function classOf(required: readonly string[] = []): ClusterClass {
  const changed = deepClone(clusterClass);
  changed.spec.variables = Object.entries(schemas).map(([name, openAPIV3Schema]) => ({
    name,
    required: required.includes(name),
    schema: { openAPIV3Schema },
  }));
  return changed;
}

function clusterWith(variables: ClusterVariable[], overrides: ClusterVariable[] = []): Cluster {
  const cluster = clusterOfClass("a", "v1.36.0");
  const { topology } = cluster.spec;
  if (topology === undefined) throw new Error("it has a topology");
  topology.variables = variables;
  const [workers] = topology.workers?.machineDeployments ?? [];
  if (workers !== undefined) workers.variables = { overrides };
  topology.controlPlane = { replicas: 1, variables: { overrides } };
  return cluster;
}

function defaulted(cluster: Cluster, clusterClass_: ClusterClass = classOf()): Cluster {
  defaultVariables(cluster, clusterClass_);
  return cluster;
}

const value = (name: string, given: JSONValue): ClusterVariable => ({ name, value: given });
const added = [value("size", "small"), value("net", { cidr: "10.0.0.0/8" })];

test.each<[string, ClusterVariable[], ClusterVariable[]]>([
  ["no value", [], added],
  ["a value", [value("size", "large")], [value("size", "large"), value("net", { cidr: "10.0.0.0/8" })]],
  ["null", [value("size", null)], added],
  ["fields of an object", [value("disk", { name: "a" })], [value("disk", { gib: 10, name: "a" }), ...added]],
  [
    "fields of an object that is null",
    [value("net", null)],
    [value("net", { cidr: "10.0.0.0/8" }), value("size", "small")],
  ],
  ["null without a default", [value("disk", { name: null })], [value("disk", { gib: 10, name: null }), ...added]],
  [
    "items of a list",
    [value("mounts", [{}, { path: "/a" }])],
    [value("mounts", [{ path: "/" }, { path: "/a" }]), ...added],
  ],
  ["values of a map", [value("tags", { a: null, b: "c" })], [value("tags", { a: "none", b: "c" }), ...added]],
  ["an undefined variable", [value("disc", {})], [value("disc", {})]],
  ["a variable twice", [value("disk", {}), value("disk", {})], [value("disk", {}), value("disk", {})]],
])("defaults with %s", (_, given, wanted) => {
  const { topology } = defaulted(clusterWith(given)).spec;
  expect(topology?.variables).toEqual(wanted);
});

test("overrides get defaults of fields, but none are added", () => {
  const { topology } = defaulted(clusterWith([], [value("disk", {})])).spec;
  expect(topology?.controlPlane?.variables?.overrides).toEqual([value("disk", { gib: 10 })]);
  expect(topology?.workers?.machineDeployments?.[0]?.variables?.overrides).toEqual([value("disk", { gib: 10 })]);
});

test("variables that an extension may define are left alone", () => {
  const discovering = classOf();
  discovering.spec.patches = [{ name: "one", external: { discoverVariablesExtension: "variables.foo" } }];
  const cluster = defaulted(clusterWith([value("other", 1)]), discovering);
  expect(cluster.spec.topology?.variables).toEqual([value("other", 1), ...added]);
  expect(rejectedVariables(cluster, discovering)).toBeUndefined();
});

const at = "spec.topology.variables";

test.each<[string, ClusterVariable[], string | undefined]>([
  ["fits", [value("size", "large"), value("disk", { gib: 1 })], undefined],
  ["is unknown", [value("disc", { a: 1 })], `${at}[disc]: Invalid value: "{\\"a\\":1}": variable is not defined`],
  [
    "is not among those",
    [value("size", "x")],
    `${at}[size].value: Unsupported value: "\\"x\\"": supported values: "small", "large"`,
  ],
  [
    "has another type",
    [value("size", 1)],
    `[${at}[size].value: Invalid value: "1": must be of type string: "integer", ${at}[size].value: Unsupported value: "1": supported values: "small", "large"]`,
  ],
  [
    "has a field of another type",
    [value("disk", { gib: "x" })],
    `${at}[disk].value.gib: Invalid value: "{\\"gib\\":\\"x\\"}": gib in body must be of type integer: "string"`,
  ],
  [
    "has a pattern",
    [value("net", { cidr: "a" })],
    `${at}[net].value.cidr: Invalid value: "{\\"cidr\\":\\"a\\"}": cidr in body should match '^[0-9./]+$'`,
  ],
  [
    "has a field more",
    [value("disk", { x: 1 })],
    `${at}[disk]: Invalid value: "{\\"x\\":1}": failed validation: "x" field(s) are not specified in the variable schema of variable "disk"`,
  ],
  [
    "is there twice",
    [value("size", "large"), value("size", "small")],
    `${at}[size]: Invalid value: "\\"small\\"": variable "size" is set more than once`,
  ],
])("a value that %s", (_, variables, problem) => {
  const wanted = problem && `Cluster.cluster.x-k8s.io "a" is invalid: ${problem}`;
  expect(rejectedVariables(clusterWith(variables), classOf())).toBe(wanted);
});

test("a variable that is required, but not as an override, and overrides that do not fit", () => {
  const cluster = clusterWith([], [value("size", "x")]);
  const unsupported = 'Unsupported value: "\\"x\\"": supported values: "small", "large"';
  expect(rejectedVariables(cluster, classOf(["disk"]))).toBe(
    `Cluster.cluster.x-k8s.io "a" is invalid: [${at}: Required value: required variable "disk" must be set, spec.topology.controlPlane.variables.overrides[size].value: ${unsupported}, spec.topology.workers.machineDeployments[md].variables.overrides[size].value: ${unsupported}]`,
  );
});
