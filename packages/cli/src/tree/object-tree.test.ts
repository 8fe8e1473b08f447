// Which object is below which, what is left out, and which objects become one node.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { ago, condition, objectOf, reference } from "../../test/tree-objects.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees, type TreeOptions } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import type { TreeNode } from "./tree-node.ts";

function trees(objects: readonly KubeObject[], options: TreeOptions = {}): readonly TreeNode[] {
  return objectTrees(ownedObjects(new ObjectSet({ objects })), options);
}

/** `a(b c)`: names, with those below in brackets. */
function shape(nodes: readonly TreeNode[]): string {
  return nodes
    .map(({ name, equal = [], children }) => {
      const names = [name, ...equal].join("+");
      return children.length === 0 ? names : `${names}(${shape(children)})`;
    })
    .join(" ");
}

const cluster = objectOf("Cluster", "c", { spec: { infrastructureRef: reference("FooCluster", "infra") } });
const labeled = { metadata: { ownerReferences: [], labels: { "cluster.x-k8s.io/cluster-name": "c" } } };

test.each<readonly [string, readonly KubeObject[], string]>([
  ["clusters first", [objectOf("FooPool", "a"), cluster], "c a"],
  [
    "owners above what they own",
    [objectOf("MachineSet", "s", { owner: "d" }), objectOf("MachineDeployment", "d")],
    "d(s)",
  ],
  ["numbers by their value", [objectOf("Machine", "m-10"), objectOf("Machine", "m-9")], "m-9 m-10"],
  [
    "the control plane before workers",
    [
      objectOf("MachineDeployment", "d", { owner: "c" }),
      objectOf("Machine", "m", {
        spec: { clusterName: "c" },
        metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } },
      }),
      cluster,
    ],
    "c(m d)",
  ],
  [
    "what a Machine names below it, although its set owns it still",
    [
      objectOf("MachineSet", "s"),
      objectOf("Machine", "m", { owner: "s", spec: { infrastructureRef: reference("FooMachine", "f") } }),
      objectOf("FooMachine", "f", { owner: "s" }),
    ],
    "s(m(f))",
  ],
  ["what a Cluster names below it, without an owner", [cluster, objectOf("FooCluster", "infra")], "c(infra)"],
  [
    "an object without an owner below the Cluster of its label",
    [cluster, objectOf("MachineSet", "s", labeled)],
    "c(s)",
  ],
  [
    "an object below the Cluster that its spec names",
    [cluster, objectOf("Machine", "m", { spec: { clusterName: "c" } })],
    "c(m)",
  ],
  ["an owner that was not read", [objectOf("Machine", "m", { owner: "other" })], "m"],
  ["owners in a circle", [objectOf("FooB", "b", { owner: "a" }), objectOf("FooA", "a", { owner: "b" })], "a(b)"],
  ["an object that owns itself", [objectOf("FooA", "a", { owner: "a" })], "a"],
  [
    "no templates and Secrets, but what is below them",
    [objectOf("FooMachineTemplate", "t"), objectOf("Secret", "x"), objectOf("FooDisk", "d", { owner: "t" })],
    "d",
  ],
])("%s", (_, objects, want) => {
  expect(shape(trees(objects))).toBe(want);
});

const running = (name: string, reason = "Ready"): readonly KubeObject[] => [
  objectOf("Machine", name, { status: { phase: "Running", conditions: [condition("Ready", "True", reason)] } }),
  objectOf("FooMachine", `${name}-f`, { owner: name }),
];

test("equal objects become one node from a number on", () => {
  const objects = [...running("a"), ...running("b"), ...running("c"), ...running("d", "Other")];
  expect(shape(trees(objects, { groupFrom: 3 }))).toBe("a+b+c d(d-f)");
  expect(shape(trees(objects, { groupFrom: 4 }))).toBe("a(a-f) b(b-f) c(c-f) d(d-f)");
  expect(shape(trees([...running("a"), ...running("b")], { groupFrom: 0 }))).toBe("a(a-f) b(b-f)");
});

test("of equal objects the age is that of the youngest, which is true of all", () => {
  const since = (seconds: number): KubeObject["metadata"] => ({ deletionTimestamp: ago(seconds), finalizers: ["f"] });
  const objects = [90, 50, 70].map((seconds, index) =>
    objectOf("Machine", `m${index}`, {
      status: { conditions: [{ ...condition("Ready", "True"), lastTransitionTime: ago(seconds) }] },
    }),
  );
  expect(trees(objects, { groupFrom: 3 }).map(({ ready }) => ready?.since)).toEqual([ago(50)]);
  const deleted = objects.map((object, index) => ({
    ...object,
    metadata: { ...object.metadata, ...since([5, 9, 3][index] ?? 0) },
  }));
  expect(trees(deleted, { groupFrom: 3 }).map(({ deletion }) => deletion?.since)).toEqual([ago(3)]);
});

test("objects are not equal when something below them differs", () => {
  const [machine, ...below] = running("b");
  const odd = below.map((object) => ({ ...object, status: { conditions: [condition("Ready", "False", "Odd")] } }));
  const objects = [...running("a"), ...(machine === undefined ? [] : [machine]), ...odd, ...running("c")];
  expect(shape(trees(objects, { groupFrom: 3 }))).toBe("a(a-f) b(b-f) c(c-f)");
  expect(shape(trees(objects, { groupFrom: 2 }))).toBe("a+c b(b-f)");
});

test("everything is shown when it is wanted", () => {
  const objects = [objectOf("FooMachineTemplate", "t"), objectOf("Secret", "x")];
  expect(shape(trees(objects, { everything: true }))).toBe("t x");
});

test("a node has the state of its object, and what the caller knows of it", () => {
  const object = objectOf("MachineSet", "s", {
    metadata: {
      annotations: { "cluster.x-k8s.io/paused": "" },
      deletionTimestamp: "2026-01-01T00:00:00Z",
      finalizers: ["f"],
    },
    spec: { replicas: 3 },
    status: {
      phase: "Running",
      replicas: 2,
      readyReplicas: 1,
      conditions: [condition("MachinesReady", "False", "No")],
    },
  });
  const [node] = trees([object], { isPlayed: () => true, lastError: () => "broken" });
  expect(node).toMatchObject({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    namespace: "default",
    name: "s",
    phase: "Running",
    replicas: { wanted: 3, current: 2, ready: 1 },
    ready: { status: "False", reason: "No" },
    unmet: ["MachinesReady"],
    deletion: { since: "2026-01-01T00:00:00Z", finalizers: ["f"], setBy: {} },
    paused: true,
    played: true,
    lastError: "broken",
    children: [],
  });
});

test.each<readonly [string, KubeObject, string | undefined]>([
  ["no status", objectOf("FooMachine", "a"), undefined],
  ["a flag alone", objectOf("FooMachine", "a", { status: { initialization: { provisioned: false } } }), "False"],
  ["a flag of contract v1beta1", objectOf("FooMachine", "a", { status: { ready: true } }), "True"],
  [
    "Ready before Available",
    objectOf("Machine", "a", { status: { conditions: [condition("Available", "False"), condition("Ready", "True")] } }),
    "True",
  ],
  [
    "a Cluster whose control plane is no object, by its parts",
    objectOf("Cluster", "a", {
      status: {
        conditions: [
          condition("Available", "Unknown"),
          condition("InfrastructureReady", "True"),
          condition("WorkersAvailable", "True"),
        ],
      },
    }),
    "True",
  ],
  [
    "a Cluster with a control plane, by Available",
    objectOf("Cluster", "a", {
      spec: { controlPlaneRef: reference("FooControlPlane", "p") },
      status: { conditions: [condition("Available", "Unknown"), condition("InfrastructureReady", "True")] },
    }),
    "Unknown",
  ],
  [
    "a status that nobody knows",
    objectOf("FooMachine", "a", { status: { conditions: [condition("Ready", "Maybe")] } }),
    "Unknown",
  ],
])("whether an object is ready, with %s", (_, object, want) => {
  expect(trees([object])[0]?.ready?.status).toBe(want);
});

test("what has not changed keeps its node, so that its state is computed once", () => {
  const owned = objectOf("FooMachine", "f", { owner: "m" });
  const [before] = trees([objectOf("Machine", "m"), owned]);
  const machine = objectOf("Machine", "m", { status: { phase: "Running" } });
  const [after] = trees([machine, owned]);
  expect(after?.phase).toBe("Running");
  expect(after?.children[0]).toBe(before?.children[0]);
  expect(trees([machine, owned])[0]).toBe(after);
  const [failed] = trees([machine, owned], { lastError: ({ kind }) => (kind === "FooMachine" ? "no" : undefined) });
  expect(failed?.children[0]?.lastError).toBe("no");
});
