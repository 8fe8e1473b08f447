// The problems that a run of dev gets to know from Clusters and control planes that have what Cluster API rejects.
import type { Diagnostic, KubeObject } from "@capstan/kube";
import { keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { condition, objectOf } from "../../test/tree-objects.ts";
import { isHeldByVersion } from "../tree/object-versions.ts";
import { followRejected, type FollowedTopologies, foundInParts } from "./rejected-topologies.ts";

function cluster(
  version: string,
  rejected: string,
  { problem = "no", ...more }: { readonly problem?: string; readonly deletionTimestamp?: string } = {},
): KubeObject {
  const message = `spec.topology.version: Invalid value: "${rejected}": ${problem}`;
  return objectOf("Cluster", "dev", {
    metadata: more,
    spec: { topology: { version } },
    status: { conditions: [condition("TopologyReconciled", "False", "ReconcileFailed", message)] },
  });
}

/** What is followed, and what was found, in words. */
function follow(): {
  readonly reports: string[];
  /** Those that were not known before. */
  readonly found: Diagnostic[];
  readonly change: (object: KubeObject, type?: string) => void;
  readonly end: () => void;
} {
  const reports: string[] = [];
  const newOnes: Diagnostic[] = [];
  let listener: Parameters<FollowedTopologies["changes"]>[0] = () => undefined;
  const words = (problems: readonly Diagnostic[]): string => problems.map(({ message }) => message).join("; ");
  const end = followRejected({
    changes: (changed) => {
      listener = changed;
      return () => void reports.push("ended");
    },
    found: (all, added) => {
      reports.push(`${words(all)} | ${words(added)}`);
      newOnes.push(...added);
    },
  });
  const change = (object: KubeObject, type: string = "MODIFIED"): void =>
    listener({ type, kind: object.kind, key: keyOf(object), object });
  return { reports, found: newOnes, change, end };
}

test("a rejected version is a problem until it is another one, or its Cluster is deleted", () => {
  const { reports, change, end } = follow();
  const rejected = (version: string): string =>
    `Cluster default/dev: spec.topology.version: Invalid value: "${version}": no`;
  change(objectOf("Machine", "dev"));
  change(objectOf("Cluster", "without-topology"));
  change(cluster("v1", "v1"));
  change(cluster("v1", "v1"));
  change(cluster("v2", "v1"));
  change(cluster("v2", "v2"));
  change(cluster("v3", "v3"));
  change(cluster("v3", "v3", { deletionTimestamp: "2026-01-01T00:00:00Z" }));
  change(cluster("v3", "v3"));
  change(cluster("v3", "v3", { problem: "no\nCluster is upgrading to v2" }));
  change(cluster("v3", "v3"), "DELETED");
  const one = (version: string): string => `${rejected(version)} | ${rejected(version)}`;
  expect(reports).toEqual([one("v1"), " | ", one("v2"), one("v3"), " | ", one("v3"), " | "]);
  end();
  expect(reports.at(-1)).toBe("ended");
});

const even = "spec.replicas: Forbidden: cannot be an even number when etcd is stacked";

test("so is a number of control plane machines, in a topology and in a control plane without one", () => {
  const { reports, change } = follow();
  const classy = (replicas: number): KubeObject =>
    objectOf("Cluster", "dev", {
      spec: { topology: { version: "v1", controlPlane: { replicas } } },
      status: { conditions: [condition("TopologyReconciled", "False", "ReconcileFailed", `failed: ${even}`)] },
    });
  const plane = (replicas: number, problem: string): KubeObject =>
    objectOf("KubeadmControlPlane", "cp", {
      spec: { replicas },
      status: { conditions: [condition("ScalingUp", "True", "ScalingUp", `blocked because:\n* ${problem}`)] },
    });
  change(classy(2));
  change(classy(3));
  change(plane(2, even));
  change(plane(2, "something else"));
  change(plane(0, "spec.replicas: Forbidden: cannot be less than or equal to 0"));
  change(plane(1, even));
  const one = (problem: string): string => `${problem} | ${problem}`;
  expect(reports).toEqual([
    one(`Cluster default/dev: ${even}`),
    " | ",
    one(`KubeadmControlPlane default/cp: ${even}`),
    " | ",
    one("KubeadmControlPlane default/cp: spec.replicas: Forbidden: cannot be less than or equal to 0"),
    " | ",
  ]);
});

const zero = 'Invalid value: "0": maxUnavailable and maxSurge cannot both be 0';
const rollingUpdate = "rollout.strategy.rollingUpdate";

test("so are limits of a rollout, in a topology, its class and a MachineDeployment", () => {
  const { found, change } = follow();
  const deployment = (message: string): KubeObject =>
    objectOf("MachineDeployment", "md", {
      status: { conditions: [condition("ScalingUp", "False", "NotScalingUp", message)] },
    });
  const invalid = `ClusterClass.cluster.x-k8s.io "foo" is invalid: spec.workers.machineDeployments[w].${rollingUpdate}: ${zero}`;
  const inTopology = `spec.topology.workers.machineDeployments[md].${rollingUpdate}: ${zero}`;
  const text = `spec.${rollingUpdate}.maxSurge: Invalid value: "x": no`;
  change(failing(`Cluster.cluster.x-k8s.io "dev" is invalid: ${inTopology}`));
  change(failing(invalid));
  change(deployment("Scaling up would be blocked because MachineSet is missing"));
  change(deployment(`Scaling up would be blocked because:\n* ${text}\n* spec.${rollingUpdate}: ${zero}`));
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ["dev/rollout-rejected", `Cluster default/dev: ${inTopology}`],
    ["dev/class-rejected", `ClusterClass default/: ${invalid}`],
    ["dev/rollout-rejected", `MachineDeployment default/md: ${text}; spec.${rollingUpdate}: ${zero}`],
  ]);
});

/** A Cluster whose topology fails. */
function failing(message: string, more: object = {}): KubeObject {
  return objectOf("Cluster", "dev", {
    metadata: more,
    spec: { topology: { version: "v1", controlPlane: { replicas: 1 } } },
    status: { conditions: [condition("TopologyReconciled", "False", "ReconcileFailed", message)] },
  });
}

test("every other failure of a topology is a problem with its whole message, until the condition is another one", () => {
  const { reports, change } = follow();
  const held = condition("TopologyReconciled", "False", "ClusterUpgrading", "waits");
  change(failing("first\n* second"));
  change(failing("first\n* second"));
  change(objectOf("Cluster", "dev", { spec: { topology: {} }, status: { conditions: [held] } }));
  change(failing("third"));
  change(failing("third", { deletionTimestamp: "2026-01-01T00:00:00Z" }));
  change(failing(""));
  const one = (problem: string): string => `Cluster default/dev: ${problem} | Cluster default/dev: ${problem}`;
  expect(reports).toEqual([one("first; second"), " | ", one("third"), " | ", one("ReconcileFailed")]);
});

const rejects = /: with Cluster API, a webhook rejects such a Cluster$/;
const variable = 'Cluster.cluster.x-k8s.io "dev" is invalid: spec.topology.variables[size]: Invalid value';
const call = "calling ValidateTopology of size failed: too large";
const patches = "failed to apply patches: failed to generate patches";

test.each([
  [
    `failed to apply patches: validation of patch "one" failed: ${call}`,
    /^change what the handler of ValidateTopology/,
  ],
  [`${patches} for patch "one": calling GeneratePatches of a failed: Error`, /^correct the handler of GeneratePatches/],
  [`${patches}: the ClusterClass names the handler a.b, which the project does not have`, /^name a handler of the/],
  ["BeforeClusterCreate: calling BeforeClusterCreate of gate failed: no", /^correct the handler of the hook/],
  [variable, rejects],
  ["MachineDeployment class typo not found in ClusterClass default/foo", rejects],
  ['metadata.annotations.a/b: Invalid value: "x": no', rejects],
  ['server side apply: unknown field "spec.template.spec.size"', /^set only fields that the schema of the kind has/],
  ['admission webhook "a.b" denied the request: it does not exist', /^have the webhook that the message names allow /],
  ["the ClusterClass foo names the FooTemplate bar, which does not exist", /^create what does not exist/],
  ["the server is slow", /^correct what the message names$/],
])("%s: its help says what to do", (message, help) => {
  const { found, change } = follow();
  change(failing(message));
  expect(found).toMatchObject([{ code: "dev/topology-failed", help: expect.stringMatching(help) }]);
});

test.each([
  [
    "version must match one of the versions defined in the ClusterClass",
    /^set one of the versions of the ClusterClass: /,
  ],
  ["version must be a valid semantic version", /^set a version such as v1\.36\.0: /],
  ['version cannot be decreased from "1.36.0" to "1.35.0"', /^set the version that it had before: /],
  [
    'version cannot be changed when the "AfterClusterUpgrade" hook is still blocking',
    /^the upgrade before has not ended and goes on: TopologyReconciled .* dev takes this version afterwards/,
  ],
  [
    "version cannot be changed: there are still MachineDeployments completing a previous upgrade: [a]",
    /^the upgrade before has not ended and goes on: /,
  ],
  ["version cannot be changed: control plane is currently provisioning", /^set the version that it had before: /],
])("a version that is rejected: %s", (problem, help) => {
  const { found, change } = follow();
  change(cluster("v1", "v1", { problem }));
  expect(found).toMatchObject([{ code: "dev/version-rejected", help: expect.stringMatching(help) }]);
});

const immutable = (name: string): string =>
  `KubeadmControlPlaneTemplate.cluster.x-k8s.io "${name}" is invalid: spec.template.spec: Invalid value: KubeadmControlPlaneTemplate spec.template.spec field is immutable. Please create new resource instead.`;

test("templates that are changed in place are a problem, behind a version and a failure", () => {
  const { found, change } = follow();
  const both = `${immutable("a")}\n${immutable("b")}`;
  change(failing(both));
  change(failing(`${immutable("a")}\nCluster is upgrading to v1.36.0\n  * Following hooks are blocking upgrade: A`));
  change(failing(`${both}\nfailed to apply patches: no`));
  const version = 'spec.topology.version: Invalid value: "v1": no';
  change(failing(`${version}\n${both}`));
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ["dev/template-rejected", `Cluster default/dev: ${immutable("a")}; ${immutable("b")}`],
    ["dev/template-rejected", `Cluster default/dev: ${immutable("a")}`],
    ["dev/topology-failed", "Cluster default/dev: failed to apply patches: no"],
    ["dev/version-rejected", `Cluster default/dev: ${version}`],
  ]);
  expect(isHeldByVersion(failing(`${version}\n${both}`))).toBe(true);
  expect(isHeldByVersion(failing(`${version}\nCluster is upgrading to v0`))).toBe(false);
});

test("a class that is rejected is a problem of the class, also beside what goes on", () => {
  const { found, change } = follow();
  const rejection = 'ClusterClass.cluster.x-k8s.io "foo" is invalid: spec.patches[0]: Required value: no';
  const of = (message: string, classRef: object): KubeObject & { readonly spec: object } => ({
    ...failing(message),
    spec: { topology: { classRef } },
  });
  change(of(rejection, { name: "foo" }));
  change(of(`${rejection}\nCluster is upgrading to v1.36.0`, { name: "foo", namespace: "shared" }));
  change(of(`${rejection}\nthird`, { name: "foo" }));
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ["dev/class-rejected", `ClusterClass default/foo: ${rejection}`],
    ["dev/class-rejected", `ClusterClass shared/foo: ${rejection}`],
    ["dev/topology-failed", "Cluster default/dev: third"],
  ]);
});

test.each([
  ["KubeadmControlPlane", "spec.version"],
  ["MachineDeployment", "spec.template.spec.version"],
  ["MachineSet", "spec.template.spec.version"],
  ["MachinePool", "spec.template.spec.version"],
  ["Machine", "spec.version"],
])("a version of a %s that is not a semantic version", (kind, path) => {
  const { reports, found, change } = follow();
  const problem = `${path}: Invalid value: "vbanana": must be a valid semantic version`;
  const conditions = [condition("ScalingUp", "False", "NotScalingUp", `would be blocked because:\n* ${problem}`)];
  const machines = (version: string): KubeObject => ({
    ...objectOf("Cluster", "m", { spec: { version, template: { spec: { version } } }, status: { conditions } }),
    kind,
  });
  for (const version of ["v1.36.0", "vbanana", "v1.36.0-rc.1+build"]) change(machines(version));
  const text = `${kind} default/m: ${problem}`;
  expect(reports).toEqual([`${text} | ${text}`, " | "]);
  expect(found).toMatchObject([
    { code: "dev/version-rejected", help: expect.stringMatching(/^set a version such as/) },
  ]);
});

test("what several parts find is reported together, what two find once, and each part replaces its own", () => {
  const reports: string[] = [];
  const found = foundInParts((all, added) => void reports.push(`${all.length} ${added.length}`));
  const one = { code: "a", severity: "error", message: "m" } as const;
  found("objects")([one], [one]);
  found("patches")([one], [one]);
  found("objects")([], []);
  expect(reports).toEqual(["1 1", "1 0", "1 0"]);
});
