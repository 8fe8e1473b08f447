// Rules for the elements of lists and maps themselves: each is converted, what is kept of it comes back into it alone, and no rule is without a path.
import { describe, expect, it } from "vitest";
import { applyRules } from "./apply-rules.ts";
import type { ConversionPlan, ConversionRules, ElementRule } from "./conversion-plan.ts";
import { converterOf } from "./converter.ts";
import { byFunctions } from "./functions-op.ts";
import { mapToList } from "./list-ops.ts";
import type { ValueShape } from "./shape.ts";
import { enumMap, invert } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const value = ["value"];

/** Rules for the values of a list or map. */
function ofValues(
  form: "list" | "map",
  rules: ConversionRules,
  path: readonly string[] = ["spec", "all"],
): ElementRule {
  return { path, form, values: true, rules };
}

function planOf(...elements: readonly ElementRule[]): ConversionPlan {
  return { ...planOfFoo, rules: { fields: [], elements } };
}

const object = (version: string, all: unknown, kept?: unknown): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(kept === undefined ? {} : { annotations: { [annotation]: JSON.stringify(kept) } }) },
  spec: { all },
});

/** The object of the older version for one of the hub, and the reverse. */
function trips(...elements: readonly ElementRule[]): Record<"down" | "up", (object: object) => object> {
  const converter = converterOf(planOf(...elements));
  return { down: (one) => converter.convert(one, "g.io/v1"), up: (one) => converter.convert(one, "g.io/v2") };
}

const modes = enumMap({ a: "A", b: "B" }, { C: "a" });
const mode: ValueShape = { oneOf: ["A", "B", "C"] };
const ofModes: ConversionRules = { fields: [{ older: value, newer: value, as: modes, shape: mode }] };

describe("values of a map", () => {
  const { down, up } = trips(ofValues("map", ofModes));

  it("are converted, and come back by key", () => {
    const hub = object("v2", { x: "A", y: "C", z: "C" });
    const read = object("v1", { x: "a", y: "a", z: "a" }, { spec: { all: { y: "C", z: "C" } } });
    expect(down(hub)).toEqual(read);
    expect(up(read)).toEqual(hub);
  });

  it("keep what a client wrote", () => {
    const written = object("v1", { x: "a", y: "b", w: "a" }, { spec: { all: { y: "C", z: "C", x: "C" } } });
    expect(up(written)).toEqual(object("v2", { x: "C", y: "B", w: "A" }));
  });

  it.each([[{ y: 1 }], [{ y: null }], [{ y: "D" }], [{ y: {} }], ["C"], [["C"]], [null]])(
    "take nothing of another shape from the annotation: %j",
    (kept) => {
      expect(up(object("v1", { y: "a" }, { spec: { all: kept } }))).toEqual(object("v2", { y: "A" }));
    },
  );

  it("have any name", () => {
    const all: unknown = JSON.parse('{"__proto__":"C","constructor":"B","":"C"}');
    expect(JSON.stringify(up(down(object("v2", all))))).toBe(JSON.stringify(object("v2", all)));
  });

  it("are none where there is no map", () => {
    expect(up(object("v1", ["a"]))).toEqual(object("v2", ["a"]));
  });
});

describe("elements of a list", () => {
  const { down, up } = trips(ofValues("list", ofModes));
  const hub = object("v2", ["A", "C", "B", "C"]);
  const kept = { spec: { all: ["A", "C", "B", "C"] } };

  it("are converted, and come back in an unchanged list", () => {
    expect(down(hub)).toEqual(object("v1", ["a", "a", "b", "a"], kept));
    expect(up(down(hub))).toEqual(hub);
  });

  it("come back in a changed list only where one element had the value", () => {
    const written = (all: readonly string[], had: readonly string[]): object =>
      up(object("v1", all, { spec: { all: had } }));
    expect(written(["b", "a"], ["C", "B"])).toEqual(object("v2", ["B", "C"]));
    expect(written(["b", "a", "a"], ["C", "B"])).toEqual(object("v2", ["B", "A", "A"]));
    expect(written(["a"], ["C", "A"])).toEqual(object("v2", ["A"]));
  });

  it("take nothing of another shape from the annotation", () => {
    expect(up(object("v1", ["a", "b"], { spec: { all: [1, {}] } }))).toEqual(object("v2", ["A", "B"]));
  });
});

describe("elements in elements", () => {
  it.each([
    [
      "lists in a map",
      ofValues("map", { fields: [], elements: [ofValues("list", ofModes, value)] }),
      { x: ["C", "A"] },
    ],
    ["lists in a list", ofValues("list", { fields: [], elements: [ofValues("list", ofModes, value)] }), [["C"], []]],
    ["maps in a list", ofValues("list", { fields: [], elements: [ofValues("map", ofModes, value)] }), [{ x: "C" }]],
    [
      "a map in elements with keys",
      {
        path: ["spec", "all"],
        form: "list",
        keys: ["name"],
        rules: { fields: [], elements: [ofValues("map", ofModes, ["tags"])] },
      } satisfies ElementRule,
      [{ name: "n", tags: { x: "C" } }],
    ],
  ])("%s come back", (_, rule, all) => {
    const { down, up } = trips(rule);
    const read = down(object("v2", all));
    expect(JSON.stringify(read)).toMatch(/"a"/);
    expect(up(read)).toEqual(object("v2", all));
  });

  it("maps in a map that become lists", () => {
    const { down, up } = trips(ofValues("map", { fields: [{ older: value, newer: value, as: mapToList("name") }] }));
    const older = object("v1", { x: { b: { size: 1 }, a: {} } });
    const newer = object("v2", { x: [{ name: "a" }, { name: "b", size: 1 }] });
    expect(up(older)).toEqual(newer);
    expect(down(newer)).toEqual(older);
  });
});

describe("functions of elements", () => {
  const plan = (forward: (all: never) => unknown, shape: ValueShape = "string"): ConversionPlan => {
    const declaration = { older: { "spec.all[*]": { as: { forward, back: (all: never): unknown => all } } } };
    const as = byFunctions(declaration, "spec.all[*]", { older: "string", newer: shape });
    return planOf(ofValues("map", { fields: [{ older: value, newer: value, as }] }));
  };
  const forward = (of: ConversionPlan): object => converterOf(of).convert(object("v1", { x: "a" }), "g.io/v2");

  it("are called for each", () => {
    expect(forward(plan((text: string) => `${text}!`))).toEqual(object("v2", { x: "a!" }));
  });

  it("may not return nothing: an element is never absent", () => {
    expect(() => forward(plan(() => undefined))).toThrow(
      "the function `forward` of the conversion of spec.all[*] returned undefined",
    );
  });

  it("may return null where an element can be that", () => {
    expect(forward(plan(() => null, { nullable: "string" }))).toEqual(object("v2", { x: null }));
  });
});

it("counts as many steps as elements", () => {
  const all = Array.from({ length: 60_000 }, () => "A");
  expect(() => trips(ofValues("list", ofModes)).down(object("v2", all))).toThrow("spec.all");
});

describe("a rule without a path", () => {
  const fields = [{ older: [], newer: [], as: invert() }];

  it.each([
    ["of the object", { fields }],
    ["of elements", { fields: [], elements: [{ path: ["spec", "all"], form: "map", rules: { fields } }] }],
    ["to elements", { fields: [], elements: [ofValues("map", { fields: [] }, [])] }],
  ] satisfies [string, ConversionRules][])("is an error: %s", (_, rules) => {
    expect(() => applyRules({ spec: { all: { x: {} } } }, rules, { side: "newer", context: {} })).toThrow(
      "a rule of the conversion has an empty path",
    );
  });
});

it("the rules of elements leave the default of their list as it is, and convert what an object has", () => {
  const all = ["spec", "all"];
  const rules: ConversionRules = {
    fields: [{ older: all, newer: all, default: ["A"] }],
    elements: [ofValues("list", { fields: [{ older: value, newer: value, as: modes }] })],
  };
  const plan: ConversionPlan = { ...planOf(), hub: "older", rules };
  const converter = converterOf(plan);
  const [none, some] = [object("v1", undefined), object("v1", ["b"])];
  const there = converter.convert(none, "g.io/v2");
  expect(there).toMatchObject({ spec: { all: ["A"] } });
  expect(converter.convert(there, "g.io/v1")).toEqual({ ...none, spec: {} });
  expect(converter.convert(some, "g.io/v2")).toMatchObject({ spec: { all: ["B"] } });
});

it("a list that a client writes as the kept list of the hub is one of the client", () => {
  const all = ["spec", "all"];
  const older = {
    "spec.all[]": {
      as: { forward: (one: unknown) => `${String(one)}!`, back: (one: unknown) => String(one).replace(/!$/, "") },
    },
  };
  const more = byFunctions({ older }, "spec.all[]", { older: "string", newer: "string" });
  const rules: ConversionRules = {
    fields: [{ older: all, newer: all, default: ["x!"], shape: { list: "string" } }],
    elements: [ofValues("list", { fields: [{ older: value, newer: value, as: more, shape: "string" }] })],
  };
  const converter = converterOf({ ...planOf(), rules });
  const kept = { spec: { all: ["!", ""] } };
  expect(converter.convert(object("v2", ["!", ""]), "g.io/v1")).toEqual(object("v1", ["", ""], kept));
  expect(converter.convert(object("v1", ["!", ""], kept), "g.io/v2")).toEqual(object("v2", ["!!", "!"]));
});
