// Which set has the template of a MachineDeployment, how far a rollout may go, and the sizes of sets while it is paused.
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { revise } from "./new-machine-set.ts";
import { pausedSizes } from "./paused-sizes.ts";
import { isComplete, maxSurge, maxUnavailable } from "./rollout-limits.ts";
import { rolloutSets } from "./rollout-sets.ts";

type Template = MachineDeployment["spec"]["template"]["spec"];
type Rollout = NonNullable<MachineDeployment["spec"]["rollout"]>;
type Limits = NonNullable<NonNullable<Rollout["strategy"]>["rollingUpdate"]>;

const infrastructureRef = { apiGroup: "g", kind: "FooMachineTemplate", name: "t" };
const template = (fields: Partial<Template> = {}): Template => ({
  clusterName: "c",
  version: "v1.35.0",
  bootstrap: {},
  infrastructureRef,
  ...fields,
});

function deployment(replicas: number, rollout: Rollout = {}): MachineDeployment {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: "d", namespace: "default", generation: 2 },
    spec: { clusterName: "c", replicas, rollout, selector: {}, template: { spec: template() } },
    status: { observedGeneration: 2 },
  };
}

/** A set that was created at a minute of an hour. */
function setOf(
  name: string,
  minute: number,
  { size = 0, ...fields }: Partial<Template> & { size?: number } = {},
): MachineSet {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { name, namespace: "default", creationTimestamp: `2026-01-01T00:${minute}:00Z` },
    spec: { clusterName: "c", replicas: size, selector: {}, template: { spec: template(fields) } },
    status: { replicas: size, availableReplicas: size, upToDateReplicas: size },
  };
}

const nameOf = (set: MachineSet | undefined): string | undefined => set?.metadata.name;
const at = (minute: number): number => Date.UTC(2026, 0, 1, 0, minute);

test.each([
  { name: "one of that version", sets: [setOf("a", 10, { version: "v1.34.0" }), setOf("b", 11)], want: "b" },
  { name: "the largest one", sets: [setOf("a", 10), setOf("b", 11, { size: 1 })], want: "b" },
  { name: "the oldest one of one size", sets: [setOf("b", 10), setOf("a", 11)], want: "b" },
  { name: "in spite of what changes in place", sets: [setOf("a", 10, { minReadySeconds: 5, taints: [] })], want: "a" },
  {
    name: "none of another bootstrap",
    sets: [setOf("a", 10, { bootstrap: { dataSecretName: "s" } })],
    want: undefined,
  },
  { name: "none of another failure domain", sets: [setOf("a", 10, { failureDomain: "f" })], want: undefined },
  { name: "one of before a time that comes", sets: [setOf("a", 10)], after: 40, want: "a" },
  { name: "one of after a time", sets: [setOf("a", 10, { size: 3 }), setOf("b", 21)], after: 20, want: "b" },
  { name: "none of before a time", sets: [setOf("a", 10)], after: 20, want: undefined },
])("the set of a template: $name", ({ sets, after, want }) => {
  const rollout = after === undefined ? {} : { after: new Date(at(after)).toISOString() };
  const { current, old } = rolloutSets(deployment(1, rollout), sets, at(30));
  expect(nameOf(current)).toBe(want);
  expect(old.map(nameOf)).toEqual(sets.map(nameOf).filter((name) => name !== want));
});

test.each<{ readonly limits: Limits; readonly want: readonly number[] }>([
  { limits: {}, want: [1, 0] },
  { limits: { maxSurge: 0, maxUnavailable: 9 }, want: [0, 4] },
  { limits: { maxSurge: "30%", maxUnavailable: "30%" }, want: [2, 1] },
  { limits: { maxSurge: "0%", maxUnavailable: "10%" }, want: [0, 1] },
])("how far a rollout of four machines may go: $limits", ({ limits, want }) => {
  const rolling = deployment(4, { strategy: { type: "RollingUpdate", rollingUpdate: limits } });
  expect([maxSurge(rolling), maxUnavailable(rolling)]).toEqual(want);
});

test("without a rolling update there is no surge", () => {
  const onDelete = deployment(4, { strategy: { type: "OnDelete" } });
  expect([maxSurge(onDelete), maxUnavailable(onDelete)]).toEqual([0, 0]);
});

test("a deployment is complete once all machines are available, and it has seen its last change", () => {
  const sets = [setOf("a", 10), setOf("b", 11, { size: 2 })];
  expect(isComplete(deployment(2), sets)).toBe(true);
  expect(isComplete(deployment(3), sets)).toBe(false);
  const changed = deployment(2);
  changed.metadata.generation = 3;
  expect(isComplete(changed, sets)).toBe(false);
});

const old = { version: "v1.34.0" };

test.each([
  { name: "the only set", wanted: 5, sets: [setOf("a", 10, { size: 2 })], want: { a: 5 } },
  { name: "the newest old set", wanted: 1, sets: [setOf("a", 10, old), setOf("b", 11, old)], want: { b: 1 } },
  {
    name: "the largest of several",
    wanted: 6,
    sets: [setOf("a", 10, { ...old, size: 3 }), setOf("b", 11, { size: 1 })],
    want: { a: 6 },
  },
  {
    name: "of one size, the newest grows",
    wanted: 6,
    sets: [setOf("a", 10, { ...old, size: 2 }), setOf("b", 11, { size: 2 })],
    want: { b: 5 },
  },
  {
    name: "of one size, the oldest shrinks",
    wanted: 4,
    sets: [setOf("a", 10, { ...old, size: 3 }), setOf("b", 11, { size: 3 })],
    want: { a: 2 },
  },
  {
    name: "old ones go once the current one has all",
    wanted: 2,
    sets: [setOf("a", 10, { ...old, size: 2 }), setOf("b", 11, { size: 2 })],
    want: { a: 0 },
  },
  {
    name: "all go",
    wanted: 0,
    sets: [setOf("a", 10, { ...old, size: 1 }), setOf("b", 11, { size: 2 })],
    want: { a: 0, b: 0 },
  },
])("a paused deployment: $name", ({ wanted, sets, want }) => {
  const paused = deployment(wanted);
  expect(Object.fromEntries(pausedSizes(paused, rolloutSets(paused, sets, at(30))))).toEqual(want);
});

test("a set that is the current one again gets the next revision, and remembers the one before", () => {
  const [first, second] = [setOf("a", 10), setOf("b", 11)];
  expect(revise(first, [])).toBe("1");
  expect(revise(first, [])).toBe("1");
  expect(revise(second, [first])).toBe("2");
  expect(revise(first, [second])).toBe("3");
  expect(first.metadata.annotations).toEqual({
    "machinedeployment.clusters.x-k8s.io/revision": "3",
    "machinedeployment.clusters.x-k8s.io/revision-history": "1",
  });
});
