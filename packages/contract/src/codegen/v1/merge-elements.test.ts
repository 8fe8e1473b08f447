// What becomes of the hub's lists and maps when a client of the other version changes some of them: all else is as it was, and in its order.
import { describe, expect, it } from "vitest";
import { convertTo } from "./convert.ts";
import type { ConversionOp } from "./conversion-op.ts";
import type { ConversionPlan, Side } from "./conversion-plan.ts";
import { otherSide } from "./side.ts";
import { conditions, listToMap, mapToList } from "./list-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

type Value = Readonly<Record<string, unknown>>;

function without<T>(fields: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}

const inSpec: ConversionPlan["rules"]["fields"][number] = { older: ["spec", "all"], newer: ["spec", "all"] };

function planOf(hub: Side, rules: ConversionPlan["rules"]): ConversionPlan {
  return { ...planOfFoo, hub, rules };
}

/** The hub's value after a client of the other version has changed what it read. */
function edited<T>(hub: Side, as: ConversionOp, [value, edit]: readonly [unknown, (read: T) => unknown]): unknown {
  const plan = planOf(hub, { fields: [{ ...inSpec, as }] });
  const stored = { apiVersion: `g.io/${plan[hub]}`, kind: "Foo", metadata: { name: "a" }, spec: { all: value } };
  const { spec, ...read } = convertTo(otherSide(hub), plan, { object: stored });
  const written = { ...read, spec: { all: edit((spec as { all: T }).all) } };
  return (convertTo(hub, plan, { object: written })["spec"] as Value)["all"];
}

/** Both hubs: each form with the version that has its list. */
const listHubs: readonly (readonly [Side, (...args: Parameters<typeof mapToList>) => ConversionOp])[] = [
  ["newer", mapToList],
  ["older", listToMap],
];

describe.each(listHubs)("a list of the %s hub that is a map in the other version", (hub, form) => {
  const env = form("name", { value: "value" });
  const e = (name: string, value: string, more: object = {}): Value => ({ name, value, ...more });
  const list = [e("Z", "1"), e("A", "2", { secret: true }), e("A", "3", { secret: false }), e("B", "4")];
  type Env = Record<string, string>;

  it.each<[string, (map: Env) => Env, readonly Value[]]>([
    [
      "keeps its order and what comes again beside a new key, which comes last",
      (m) => ({ L: "n", ...m, K: "o" }),
      [...list, e("K", "o"), e("L", "n")],
    ],
    ["keeps the rest when a key is removed", (m) => without(m, "Z"), list.slice(1)],
    ["loses all elements of a removed key", (m) => without(m, "A"), [list[0] ?? {}, list[3] ?? {}]],
    ["has another value of a key in place", (m) => ({ ...m, B: "9" }), [...list.slice(0, 3), e("B", "9")]],
    [
      "has another value in the last element of its key, with what only the hub has of it",
      (m) => ({ ...m, A: "9" }),
      [...list.slice(0, 2), e("A", "9", { secret: false }), e("B", "4")],
    ],
    ["is empty as the map is", () => ({}), []],
    [
      "may have any key",
      (m) => ({ ...m, ["__proto__"]: "p", constructor: "c" }),
      [...list, e("__proto__", "p"), e("constructor", "c")],
    ],
  ])("%s", (_, edit, want) => {
    expect(edited(hub, env, [list, edit])).toStrictEqual(want);
  });

  it("is removed with the map", () => {
    expect(edited(hub, env, [list, () => undefined])).toBeUndefined();
  });

  it.each([["x"], [[]], [null]])("takes nothing where the map has become %j", (value) => {
    expect(edited(hub, env, [list, () => value])).toStrictEqual(value);
  });

  it("keeps its order and what only it has in elements of which a client changes a field", () => {
    const pools = form("name", { only: ["size", "note"] });
    const before = [
      { name: "b", size: 1, note: "x", spare: true },
      { name: "a", spare: false },
    ];
    const edit = ({ a, b }: Record<string, Value>) => ({
      a: { ...a, size: 5 },
      b: { size: b?.["size"] },
      c: { size: 0 },
    });
    expect(edited(hub, pools, [before, edit])).toEqual([
      { name: "b", size: 1, spare: true },
      { name: "a", size: 5, spare: false },
      { name: "c", size: 0 },
    ]);
  });
});

describe.each(listHubs)("a sorted list of the %s hub", (hub, form) => {
  it.each([
    [[{ name: "b", x: 1 }]],
    [[{ name: "b", x: 1 }, { name: "d" }]],
    [[{ name: "b", x: 1, only: 1 }, { name: "d" }]],
  ])("stays sorted, also where the hub keeps something of it: %j", (list) => {
    const add = (map: object): object => ({ c: {}, a: {}, ...map });
    const want = [...list, { name: "a" }, { name: "c" }].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(edited(hub, form("name", { only: ["x"] }), [list, add])).toEqual(want);
  });
});

const mapHubs: readonly (readonly [Side, ConversionOp])[] = [
  ["newer", listToMap("name")],
  ["older", mapToList("name")],
];

it.each(mapHubs)("a null of a map of the %s hub stays while other elements of the list change", (hub, as) => {
  const map = { b: null, a: null, c: { x: 1 }, ["__proto__"]: null };
  type List = readonly Value[];
  const edit = (list: List): List => [
    ...list.filter(({ name }) => name !== "c").map((one) => (one["name"] === "b" ? { ...one, x: 2 } : one)),
    { name: "d" },
  ];
  expect(edited(hub, as, [map, edit])).toEqual({ ["__proto__"]: null, a: null, b: { x: 2 }, d: {} });
});

describe("conditions", () => {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const c = (type: string, status: string, more: object): Value => ({ type, status, lastTransitionTime, ...more });
  const said = { reason: "R", message: "m" };
  type Read = readonly Value[];
  const change =
    (type: string, more: object) =>
    (read: Read): Read =>
      read.map((one) => (one["type"] === type ? { ...one, ...more } : one));

  const older = [
    c("A", "False", { severity: "Error", ...said }),
    c("B", "False", { severity: "", reason: "", message: "" }),
    c("C", "True", { severity: "Warning" }),
    c("D", "False", { ...said }),
  ];
  const [a = {}, b = {}, t = {}, d = {}] = older;

  it.each<[string, (read: Read) => Read, readonly Value[]]>([
    [
      "stay beside a new one",
      (read) => [c("E", "False", said), ...read],
      [c("E", "False", { severity: "Info", ...said }), ...older],
    ],
    ["stay beside one that is removed", (read) => read.slice(1), older.slice(1)],
    ["stay in another order", (read) => read.toReversed(), older.toReversed()],
    ["keep a severity beside another message", change("A", { message: "n" }), [{ ...a, message: "n" }, b, t, d]],
    [
      "keep an empty severity and reason beside another message",
      change("B", { message: "n" }),
      [a, { ...b, message: "n" }, t, d],
    ],
    ["keep an empty message beside another reason", change("B", { reason: "S" }), [a, { ...b, reason: "S" }, t, d]],
    [
      "keep an absent reason and a severity beside another message",
      change("C", { message: "n" }),
      [a, b, { ...t, message: "n" }, d],
    ],
    ["keep no severity beside another reason", change("D", { reason: "S" }), [a, b, t, { ...d, reason: "S" }]],
    [
      "lose their severity with their status",
      change("A", { status: "True" }),
      [{ ...without(a, "severity"), status: "True" }, b, t, d],
    ],
    [
      "get a severity with their status",
      change("C", { status: "False" }),
      [a, b, { ...t, status: "False", severity: "Info" }, d],
    ],
    ["keep what is no change", change("A", { observedGeneration: 7 }), older],
    ["have the type of a client", change("A", { type: "X" }), [{ ...a, type: "X", severity: "Info" }, b, t, d]],
  ])("of an older hub %s", (_, edit, want) => {
    expect(edited("older", conditions(), [older, edit])).toEqual(want);
  });

  const newer = [
    c("A", "False", { observedGeneration: 1, ...said }),
    c("B", "True", { observedGeneration: 2, ...said }),
  ];
  it.each<[string, (read: Read) => Read, unknown]>([
    ["stay beside a new one", (read) => [...read, c("C", "True", said)], [...newer, c("C", "True", said)]],
    [
      "keep what was observed beside another message",
      change("A", { message: "n" }),
      [{ ...newer[0], message: "n" }, newer[1]],
    ],
    ["stay in another order", (read) => read.toReversed(), newer.toReversed()],
  ])("of a newer hub %s", (_, edit, want) => {
    expect(edited("newer", conditions(), [newer, edit])).toEqual(want);
  });

  const m = (severity: string, message: string): Value => c("A", "False", { severity, reason: "R", message });
  const twins = [m("Error", "m"), b, m("Warning", "m"), m("Info", "x")];
  it.each<[string, readonly Value[], (read: Read) => Read, readonly Value[]]>([
    [
      "all of them when another type changes",
      twins,
      change("B", { message: "n" }),
      twins.with(1, { ...b, message: "n" }),
    ],
    [
      "all of them beside a new type",
      twins,
      (read) => [c("C", "True", said), ...read],
      [c("C", "True", said), ...twins],
    ],
    [
      "by value when one of them changes",
      [m("Error", "m"), m("Warning", "n")],
      (r) => [{ ...r[0], message: "o" }, ...r.slice(1)],
      [m("Info", "o"), m("Warning", "n")],
    ],
    [
      "by value when one of them is removed",
      [m("Error", "m"), m("Warning", "n")],
      (r) => r.slice(1),
      [m("Warning", "n")],
    ],
    [
      "by value in another order",
      [m("Error", "m"), m("Warning", "n")],
      (r) => r.toReversed(),
      [m("Warning", "n"), m("Error", "m")],
    ],
    [
      "by value when it comes again",
      [m("Error", "m")],
      (r) => [{ ...r[0], message: "o" }, ...r],
      [m("Info", "o"), m("Error", "m")],
    ],
    [
      "nothing when one of two that are alike is removed",
      [m("Error", "m"), m("Warning", "m")],
      (r) => r.slice(1),
      [m("Info", "m")],
    ],
    ["nothing when a copy is added", [m("Error", "m")], (r) => [...r, ...r], [m("Info", "m"), m("Info", "m")]],
  ])("of one type keep %s", (_, before, edit, want) => {
    expect(edited("older", conditions(), [before, edit])).toEqual(want);
  });

  it.each([["x"], [[1]], [null]])("take nothing where the list has become %j", (value) => {
    expect(edited("older", conditions(), [older, () => value])).toEqual(value);
  });

  it("keep their data in the elements of a list and of a map", () => {
    const field = { older: ["all"], newer: ["all"], as: conditions() };
    const plan = planOf("older", {
      fields: [],
      elements: [
        { path: ["status", "nodes"], form: "list", keys: ["name"], rules: { fields: [field] } },
        { path: ["status", "sites"], form: "map", rules: { fields: [field] } },
      ],
    });
    const status = { nodes: [{ name: "n", all: older }], sites: { s: { all: older } } };
    const object = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, status };
    const read = convertTo("newer", plan, { object }) as unknown as { status: typeof status };
    const [there = []] = read.status.nodes.map(({ all }) => all);
    const all = change("A", { message: "n" })(there);
    const back = convertTo("older", plan, {
      object: { ...read, status: { nodes: [{ name: "n", all }], sites: { s: { all } } } },
    });
    const want = [{ ...a, message: "n" }, b, t, d];
    expect(back["status"]).toEqual({ nodes: [{ name: "n", all: want }], sites: { s: { all: want } } });
  });
});

it.each<[string, ConversionOp, unknown, unknown]>([
  ["conditions", conditions(), { status: "x" }, [{ type: "A", status: "True", reason: "R", message: "m" }]],
  ["a list of a map", mapToList("name"), { a: 1 }, {}],
  ["a list of a map, without its keys", mapToList("name"), [{ x: 1 }], { a: {} }],
])("what is kept of %s in another form is left out", (_, as, kept, value) => {
  const annotations = { "cluster.x-k8s.io/conversion-data": JSON.stringify({ spec: { all: kept } }) };
  const object = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a", annotations }, spec: { all: value } };
  const plan = planOf("newer", { fields: [{ ...inSpec, as }] });
  const { metadata: __, ...plain } = object;
  expect(convertTo("newer", plan, { object })["spec"]).toEqual(
    convertTo("newer", plan, { object: { ...plain, metadata: { name: "a" } } })["spec"],
  );
});

it("conditions of one type take linear time, whatever the annotation says of how many there were", () => {
  const all = Array.from({ length: 4000 }, () => ({ type: "A", status: "True" }));
  const annotations = {
    "cluster.x-k8s.io/conversion-data": JSON.stringify({ spec: { all: [...all, ...all.slice(1)] } }),
  };
  const object = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a", annotations }, spec: { all } };
  const from = process.threadCpuUsage().user;
  convertTo("newer", planOf("newer", { fields: [{ ...inSpec, as: conditions() }] }), { object });
  expect(process.threadCpuUsage().user - from).toBeLessThan(1_500_000);
});
