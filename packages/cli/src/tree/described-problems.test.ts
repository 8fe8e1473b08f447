// From objects to problems in words: one table of objects and sentences for each rule, and when a problem is not reported.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { ago, condition, objectOf, problemsIn, reference } from "../../test/tree-objects.ts";
import type { DescribedObjects } from "./described-problems.ts";
import type { ObjectSetInput } from "./object-set.ts";

const infra = "infrastructure.cluster.x-k8s.io";
const done = { initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true } };
const endpoint = { controlPlaneEndpoint: { host: "a", port: 6443 } };
const cluster = objectOf("Cluster", "c", { spec: endpoint, status: done });
const clusterSpec = { infrastructureRef: reference("FooCluster", "c") };
const clusterRef = objectOf("Cluster", "c", { spec: clusterSpec });
const bootstrap = { dataSecretName: "data" };
const machineSpec = { clusterName: "c", infrastructureRef: reference("FooMachine", "m"), bootstrap };
const machine = (spec: object = machineSpec, status: object = {}): KubeObject =>
  objectOf("Machine", "m", { spec, status });
const deleting = (seconds: number, more: object = {}): object => ({
  deletionTimestamp: ago(seconds),
  finalizers: ["foo.example.com"],
  ...more,
});
const fields = { fieldsV1: { "f:metadata": { "f:finalizers": { 'v:"foo.example.com"': {} } } } };

const classy = (available: string, ...[reason, message]: readonly [string, string]): KubeObject => {
  const conditions = [condition("Available", available), condition("TopologyReconciled", "False", reason, message)];
  return objectOf("Cluster", "c", { spec: { topology: { version: "v1.34.0" } }, status: { conditions } });
};
interface Case {
  readonly objects: readonly KubeObject[];
  readonly input?: Partial<ObjectSetInput>;
  readonly given?: Partial<DescribedObjects>;
  readonly want: readonly string[];
}

test.each<readonly [string, Case]>([
  [
    "a Cluster that waits for what its provider says",
    {
      objects: [
        clusterRef,
        objectOf("FooCluster", "c", { status: { conditions: [condition("Ready", "False", "NoNet", "* a\n* b")] } }),
      ],
      want: ["describe/waiting Cluster c waits for its infrastructure: FooCluster c says Ready=False (NoNet: a; b)"],
    },
  ],
  [
    "a Cluster whose provider says nothing",
    {
      objects: [clusterRef, objectOf("FooCluster", "c")],
      want: [
        "describe/waiting Cluster c waits for its infrastructure: FooCluster c has not set status.initialization.provisioned",
      ],
    },
  ],
  [
    "a Cluster whose infrastructure core has not read",
    {
      objects: [clusterRef, objectOf("FooCluster", "c", { status: { initialization: { provisioned: true } } })],
      want: [
        "describe/waiting Cluster c waits for its infrastructure: Cluster API has not read yet that FooCluster c is ready",
      ],
    },
  ],
  [
    "a reference to no object",
    {
      objects: [clusterRef],
      input: { complete: new Set([`FooCluster.${infra}`]) },
      want: ["describe/no-object Cluster c refers to FooCluster c in spec.infrastructureRef, which does not exist"],
    },
  ],
  ["a reference to an object that may not be read", { objects: [clusterRef], want: [] }],
  [
    "a reference to no kind",
    {
      objects: [clusterRef],
      input: { served: new Set(["Cluster.cluster.x-k8s.io"]) },
      want: [
        `describe/no-kind Cluster c refers to the kind FooCluster of ${infra} in spec.infrastructureRef, which the server does not serve`,
      ],
    },
  ],
  [
    "a reference to a kind without a contract",
    {
      objects: [
        objectOf("Cluster", "c", { spec: { ...clusterSpec, ...endpoint }, status: done }),
        objectOf("FooCluster", "c"),
      ],
      input: { crdLabels: new Map([[`FooCluster.${infra}`, { "example.com/a": "b" }]]) },
      want: [
        "describe/no-contract-label the CRD of FooCluster has no contract label, so Cluster API rejects Cluster c, which refers to it",
      ],
    },
  ],
  [
    "a template that does not exist",
    {
      objects: [
        objectOf("MachineDeployment", "d", {
          spec: { template: { spec: { infrastructureRef: reference("FooMachineTemplate", "t") } } },
        }),
      ],
      input: { complete: new Set([`FooMachineTemplate.${infra}`]) },
      want: [
        "describe/no-object MachineDeployment d refers to FooMachineTemplate t in spec.template.spec.infrastructureRef, which does not exist",
      ],
    },
  ],
  [
    "a Cluster without an endpoint",
    {
      objects: [objectOf("Cluster", "c", { status: done })],
      want: [
        "describe/no-endpoint Cluster c has no control plane endpoint, although its infrastructure is provisioned",
      ],
    },
  ],
  [
    "a bootstrap Secret that does not exist",
    {
      objects: [cluster, machine()],
      input: { complete: new Set(["Secret."]) },
      want: ["describe/no-secret Machine m waits for its bootstrap Secret data, which does not exist"],
    },
  ],
  ["a bootstrap Secret when Secrets may not be read", { objects: [cluster, machine()], want: [] }],
  [
    "a bootstrap Secret that exists",
    { objects: [cluster, machine(), objectOf("Secret", "data")], input: { complete: new Set(["Secret."]) }, want: [] },
  ],
  [
    "bootstrap data before infrastructure",
    {
      objects: [
        cluster,
        machine({
          ...machineSpec,
          bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "FooConfig", name: "m" } },
        }),
        objectOf("FooConfig", "m"),
        objectOf("FooMachine", "m"),
      ],
      want: [
        "describe/waiting Machine m waits for its bootstrap data: FooConfig m has not set status.initialization.dataSecretCreated",
      ],
    },
  ],
  [
    "a Machine whose Cluster waits itself",
    {
      objects: [clusterRef, objectOf("FooCluster", "c"), machine(), objectOf("FooMachine", "m")],
      want: [
        "describe/waiting Cluster c waits for its infrastructure: FooCluster c has not set status.initialization.provisioned",
      ],
    },
  ],
  [
    "a worker whose Cluster waits for its control plane",
    {
      objects: [
        objectOf("Cluster", "c", {
          spec: { ...endpoint, controlPlaneRef: reference("FooControlPlane", "p") },
          status: { initialization: { infrastructureProvisioned: true } },
        }),
        objectOf("FooControlPlane", "p", { status: { conditions: [condition("Available", "False", "Starting")] } }),
        machine(),
        objectOf("FooMachine", "m"),
      ],
      want: [
        "describe/waiting Cluster c waits for its control plane: FooControlPlane p says Available=False (Starting)",
      ],
    },
  ],
  [
    "a Cluster that is being deleted, after its infrastructure",
    {
      objects: [objectOf("Cluster", "c", { metadata: deleting(10), spec: clusterSpec, status: done })],
      input: { complete: new Set([`FooCluster.${infra}`]) },
      want: [],
    },
  ],
  [
    "a Machine without a Node",
    {
      objects: [cluster, machine({ ...machineSpec, providerID: "foo://1" }, done)],
      want: ['describe/no-node Machine m is provisioned but has no Node with providerID "foo://1"'],
    },
  ],
  [
    "a Machine without a providerID",
    {
      objects: [cluster, machine(machineSpec, done)],
      want: [
        "describe/no-provider-id FooMachine m is provisioned but has no spec.providerID, so Machine m finds no Node",
      ],
    },
  ],
  [
    "a Machine with a Node",
    { objects: [cluster, machine(machineSpec, { ...done, nodeRef: { name: "n" } })], want: [] },
  ],
  [
    "too few machines, reported once",
    {
      objects: [
        objectOf("MachineDeployment", "d", { spec: { replicas: 3 }, status: { replicas: 1 } }),
        objectOf("MachineSet", "s", { owner: "d", spec: { replicas: 3 }, status: { replicas: 1 } }),
      ],
      want: ["describe/replicas MachineDeployment d has 1 of 3 machines"],
    },
  ],
  [
    "a Cluster that is paused, after what is wrong",
    {
      objects: [
        objectOf("Cluster", "a", { spec: { paused: true, ...endpoint }, status: done }),
        objectOf("FooDisk", "d", { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } }),
        objectOf("Cluster", "b", { status: done }),
      ],
      want: [
        "describe/no-endpoint Cluster b has no control plane endpoint, although its infrastructure is provisioned",
        "describe/paused Cluster a is paused: its spec.paused is true",
        "describe/paused FooDisk d is paused: it has the annotation cluster.x-k8s.io/paused",
      ],
    },
  ],
  [
    "a deletion that takes long, of what has nothing left below it",
    {
      objects: [
        objectOf("Machine", "m", { metadata: deleting(900) }),
        objectOf("FooMachine", "f", {
          owner: "m",
          metadata: deleting(900, { managedFields: [{ manager: "foo", ...fields }] }),
        }),
        objectOf("FooMachine", "g", { metadata: deleting(100) }),
      ],
      want: [
        'describe/slow-deletion FooMachine f has been in deletion since 2026-01-01T11:45:00.000Z and waits for finalizer foo.example.com of "foo"',
      ],
    },
  ],
  [
    "a failure of contract v1beta1",
    {
      objects: [objectOf("FooMachine", "f", { status: { failureReason: "NoDisk", failureMessage: "lost" } })],
      want: ["describe/failed FooMachine f has failed: NoDisk: lost"],
    },
  ],
  [
    "a topology that fails, which keeps everything from going on",
    {
      objects: [classy("False", "ReconcileFailed", "error computing\n* size is too large")],
      want: ["describe/topology the topology of Cluster c cannot be reconciled: error computing; size is too large"],
    },
  ],
  [
    "a topology that fails although the Cluster is available",
    {
      objects: [classy("True", "ClusterClassNotReconciled", "not reconciled")],
      want: ["describe/topology the topology of Cluster c cannot be reconciled: not reconciled"],
    },
  ],
  ["a topology that is upgraded", { objects: [classy("True", "ClusterUpgrading", "to v1.34.0")], want: [] }],
  [
    "what is not ready for no other reason",
    {
      objects: [objectOf("FooDisk", "d", { status: { conditions: [condition("Ready", "False", "Full")] } })],
      want: ["describe/not-ready FooDisk d is not ready: Ready=False (Full)"],
    },
  ],
  [
    "what is not ready because of an object below",
    {
      objects: [
        objectOf("MachineSet", "s", { status: { conditions: [condition("MachinesReady", "False")] } }),
        objectOf("FooDisk", "d", { owner: "s", status: { ready: false } }),
      ],
      want: ["describe/not-ready FooDisk d is not ready: it has not set its flag"],
    },
  ],
])("%s", (_, { objects, input, given, want }) => {
  const problems = problemsIn({ objects, ...input }, given);
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual(want);
});

test.each([
  ["look at the log of its controller", { conditions: [condition("Ready", "False", "Full")] }],
  ["check that its controller runs, and look at its log", { ready: false }],
])("advice for what is not ready: %s", (help, status) => {
  expect(problemsIn({ objects: [objectOf("FooDisk", "d", { status })] }).map((each) => each.help)).toEqual([help]);
});

test("a problem names its object and what to do", () => {
  const [problem] = problemsIn({ objects: [objectOf("FooMachine", "f", { status: { failureMessage: "x" } })] });
  expect(problem).toEqual({
    code: "describe/failed",
    severity: "error",
    message: "FooMachine f has failed: x",
    help: "delete it and create it again; nothing repairs it by itself",
    object: { apiVersion: `${infra}/v1beta1`, kind: "FooMachine", namespace: "default", name: "f" },
  });
});

test("ten thousand objects take little time", () => {
  const machines = Array.from({ length: 5000 }, (_, index) => [
    objectOf("Machine", `m${index}`, {
      spec: { ...machineSpec, infrastructureRef: reference("FooMachine", `f${index}`) },
    }),
    objectOf("FooMachine", `f${index}`, { status: { conditions: [condition("Ready", "False", `R${index}`)] } }),
  ]);
  const before = process.cpuUsage().user;
  expect(problemsIn({ objects: [cluster, ...machines.flat()] })).toHaveLength(5000);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(5000);
});
