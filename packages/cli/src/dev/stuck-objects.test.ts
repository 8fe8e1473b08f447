// The problems of a run that only a change solves: the same that describe reports, once they stay, until they are solved.
import type { Diagnostic, KubeObject } from "@capstan/kube";
import { keyOf } from "@capstan/kube";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { condition, now, objectOf, reference } from "../../test/tree-objects.ts";
import { followStuck, type FollowedProblems } from "./stuck-objects.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const label = "cluster.x-k8s.io/v1beta1";

function definition(group: string, kind: string, labels: Readonly<Record<string, string>> = { [label]: "v1beta1" }) {
  const name = `${kind}.${group}`;
  return objectOf("CustomResourceDefinition", name, { metadata: { labels }, spec: { group, names: { kind } } });
}

const core = "cluster.x-k8s.io";
const definitions = [
  ...["Cluster", "MachineDeployment", "MachineSet", "Machine"].map((kind) => definition(core, kind)),
  definition("infrastructure.cluster.x-k8s.io", "FooMachineTemplate"),
];

/** A server with these objects, and what is found. */
function follow(...objects: readonly KubeObject[]): Followed {
  return followWith({}, objects);
}

interface Followed {
  readonly reports: string[];
  readonly added: Diagnostic[];
  readonly change: (object: KubeObject, type?: string) => void;
  readonly end: () => void;
}

function followWith(options: Pick<FollowedProblems, "patienceMs">, objects: readonly KubeObject[]): Followed {
  const reports: string[] = [];
  const addedOnes: Diagnostic[] = [];
  let listener: Parameters<FollowedProblems["changes"]>[0] = () => undefined;
  const end = followStuck({
    changes: (changed) => {
      listener = changed;
      return () => undefined;
    },
    found: (all, added) => {
      reports.push(all.map(({ severity, code, message }) => `${severity} ${code}: ${message}`).join("; "));
      addedOnes.push(...added);
    },
    now: () => now.getTime(),
    ...options,
  });
  const change = (object: KubeObject, type: string = "MODIFIED"): void =>
    listener({ type, kind: object.kind, key: keyOf(object), object });
  for (const object of [...definitions, ...objects]) change(object, "ADDED");
  return { reports, added: addedOnes, change, end };
}

const cluster = objectOf("Cluster", "dev", {
  spec: { controlPlaneEndpoint: { host: "a", port: 6443 } },
  status: { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
});

const blocked = "Scaling up from 0 to 1 replicas is blocked because:";

function set(check: string, why: string = "no"): KubeObject {
  const message = `${blocked}\n* ${why} ("${check}" preflight check failed)`;
  return objectOf("MachineSet", "s", {
    spec: { clusterName: "dev", replicas: 1 },
    status: { replicas: 0, conditions: [condition("ScalingUp", "True", "ScalingUp", message)] },
  });
}

const free = objectOf("MachineSet", "s", { spec: { clusterName: "dev", replicas: 0 } });

const skew = 'MachineSet default/s creates no machines: no ("KubeadmVersionSkew" preflight check failed)';

test("machines that a check forbids are an error with help once that lasts, until it has ended", () => {
  const { reports, added, change } = follow(cluster, set("KubeadmVersionSkew"));
  vi.advanceTimersByTime(4900);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual([`error describe/blocked-machines: ${skew}`]);
  expect(added[0]?.help).toContain("set the version of its MachineDeployment");
  change(set("KubeadmVersionSkew"));
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(1);
  change(free);
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual([`error describe/blocked-machines: ${skew}`, ""]);
});

test("what solves itself in time is no problem, however often it comes", () => {
  const { reports, change } = follow(cluster);
  for (let time = 0; time < 3; time += 1) {
    change(set("KubeadmVersionSkew"));
    vi.advanceTimersByTime(4000);
    change(free);
    vi.advanceTimersByTime(4000);
  }
  expect(reports).toEqual([]);
});

test("a check that passes after an upgrade of the control plane is a warning", () => {
  const { reports } = follow(cluster, set("ControlPlaneIsStable"));
  vi.advanceTimersByTime(6000);
  expect(reports).toEqual([expect.stringMatching(/^warning describe\/blocked-machines: MachineSet default\/s /)]);
});

test("a template that does not exist is an error of what names it, and one that is created is none", () => {
  const infrastructureRef = reference("FooMachineTemplate", "nope");
  const deployment = objectOf("MachineDeployment", "d", {
    spec: { clusterName: "dev", replicas: 0, template: { spec: { infrastructureRef } } },
  });
  const { reports, change, end } = follow(cluster, deployment);
  vi.advanceTimersByTime(6000);
  expect(reports).toEqual([
    "error describe/no-object: MachineDeployment default/d refers to FooMachineTemplate nope in spec.template.spec.infrastructureRef, which does not exist",
  ]);
  change(objectOf("FooMachineTemplate", "nope"), "ADDED");
  vi.advanceTimersByTime(1000);
  expect(reports.at(-1)).toBe("");
  change(objectOf("FooMachineTemplate", "nope"), "DELETED");
  end();
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(2);
});

test("a message that changes is reported at once, and what waits in its own time is not", () => {
  const waiting = objectOf("Cluster", "waits", { spec: { infrastructureRef: reference("FooCluster", "net") } });
  const other = objectOf("MachineDeployment", "few", { spec: { replicas: 3 }, status: { replicas: 1 } });
  const foo = definition("infrastructure.cluster.x-k8s.io", "FooCluster");
  const { reports, change } = follow(cluster, foo, waiting, objectOf("FooCluster", "net"), other);
  change(set("KubeadmVersionSkew"));
  vi.advanceTimersByTime(6000);
  change(set("KubeadmVersionSkew", "other"));
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual([
    `error describe/blocked-machines: ${skew}`,
    `error describe/blocked-machines: ${skew.replace("no (", "other (")}`,
  ]);
});

test.each([
  ["beside a Cluster", [cluster]],
  ["without anything of Cluster API", []],
])("an object that a finalizer keeps is a warning, which names who set it, %s", (_, others) => {
  const fieldsV1 = { "f:metadata": { "f:finalizers": { 'v:"example.com/keep"': {} } } };
  const metadata = {
    deletionTimestamp: "2026-01-01T12:00:00Z",
    finalizers: ["example.com/keep"],
    managedFields: [{ manager: "kubectl-edit", fieldsV1 }],
  };
  const kept = objectOf("FooMachineTemplate", "kept", {
    metadata: { ...metadata, namespace: "default", name: "kept" },
  });
  const { reports, added, change } = follow(...others, kept);
  vi.advanceTimersByTime(4900);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual([
    'warning describe/slow-deletion: FooMachineTemplate default/kept has been in deletion since 2026-01-01T12:00:00Z and waits for finalizer example.com/keep of "kubectl-edit"',
  ]);
  expect(added[0]?.help).toContain("the controller that set the finalizer has to remove it");
  change(kept);
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(1);
  change(kept, "DELETED");
  vi.advanceTimersByTime(1000);
  expect(reports.at(-1)).toBe("");
});

test("a search of many objects is done in pieces, and what changes meanwhile is searched again", () => {
  // The time of the pieces is that of the work.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const machines = Array.from({ length: 5000 }, (_, at) => objectOf("Machine", `m${at}`, { owner: "dev" }));
  const { reports, change, end } = followWith({ patienceMs: 0 }, [cluster, ...machines]);
  vi.advanceTimersByTime(200);
  // A piece has ended, and the next one waits.
  expect(vi.getTimerCount()).toBe(1);
  change(set("KubeadmVersionSkew"), "ADDED");
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual([expect.stringContaining(skew)]);
  change(free);
  vi.advanceTimersByTime(60_000);
  expect([reports.length, reports.at(-1), vi.getTimerCount()]).toEqual([2, "", 0]);
  end();
});
