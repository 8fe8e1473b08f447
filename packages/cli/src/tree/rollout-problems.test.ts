// What describe reports while machines are replaced: nothing of a healthy rollout is a problem, and what waits for long is one.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { ago, condition, objectOf, problemsIn, reference } from "../../test/tree-objects.ts";

const done = { infrastructureProvisioned: true, controlPlaneInitialized: true };
const cluster = objectOf("Cluster", "c", {
  spec: { controlPlaneEndpoint: { host: "a", port: 6443 } },
  status: { initialization: done },
});

function at(seconds: number, type: string, status: string, reason: string = ""): object {
  return { ...condition(type, status, reason), lastTransitionTime: ago(seconds) };
}

const rollingOut = condition("RollingOut", "True", "RollingOut", "Rolling out 5 not up-to-date replicas");

function rolled(kind: string, status: object, conditions: readonly object[] = [rollingOut]): KubeObject {
  const spec = { clusterName: "c", replicas: 5 };
  return objectOf(kind, "w", {
    spec,
    status: { ...status, conditions: [condition("Available", "True"), ...conditions] },
  });
}

const set = objectOf("MachineSet", "s", {
  owner: "w",
  spec: { clusterName: "c" },
  status: { conditions: [condition("MachinesReady", "False", "NotReady")] },
});

interface MachineParts {
  readonly conditions: readonly object[];
  readonly provisioned?: boolean;
  readonly nodeRef?: object;
  /** Of its FooMachine. */
  readonly reason?: string;
  readonly metadata?: object;
}

function machine(parts: MachineParts): readonly KubeObject[] {
  const { conditions, provisioned = false, nodeRef, reason = "Creating", metadata } = parts;
  const spec = { clusterName: "c", infrastructureRef: reference("FooMachine", "f") };
  const initialization = { bootstrapDataSecretCreated: true, infrastructureProvisioned: provisioned };
  return [
    objectOf("Machine", "m", {
      owner: "s",
      spec: { ...spec, ...(provisioned && { providerID: "foo://1" }) },
      status: { initialization, conditions, ...(nodeRef !== undefined && { nodeRef }) },
      ...(metadata !== undefined && { metadata }),
    }),
    objectOf("FooMachine", "f", {
      owner: "m",
      status: { conditions: [condition("Ready", provisioned ? "True" : "False", reason)] },
    }),
  ];
}

function shown(objects: readonly KubeObject[]): readonly string[] {
  return problemsIn({ objects }).map(({ severity, message }) => `${severity} ${message}`);
}

test.each(["MachineDeployment", "KubeadmControlPlane"])("a %s may have more machines while it rolls out", (kind) => {
  expect(shown([rolled(kind, { replicas: 6 })])).toEqual([]);
  const ended = (seconds: number): object => at(seconds, "RollingOut", "False", "NotRollingOut");
  expect(shown([rolled(kind, { replicas: 6 }, [ended(2)])])).toEqual([]);
  for (const conditions of [[], [ended(400)]])
    expect(shown([rolled(kind, { replicas: 6 }, conditions)])).toEqual([`error ${kind} w has 6 of 5 machines`]);
});

test.each([
  [60, "info"],
  [301, "error"],
])("one that has fewer for %i s is reported as %s", (seconds, severity) => {
  const scalingUp = at(seconds, "ScalingUp", "True", "ScalingUp");
  const object = rolled("MachineDeployment", { replicas: 4 }, [rollingOut, scalingUp]);
  expect(shown([object])).toEqual([`${severity} MachineDeployment w has 4 of 5 machines`]);
});

const waiting = "Machine m waits for its infrastructure: FooMachine f says Ready=False";
const noNode = 'Machine m is provisioned but has no Node with providerID "foo://1"';

test.each<readonly [string, MachineParts, readonly string[]]>([
  ["it is provisioned", { conditions: [at(290, "InfrastructureReady", "False")] }, [`info ${waiting} (Creating)`]],
  [
    "it is provisioned for long",
    { conditions: [at(301, "InfrastructureReady", "False")] },
    [`error ${waiting} (Creating)`],
  ],
  [
    "its provisioning fails",
    { conditions: [at(10, "InfrastructureReady", "False")], reason: "QuotaExceeded" },
    [`error ${waiting} (QuotaExceeded)`],
  ],
  [
    "it has existed for a moment",
    { conditions: [], metadata: { creationTimestamp: ago(5) } },
    [`info ${waiting} (Creating)`],
  ],
  ["it joins", { provisioned: true, conditions: [at(60, "InfrastructureReady", "True")] }, [`info ${noNode}`]],
  ["it never joins", { provisioned: true, conditions: [at(400, "InfrastructureReady", "True")] }, [`error ${noNode}`]],
])("a new machine is a problem only after a time: %s", (_, parts, want) => {
  expect(shown([cluster, rolled("MachineDeployment", { replicas: 5 }), set, ...machine(parts)])).toEqual(want);
});

test.each([
  [60, "info"],
  [400, "error"],
])("the Node of a machine that is not ready for %i s is reported as %s", (seconds, severity) => {
  const parts = { provisioned: true, nodeRef: { name: "n" }, conditions: [at(seconds, "Ready", "False", "NotReady")] };
  expect(shown([cluster, rolled("MachineDeployment", { replicas: 5 }), set, ...machine(parts)])).toEqual([
    `${severity} Machine m is not ready: Ready=False (NotReady)`,
  ]);
});

test("a set whose machine is being deleted is no problem", () => {
  const metadata = { deletionTimestamp: ago(5), finalizers: ["machine.cluster.x-k8s.io"] };
  const deleted = objectOf("Machine", "m", { owner: "s", spec: { clusterName: "c" }, metadata });
  expect(shown([cluster, rolled("MachineDeployment", { replicas: 6 }), set, deleted])).toEqual([]);
});

test("a set that has not counted yet that its machine is ready, or does not exist any more, is no problem", () => {
  const ready = machine({ provisioned: true, nodeRef: { name: "n" }, conditions: [at(1, "Ready", "True")] });
  const objects = [cluster, rolled("MachineDeployment", { replicas: 5 }), set];
  const complete = new Set(["Machine.cluster.x-k8s.io"]);
  expect(shown([...objects, ...ready])).toEqual([]);
  expect(problemsIn({ objects, complete })).toEqual([]);
  expect(shown(objects)).toEqual(["error MachineSet s is not ready: MachinesReady=False (NotReady)"]);
});

test("a deployment that is not available is a problem although its machine only starts", () => {
  const notAvailable = { conditions: [condition("Available", "False", "NotAvailable")] };
  const deployment = objectOf("MachineDeployment", "w", { spec: { clusterName: "c" }, status: notAvailable });
  const starting = machine({ conditions: [at(10, "InfrastructureReady", "False")] });
  expect(shown([cluster, deployment, set, ...starting])).toEqual([
    "error MachineDeployment w is not ready: Available=False (NotAvailable)",
    "info Machine m waits for its infrastructure: FooMachine f says Ready=False (Creating)",
  ]);
});

test("machines that wait until they are deleted are an information", () => {
  const spec = { replicas: 5, rollout: { strategy: { type: "OnDelete" } } };
  const status = { replicas: 5, upToDateReplicas: 0, conditions: [rollingOut] };
  const problems = problemsIn({ objects: [objectOf("MachineDeployment", "w", { spec, status })] });
  expect(problems.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    [
      "describe/on-delete",
      "info",
      "MachineDeployment w replaces its old machines, 5 of 5, only when somebody deletes them",
    ],
  ]);
});
