// Trees and problems as lines: columns, cut strings, colors, and what foreign strings may not do.
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { ago, condition, now, objectOf, problemsIn, reference } from "../../test/tree-objects.ts";
import { displayWidth } from "./display-width.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import { problemLines } from "./problem-lines.ts";
import { type LineOptions, treeLines } from "./tree-lines.ts";

const quota = "8 of 8 machines of the project are in use; raise the quota or delete a machine";
const objects = [
  objectOf("Cluster", "demo", {
    spec: { infrastructureRef: reference("FooCluster", "demo-infra"), paused: true },
    status: {
      phase: "Provisioned",
      conditions: [condition("WorkersAvailable", "False", "NotAvailable", "* a: 1 of 3\n* b")],
    },
  }),
  objectOf("FooCluster", "demo-infra", { status: { conditions: [condition("Ready", "True")] } }),
  objectOf("MachineDeployment", "md", {
    spec: { clusterName: "demo", replicas: 3 },
    status: { replicas: 3, readyReplicas: 1 },
  }),
  ...["a", "b", "c"].map((name) =>
    objectOf("Machine", `md-${name}`, {
      owner: "md",
      status: { phase: "Running", conditions: [condition("Ready", "True")] },
    }),
  ),
  objectOf("Machine", "md-x", {
    owner: "md",
    spec: { infrastructureRef: reference("FooMachine", "md-x") },
    status: { phase: "Provisioning", conditions: [condition("Ready", "False", "NotReady", "x")] },
  }),
  objectOf("FooMachine", "md-x-日本", {
    owner: "md-x",
    status: { conditions: [{ ...condition("Ready", "False", "Quota", quota), lastTransitionTime: ago(7200) }] },
  }),
  objectOf("FooMachine", "old", {
    metadata: {
      deletionTimestamp: ago(30),
      finalizers: ["foo.example.com", "bar.example.com"],
      managedFields: [
        { manager: "foo", fieldsV1: { "f:metadata": { "f:finalizers": { 'v:"foo.example.com"': {} } } } },
      ],
    },
  }),
];

function linesAt(options: Partial<LineOptions> = {}): readonly string[] {
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects })), {
    groupFrom: 3,
    isPlayed: ({ kind }) => kind === "FooCluster",
    lastError: ({ kind }) => (kind === "FooCluster" ? "Error: no cloud" : undefined),
  });
  return treeLines(trees, { width: 72, colors: false, now, ...options });
}

test("a tree has columns, branches, and below each object why it is not ready", () => {
  expect(linesAt().join("\n")).toBe(
    `
OBJECT                                    STATE               SINCE
◌ Cluster demo                            Provisioned paused  2m
│ ◌ WorkersAvailable  NotAvailable: a: 1 of 3; b
├─ ✗ FooCluster demo-infra (simulated)                        2m
│    ✗ error  Error: no cloud
└─ ◌ MachineDeployment md                 1/3
   ├─ ✓ 3 Machines md-a, md-b, md-c       Running             2m
   └─ ◌ Machine md-x                      Provisioning        2m
      │ ◌ Ready  NotReady: x
      └─ ✗ FooMachine md-x-日本                               2h
           ✗ Ready  Quota: 8 of 8 machines of the project are in use;…

~ FooMachine old                          Deleting            30s
  · finalizers  foo.example.com of "foo", bar.example.com`.slice(1),
  );
});

test.each([40, 60, 80, 120])("no line is wider than %i columns", (width) => {
  const widths = linesAt({ width, colors: true }).map((line) => displayWidth(stripVTControlCharacters(line)));
  expect(Math.max(...widths)).toBeLessThan(width);
});

test("where there are few columns, a name stands without what made the object", () => {
  const [wide, narrow] = [80, 44].map((width) => linesAt({ width }).find((line) => line.includes("Foo")));
  expect([wide?.includes("(simulated)"), narrow?.includes("(simulated)")]).toEqual([true, false]);
});

test("lines of a log have no ages, branches and columns", () => {
  expect(linesAt({ isLog: true, width: Infinity }).slice(0, 7)).toEqual([
    "◌ Cluster demo  Provisioned paused",
    "  ◌ WorkersAvailable  NotAvailable: a: 1 of 3; b",
    "  ✗ FooCluster demo-infra (simulated)",
    "    ✗ error  Error: no cloud",
    "  ◌ MachineDeployment md  1/3",
    "    ✓ 3 Machines md-a, md-b, md-c  Running",
    "    ◌ Machine md-x  Provisioning",
  ]);
});

test("colors change no character", () => {
  const colored = linesAt({ colors: true });
  expect(colored.map((line) => stripVTControlCharacters(line))).toEqual(linesAt());
  expect(colored[1]).toContain("\u001B[38;5;130m◌\u001B[39m");
  expect(colored[4]).toContain("\u001B[38;5;160m✗\u001B[39m");
});

test("foreign strings cannot use a terminal", () => {
  const evil = "\u001B[2J\r\n::error::x\u202E";
  const object = objectOf("FooMachine", `m${evil}`, {
    metadata: { deletionTimestamp: ago(600), finalizers: [evil] },
    status: { phase: evil, conditions: [condition(evil, "False", evil, evil)] },
  });
  const [node] = objectTrees(ownedObjects(new ObjectSet({ objects: [object] })), { lastError: () => evil });
  const lines = [
    ...treeLines(node === undefined ? [] : [node], { width: 200, colors: false, now }),
    ...problemLines(problemsIn({ objects: [object] }), { width: 30, colors: false }),
  ];
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
  expect(Array.from(lines.join("")).filter((one) => one < " " || one === "\u202E")).toEqual([]);
});

test("problems are wrapped, and the same advice stands once", () => {
  const problems = ["first", "second"].map((message) => ({
    code: "a/b",
    severity: "error" as const,
    message: `the ${message} machine waits for its infrastructure`,
    help: "look at its log",
  }));
  const warning = { code: "a/c", severity: "warning" as const, message: "it is paused" };
  expect(problemLines([...problems, warning, warning], { width: 40, colors: false, most: 3 })).toEqual([
    "✗ the first machine waits for its",
    "  infrastructure",
    "✗ the second machine waits for its",
    "  infrastructure",
    "  help: look at its log",
    "! it is paused",
    "  and 1 more",
  ]);
});

test("what core copies from the object below is shown below only, and of equal objects at the first", () => {
  const copied = (type: string): object => condition(type, "False", "Quota", "none left");
  const machines = ["a", "b"].flatMap((name) => [
    objectOf("Machine", name, {
      status: { conditions: [condition("Ready", "False", "NotReady"), copied("InfrastructureReady")] },
    }),
    objectOf("FooMachine", `${name}-f`, { owner: name, status: { conditions: [copied("Ready")] } }),
  ]);
  const set = new ObjectSet({ objects: machines });
  const lines = (groupFrom: number): readonly string[] =>
    treeLines(objectTrees(ownedObjects(set), { groupFrom }), { width: 80, colors: false, now, isLog: true });
  expect(lines(0).slice(0, 3)).toEqual(["✗ Machine a", "  ✗ FooMachine a-f", "    ✗ Ready  Quota: none left"]);
  expect(lines(2)).toEqual(["✗ 2 Machines a, b", "  ✗ InfrastructureReady  Quota: none left"]);
});

test.each([{}, { controlPlaneRef: reference("FooControlPlane", "p") }])(
  "a topology that fails stands first: %o",
  (spec) => {
    const waits = "Waiting for cluster topology to be reconciled";
    const cluster = objectOf("Cluster", "c", {
      spec: { ...spec, topology: { version: "v1.34.0" } },
      status: {
        conditions: [
          condition("Available", "False", "NotAvailable", "* a"),
          condition("ControlPlaneAvailable", "False", "DoesNotExist", waits),
          condition("ControlPlaneInitialized", "Unknown", "DoesNotExist", waits),
          condition("InfrastructureReady", "False", "NotReady", "no net"),
          condition("TopologyReconciled", "False", "ReconcileFailed", "size is too large"),
        ],
      },
    });
    const trees = objectTrees(ownedObjects(new ObjectSet({ objects: [cluster] })));
    expect(treeLines(trees, { width: 80, colors: false, now, isLog: true })).toEqual([
      "✗ Cluster c",
      "  ✗ TopologyReconciled  ReconcileFailed: size is too large",
      "  ◌ InfrastructureReady  NotReady: no net",
    ]);
  },
);

test("a MachineSet shows why it creates no machines, first the reason", () => {
  const why = 'KubeadmControlPlane default/p is provisioning ("ControlPlaneIsStable" preflight check failed)';
  const message = `Scaling up from 0 to 1 replicas is blocked because:\n* ${why}`;
  const set = objectOf("MachineSet", "s", {
    spec: { replicas: 1 },
    status: {
      conditions: [
        condition("MachinesReady", "True", "NoReplicas"),
        condition("ScalingUp", "True", "ScalingUp", message),
      ],
    },
  });
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects: [set] })));
  expect(treeLines(trees, { width: 64, colors: false, now }).slice(1)).toEqual([
    "◌ MachineSet s                            0/1    2m",
    "  ◌ ScalingUp  blocked: KubeadmControlPlane default/p is provi…",
  ]);
});

test("with all conditions, each has its age in the column, no reason that is its type, and all of its words", () => {
  const object = objectOf("FooMachine", "a", {
    status: {
      conditions: [
        { ...condition("Ready", "True", "Ready"), lastTransitionTime: ago(120) },
        { ...condition("HostFree", "True", "Found", "a host with a long name"), lastTransitionTime: ago(43) },
        { ...condition("Long", "True", "Found", "x".repeat(80)), lastTransitionTime: ago(43) },
      ],
    },
  });
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects: [object] })));
  expect(treeLines(trees, { width: 70, colors: false, now, isOpen: () => true }).slice(1)).toEqual([
    "✓ FooMachine a                                   2m",
    "  ✓ Ready                                        2m",
    "  ✓ HostFree  Found: a host with a long name     43s",
    "  ✓ Long  Found:                                 43s",
    `    ${"x".repeat(60)}`,
    `    ${"x".repeat(20)}`,
  ]);
});
