// Messages of aggregates: which objects and messages are named, in which order. `pnpm run oracle conditions` compares all of it with Cluster
// API's own code.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { aggregateOf } from "./aggregate.ts";
import { conditionPlaces } from "./condition-shapes.ts";
import type { MergeInput } from "./merge-types.ts";

const place = conditionPlaces.current;

/** An object named as the text says, such as `Machine/a`, with the status and the message of its Ready condition; `*` marks a control plane. */
function object(name: string, status: string, message: string): KubeObject {
  const [kind = "", rest = ""] = name.split("/");
  const labels = rest.endsWith("*") ? { labels: { "cluster.x-k8s.io/control-plane": "" } } : {};
  const ready = { type: "Ready", status, reason: "R", message, lastTransitionTime: "2026-01-01T00:00:00Z" };
  return {
    apiVersion: "g/v1",
    kind,
    metadata: { name: rest.replace("*", ""), ...labels },
    status: { conditions: [ready] },
  } as KubeObject;
}

type Report = readonly [name: string, status: "True" | "False" | "Unknown", message: string];

test.each<[string, readonly Report[], readonly string[]]>([
  [
    "three objects are named, and no more are counted",
    [
      ["Machine/c", "False", "no disk"],
      ["Machine/a", "False", "no disk"],
      ["Machine/b", "False", "no disk"],
    ],
    ["* Machines a, b, c: no disk"],
  ],
  [
    "machines of the control plane are named first, others by name",
    [
      ["Machine/b", "False", "no disk"],
      ["Machine/a", "False", "no disk"],
      ["Machine/z*", "False", "no disk"],
      ["Machine/y*", "False", "no disk"],
    ],
    ["* Machines y, z, a, ... (1 more): no disk"],
  ],
  [
    "an object of another kind with the name of such a machine goes first, too",
    [
      ["Machine/z*", "False", "slow"],
      ["Disk/z", "False", "late"],
      ["Disk/a", "False", "late"],
    ],
    ["* Disks z, a: late", "* Machine z: slow"],
  ],
  [
    "what has the label and is no Machine is none of them",
    [
      ["Disk/z*", "False", "late"],
      ["Disk/a", "False", "slow"],
    ],
    ["* Disk a: slow", "* Disk z: late"],
  ],
  [
    "a message of a machine of the control plane goes first in every kind",
    [
      ["Disk/a", "False", "first"],
      ["Disk/b", "False", "first"],
      ["Disk/c", "False", "second"],
      ["Machine/z*", "False", "second"],
      ["Machine/y", "False", "second"],
    ],
    ["* Disk c: second", "* Disks a, b: first", "* Machines z, y: second"],
  ],
  [
    "each kind has its own line, in the order of the kinds",
    [
      ["Zoo/a", "False", "late"],
      ["Disk/b", "False", "late"],
    ],
    ["* Disk b: late", "* Zoo a: late"],
  ],
  [
    "an issue goes before what is unknown, whatever the number of objects",
    [
      ["Disk/a", "Unknown", "no answer"],
      ["Disk/b", "Unknown", "no answer"],
      ["Disk/c", "False", "no disk"],
    ],
    ["* Disk c: no disk", "* Disks a, b: no answer"],
  ],
  [
    "a message is as important as its most important report",
    [
      ["Disk/a", "Unknown", "both"],
      ["Disk/b", "False", "both"],
      ["Disk/c", "False", "issue"],
      ["Disk/d", "False", "issue"],
      ["Disk/e", "False", "issue"],
    ],
    ["* Disks c, d, e: issue", "* Disks a, b: both"],
  ],
  [
    "of two messages with as many objects, the list of names decides",
    [
      ["Disk/ab", "False", "second"],
      ["Disk/c", "False", "second"],
      ["Disk/a", "False", "first"],
      ["Disk/bc", "False", "first"],
    ],
    ["* Disks a, bc: first", "* Disks ab, c: second"],
  ],
  [
    "what is left out is counted by its meaning",
    [
      ["Disk/a", "False", "1"],
      ["Disk/b", "False", "2"],
      ["Disk/c", "False", "3"],
      ["Disk/d", "False", "4"],
      ["Disk/e", "False", "5"],
      ["Disk/f", "Unknown", "6"],
    ],
    ["* Disk a: 1", "* Disk b: 2", "* Disk c: 3", "And 2 Disks with other issues", "And 1 Disk with status unknown"],
  ],
  [
    "a fourth message that is fine, too",
    ["1", "2", "3", "4"].map((message) => [`Disk/${message}`, "True", message] as const),
    ["* Disk 1: 1", "* Disk 2: 2", "* Disk 3: 3", "And 1 Disk with additional info"],
  ],
  [
    "a later kind has the lines that are left, and none when none are",
    [
      ["A/a", "False", "1"],
      ["A/b", "False", "2"],
      ["B/a", "False", "3"],
      ["B/b", "False", "4"],
      ["C/a", "False", "5"],
    ],
    ["* A a: 1", "* A b: 2", "* B a: 3", "And 1 B with other issues", "And 1 C with other issues"],
  ],
])("%s", (_, reports, want) => {
  const objects = reports.map((report) => object(...report));
  expect(aggregateOf(objects, place, { of: "Ready" }).message.split("\n")).toEqual(want);
});

test("an object that does not report the condition is unknown, and its message says so", () => {
  const silent = { ...object("Disk/a", "True", ""), status: {} } as KubeObject;
  expect(aggregateOf([silent], place, { of: "Ready", target: "DisksReady" })).toEqual({
    type: "DisksReady",
    status: "Unknown",
    reason: "UnknownReported",
    message: "* Disk a: Condition Ready not yet reported",
  });
});

test("an object without a name has none in the message", () => {
  const unnamed = { ...object("Disk/", "False", "m"), metadata: {} };
  expect(aggregateOf([unnamed], place, { of: "Ready" }).message).toBe("* Disk : m");
});

test("a strategy of the author's gets what is merged", () => {
  const seen: MergeInput[] = [];
  const merged = aggregateOf([object("Disk/a", "True", "m")], place, {
    of: "Ready",
    strategy: (input) => {
      seen.push(input);
      return { status: "False", reason: "Mine", message: "" };
    },
  });
  expect(merged).toEqual({ type: "Ready", status: "False", reason: "Mine", message: "" });
  expect(seen.map(({ operation, types, conditions }) => [operation, types, conditions.length])).toEqual([
    ["aggregate", ["Ready"], 1],
  ]);
});
