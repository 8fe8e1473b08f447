// Summaries and aggregates in the shape of Kubernetes. `pnpm run oracle conditions` compares all of it with Cluster API's own code.
import type { Condition, KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { aggregateOf, type AggregateOptions } from "./aggregate.ts";
import { conditionPlaces } from "./condition-shapes.ts";
import { defaultMergeStrategy, priorityByPolarity, reasonByPriority } from "./merge-strategy.ts";
import { conditionsAt } from "./read-conditions.ts";
import { summaryOf, type SummaryOptions } from "./summary.ts";

const place = conditionPlaces.current;

type State = readonly [type: string, status: Condition["status"], reason: string, message?: string];

function object(states: readonly State[], metadata: KubeObject["metadata"] = { name: "a" }, kind = "Foo"): KubeObject {
  const conditions = states.map(([type, status, reason, message = ""]) => ({ type, status, reason, message }));
  return { apiVersion: "g/v1", kind, metadata, status: { conditions } } as KubeObject;
}

const types = ["A", "B", "C"];
const rows: readonly {
  name: string;
  states: readonly State[];
  options?: Partial<SummaryOptions>;
  want: readonly [status: string, reason: string, message: string];
}[] = [
  {
    name: "a condition that is not reported is Unknown",
    states: [
      ["A", "True", "Ok"],
      ["B", "True", "Ok"],
    ],
    want: ["Unknown", "UnknownReported", "* C: Condition not yet reported"],
  },
  {
    name: "an issue decides before what is unknown, and both are in the message, in the order of the types",
    states: [
      ["C", "False", "Broken", "no disk"],
      ["B", "True", "Ok", "fine"],
      ["A", "Unknown", "Checking"],
    ],
    want: ["False", "IssuesReported", "* A: Checking\n* C: no disk"],
  },
  {
    name: "the messages of what is fine are shown when all is fine",
    states: [
      ["A", "True", "Ok"],
      ["B", "True", "Ok", "2 of 2"],
      ["C", "True", "Ok"],
    ],
    want: ["True", "InfoReported", "* B: 2 of 2"],
  },
  {
    name: "a type with negative polarity is an issue when it is True",
    states: [["A", "True", "Yes"]],
    options: { types: ["A"], negativePolarity: ["A"] },
    want: ["False", "IssuesReported", "* A: Yes"],
  },
  {
    name: "a type can be left out when it is missing",
    states: [["A", "True", "Ok"]],
    options: { ignoreIfMissing: ["B", "C"] },
    want: ["True", "InfoReported", ""],
  },
  {
    name: "a type that is given twice counts once",
    states: [],
    options: { types: ["A", "A"] },
    want: ["Unknown", "UnknownReported", "* A: Condition not yet reported"],
  },
  {
    name: "an override counts in place of the condition",
    states: [["A", "True", "Ok"]],
    options: {
      types: ["A"],
      overrides: [{ type: "A", status: "False", reason: "No", message: "", lastTransitionTime: "" }],
    },
    want: ["False", "IssuesReported", "* A: No"],
  },
  {
    name: "messages of several lines and with bullets are indented",
    states: [
      ["A", "False", "Bad", "* one\n* two"],
      ["B", "False", "Bad", "two of them:\n* one"],
      ["C", "False", "Bad", "first\nsecond"],
    ],
    want: [
      "False",
      "IssuesReported",
      "* A:\n  * one\n  * two\n* B:\n  * two of them:\n    * one\n* C:\n  * first\n  * second",
    ],
  },
  {
    name: "a strategy of one's own has its reasons, polarity and lines",
    states: [["A", "True", "Yes"]],
    options: {
      strategy: defaultMergeStrategy({
        priorityOf: priorityByPolarity(["A"]),
        reasonOf: reasonByPriority({ issue: "NotReady", unknown: "ReadyUnknown", info: "Ready" }),
        negativeTarget: true,
        transformLines: (lines) => lines.slice(0, 1),
      }),
    },
    want: ["True", "NotReady", "* A: Yes"],
  },
];

test.each(rows)("summary: $name", ({ states, options = {}, want: [status, reason, message] }) => {
  expect(summaryOf(object(states), place, { types, ...options })).toEqual({ type: "Ready", status, reason, message });
});

test("each override counts for its own type", () => {
  const overrides = ["B", "A"].map((type) => ({
    type,
    status: "False" as const,
    reason: "No",
    message: `of ${type}`,
    lastTransitionTime: "",
  }));
  const foo = object([
    ["A", "True", "Ok"],
    ["B", "True", "Ok"],
    ["C", "True", "Ok", "fine"],
  ]);
  expect(summaryOf(foo, place, { types, overrides }).message).toBe("* A: of A\n* B: of B");
});

test("what is not reported is Unknown for a strategy of the author's, and has no transition", () => {
  const seen: unknown[] = [];
  summaryOf(object([]), place, {
    types: ["A"],
    strategy: ({ conditions, operation, types: given }) => {
      seen.push(operation, given, ...conditions.map(({ condition }) => condition));
      return { status: "True", reason: "", message: "" };
    },
  });
  expect(seen).toEqual([
    "summary",
    ["A"],
    {
      type: "A",
      status: "Unknown",
      reason: "NotYetReported",
      message: "Condition not yet reported",
      lastTransitionTime: "",
    },
  ]);
});

test("a condition of another writer may lack its reason and message", () => {
  const foo = { ...object([]), status: { conditions: [{ type: "A", status: "False" }] } } as KubeObject;
  expect(summaryOf(foo, place, { types: ["A"] }).message).toBe("* A: ");
});

test.each<[string, Partial<SummaryOptions>]>([
  ["no types are given", { types: [] }],
  ["its own type is among the types", { types: ["Ready"] }],
  [
    "X is overridden and does not exist",
    { overrides: [{ type: "X", status: "True", reason: "", message: "", lastTransitionTime: "" }] },
  ],
  [
    "A is overridden twice",
    { overrides: [0, 1].map(() => ({ type: "A", status: "True", reason: "", message: "", lastTransitionTime: "" })) },
  ],
  ["none of the types exists, and all are ignored if missing", { types: ["B"], ignoreIfMissing: ["B"] }],
])("a summary is rejected: %s", (problem, options) => {
  const summarize = (): unknown => summaryOf(object([["A", "True", "Ok"]]), place, { types, ...options });
  expect(summarize).toThrow(`cannot compute condition Ready: ${problem}`);
  expect(summarize).toThrow(expect.objectContaining({ code: "contract/condition-merge" }) as Error);
});

const machine = (name: string, message: string, controlPlane = false): KubeObject => {
  const labels = controlPlane ? { labels: { "cluster.x-k8s.io/control-plane": "" } } : {};
  return object([["Ready", "False", "No", message]], { name, ...labels }, "Machine");
};

function withTime(from: KubeObject, lastTransitionTime: string | undefined): KubeObject {
  const [ready] = conditionsAt(from, place);
  return { ...from, status: { conditions: [{ ...ready, lastTransitionTime }] } } as KubeObject;
}

test.each<[string, readonly KubeObject[], Partial<AggregateOptions>, object]>([
  [
    "messages are ordered by control plane, issues and number of objects, with three objects each",
    [
      ...["e", "d", "c", "b"].map((name) => machine(name, "no disk")),
      machine("z", "no quorum", true),
      object([["Ready", "Unknown", "No", "no answer"]], { name: "u" }, "Machine"),
      object([], { name: "m" }, "Machine"),
      machine("s", "slow"),
    ],
    {},
    {
      type: "Ready",
      status: "False",
      reason: "IssuesReported",
      message:
        "* Machine z: no quorum\n* Machines b, c, d, ... (1 more): no disk\n* Machine s: slow\nAnd 2 Machines with status unknown",
    },
  ],
  [
    "of two messages with as many objects the one goes first whose objects do, the older transition first",
    [
      ["a", "slow", "2026-01-02T00:00:00Z"],
      ["z", "slow", "2026-01-01T00:00:00Z"],
      ["c", "no disk", "2026-01-01T00:00:00Z"],
      ["d", "no disk", "2026-01-01T00:00:00Z"],
    ].map(([name = "", message = "", time]) => withTime(machine(name, message), time)),
    {},
    {
      type: "Ready",
      status: "False",
      reason: "IssuesReported",
      message: "* Machines c, d: no disk\n* Machines a, z: slow",
    },
  ],
  [
    "more objects go before the name, and kinds in their order share the three messages",
    [
      machine("b", "two"),
      machine("c", "two"),
      machine("a", "one"),
      machine("d", "three"),
      object([["Ready", "False", "No", "late"]], { name: "x" }, "Zoo"),
      object([["Ready", "False", "No", "late"]], { name: "y" }, "Zoo"),
    ],
    {},
    {
      type: "Ready",
      status: "False",
      reason: "IssuesReported",
      message: "* Machines b, c: two\n* Machine a: one\n* Machine d: three\nAnd 2 Zoos with other issues",
    },
  ],
  [
    "what is fine is shown when all is fine",
    [object([["Ready", "True", "Ok", "2 of 2"]], { name: "a" }), object([["Ready", "True", "Ok"]], { name: "b" })],
    { target: "FoosReady" },
    { type: "FoosReady", status: "True", reason: "InfoReported", message: "* Foo a: 2 of 2" },
  ],
  [
    "with negative polarity True is an issue, and the aggregate is True then",
    [object([["Ready", "True", "Ok"]])],
    { negativePolarity: true },
    { type: "Ready", status: "True", reason: "IssuesReported", message: "* Foo a: " },
  ],
])("aggregate: %s", (_, objects, options, want) => {
  expect(aggregateOf(objects, place, { of: "Ready", ...options })).toEqual(want);
});

test("an aggregate of no objects is rejected", () => {
  expect(() => aggregateOf([], place, { of: "Ready" })).toThrow("cannot compute condition Ready: there are no objects");
});
