// Fields that functions convert together: what they get, what fails, and what comes back.
import { describe, expect, it } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import type { ValueShape } from "./shape.ts";
import { togetherBy } from "./together.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

interface Name {
  name?: string;
}
interface Parts {
  first?: string;
  last?: string;
}
const split = {
  forward: ({ name = "" }: Name): Parts => ({ first: name.split(" ")[0] ?? "", last: name.split(" ")[1] ?? "" }),
  back: ({ first = "", last = "" }: Parts): Name => ({ name: `${first} ${last}`.trim() }),
};

function planWith(as: object): ConversionPlan {
  // The tests give wrong functions too, which no type allows.
  const declaration = { together: { name: { as } } } as never;
  const group = {
    name: "name",
    as: togetherBy(declaration, "name"),
    older: [{ name: "name", path: ["spec", "name"], shape: "string" }],
    newer: [
      { name: "first", path: ["spec", "first"], shape: "string" },
      { name: "last", path: ["spec", "last"], shape: "string" },
    ],
  } as const;
  return {
    ...planOfFoo,
    rules: { fields: [], together: [group] },
  };
}
const object = (version: string, spec: object | undefined, data?: string): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(data !== undefined && { annotations: { "cluster.x-k8s.io/conversion-data": data } }) },
  ...(spec && { spec }),
});
const up = (spec: object | undefined, as: object = split, data?: string): object =>
  convertTo("newer", planWith(as), { object: object("v1", spec, data) });
const down = (spec: object): object => convertTo("older", planWith(split), { object: object("v2", spec) });

it("a field is split, and merged again", () => {
  expect(up({ name: "ada lovelace", other: 1 })).toEqual(object("v2", { first: "ada", last: "lovelace", other: 1 }));
  expect(down({ first: "ada", last: "lovelace" })).toMatchObject({ spec: { name: "ada lovelace" } });
});

it("a part of an object without the objects around the fields gains nothing", () => {
  expect(up(undefined)).toEqual(object("v2", undefined));
  expect(up({})).toEqual(object("v2", { first: "", last: "" }));
});

it("what a merge does not keep comes back, all of it or nothing", () => {
  const wide = { first: " ada", last: "lovelace " };
  const older = down(wide);
  expect(older).toMatchObject({ spec: { name: "ada lovelace" } });
  expect(convertTo("newer", planWith(split), { object: older })).toEqual(object("v2", wide));
  const edited = { ...older, spec: { name: "ada byron" } };
  expect(convertTo("newer", planWith(split), { object: edited })).toEqual(
    object("v2", { first: "ada", last: "byron" }),
  );
});

it("values that are all absent stay so, although the functions make some of them", () => {
  const older = down({ other: 1 });
  expect(older).toMatchObject({ spec: { name: "" } });
  expect(convertTo("newer", planWith(split), { object: older })).toStrictEqual(object("v2", { other: 1 }));
});

it.each([
  ["a part of another type", '{"spec":{"first":1,"last":""}}'],
  ["a part that does not convert to what is there", '{"spec":{"first":"eve","last":null}}'],
])("kept data with %s is ignored", (_, data) => {
  expect(up({ name: "ada lovelace" }, split, data)).toEqual(object("v2", { first: "ada", last: "lovelace" }));
});

it("kept data with a part of another type is reported", () => {
  const found: string[] = [];
  const older = object("v1", { name: "ada" }, '{"spec":{"first":1,"last":""}}');
  convertTo("newer", planWith(split), { object: older, context: { report: ({ code }) => found.push(code) } });
  expect(found).toEqual(["conversion/data-invalid"]);
});

it.each<[string, unknown, string]>([
  ["no object", "ada", "the function `forward` of the conversion of together.name failed: it returned no object"],
  ["nothing", undefined, "it returned no object"],
  ["a promise", Promise.resolve({}), "a Promise is not JSON"],
  ["another type", { first: 1 }, "the function `forward` of the conversion of spec.first returned 1"],
])("a function that returns %s fails the conversion", (_, result, message) => {
  const convert = (): unknown => up({ name: "ada" }, { ...split, forward: () => result });
  expect(convert).toThrow(message);
  expect(convert).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^conversion\/function-/) as string }) as Error,
  );
});

it("a value that its field cannot have fails the conversion, and is not dropped", () => {
  const convert = (): unknown => up({ name: 1 });
  expect(convert).toThrow("the value of spec.name has another type than the field");
  expect(convert).toThrow(expect.objectContaining({ code: "conversion/function-input" }) as Error);
});

it("a null that the API server would drop is an absent value: server-side apply converts it before it is dropped", () => {
  expect(up({ name: null, other: 1 })).toEqual(object("v2", { first: "", last: "", other: 1 }));
  expect(down({ first: "ada", last: null })).toMatchObject({ spec: { name: "ada" } });
  const kept = '{"spec":{"first":"","last":" "}}';
  expect(up({ name: null }, { ...split, back: () => ({}) }, kept)).toEqual(object("v2", { first: "", last: " " }));
});

it("kept data of another type is reported with its field", () => {
  const found: unknown[] = [];
  const context = {
    report: ({ code, message }: { code: string; message: string }) => void found.push([code, message]),
  };
  const older = object("v1", { name: "ada" }, '{"spec":{"first":"ada","last":1}}');
  convertTo("newer", planWith(split), { object: older, context });
  expect(found).toEqual([
    ["conversion/data-invalid", "the conversion-data annotation has a value of another type for spec.last"],
  ]);
});

it("nothing comes back into an object that a user removed", () => {
  expect(up(undefined, split, '{"spec":{"first":"","last":""}}')).toEqual(object("v2", undefined));
});

it("data that is forged so that a function fails on it is ignored", () => {
  const back = (parts: Parts): Name => {
    if (parts.first === "evil") throw new Error("evil");
    return split.back(parts);
  };
  expect(up({ name: "ada lovelace" }, { ...split, back }, '{"spec":{"first":"evil","last":""}}')).toEqual(
    object("v2", { first: "ada", last: "lovelace" }),
  );
});

it("where nothing of them is kept, the fields have what the functions make", () => {
  expect(up({ name: "" }, split, '{"spec":{"other":1}}')).toEqual(object("v2", { first: "", last: "" }));
});

it("a field that a function leaves out is absent", () => {
  expect(up({ name: "ada" }, { ...split, forward: () => ({ first: "ada" }) })).toStrictEqual(
    object("v2", { first: "ada" }),
  );
});

it("functions are not called for a part of an object without the objects around the fields", () => {
  const forward = (): never => {
    throw new Error("called");
  };
  expect(up(undefined, { ...split, forward })).toEqual(object("v2", undefined));
  expect(() => up({}, { ...split, forward })).toThrow("called");
});

describe("fields in several objects", () => {
  const text = (name: string, ...path: string[]) => ({ name, path, shape: "string" }) as const;
  const same = (value: object): object => value;
  const plan: ConversionPlan = {
    ...planWith(split),
    rules: {
      fields: [],
      together: [
        {
          name: "pair",
          // The newer version tells nothing from an empty text.
          as: { forward: ({ a = "", b = "" }: { a?: string; b?: string }) => ({ a, b }), back: same },
          older: [text("a", "spec", "one", "a"), text("b", "spec", "two", "b")],
          newer: [text("a", "spec", "one", "a"), text("b", "spec", "two", "b")],
        },
      ],
    },
  };
  const newer = (spec: object): object => convertTo("newer", plan, { object: object("v1", spec) });

  it.each([
    [
      { one: { a: "1" }, two: { b: "2" } },
      { one: { a: "1" }, two: { b: "2" } },
    ],
    // What is made of nothing does not create the object around it.
    [{ one: {} }, { one: { a: "" } }],
    [{ two: {} }, { two: { b: "" } }],
    // What is made of a value does.
    [{ one: { a: "1" } }, { one: { a: "1" }, two: { b: "" } }],
    [{}, {}],
  ])("%j", (older, want) => {
    expect(newer(older)).toEqual(object("v2", want));
  });

  it("functions are not called where none of the objects is there", () => {
    const [group] = plan.rules.together ?? [];
    const forward = (): never => {
      throw new Error("called");
    };
    const rules = { fields: [], together: group === undefined ? [] : [{ ...group, as: { ...group.as, forward } }] };
    const convert = (spec: object): object => convertTo("newer", { ...plan, rules }, { object: object("v1", spec) });
    expect(convert({})).toEqual(object("v2", {}));
    expect(() => convert({ two: {} })).toThrow("called");
  });

  it("all of them are kept when one does not come back, and absent ones are absent again", () => {
    const hub = object("v2", { one: { a: "1" }, two: {} });
    const older = convertTo("older", plan, { object: hub });
    expect(older).toEqual(object("v1", { one: { a: "1" }, two: {} }, '{"spec":{"one":{"a":"1"},"two":{"b":null}}}'));
    expect(convertTo("newer", plan, { object: older })).toStrictEqual(hub);
  });

  it("none comes back when a user changed one", () => {
    const hub = object("v2", { one: { a: "1" }, two: {} });
    const older = convertTo("older", plan, { object: hub });
    const edited = { ...older, spec: { one: { a: "9" }, two: {} } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(object("v2", { one: { a: "9" }, two: { b: "" } }));
  });

  it("none is made in an object that a user removed, and that the hub had without it", () => {
    const older = object("v1", { one: { a: "1" } }, '{"spec":{"one":{"a":"1"},"two":{"b":null}}}');
    expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", { one: { a: "1" } }));
  });
});

describe("fields in two objects of the hub", () => {
  interface Both {
    x?: string;
    y?: string;
  }
  const as = {
    forward: ({ x = "", y = "" }: Both): { z?: string } => (`${x}${y}` === "" ? {} : { z: `${x}:${y}` }),
    back: ({ z }: { z?: string }): Both =>
      z === undefined ? {} : { x: z.split(":")[0] ?? "", y: z.split(":")[1] ?? "" },
  };
  const group = {
    name: "z",
    as: togetherBy({ together: { z: { as } } } as never, "z"),
    older: [
      { name: "x", path: ["spec", "a", "x"], shape: "string" },
      { name: "y", path: ["spec", "b", "y"], shape: "string", anchor: 1 },
    ],
    newer: [{ name: "z", path: ["spec", "z"], shape: "string" }],
  } as const;
  const plan: ConversionPlan = {
    ...planOfFoo,
    hub: "older",
    rules: {
      fields: [],
      together: [group],
      onlyIn: [{ side: "older", path: ["spec", "b"] }],
      emptied: [{ side: "older", path: ["spec", "a"] }],
    },
  };
  const read = (spec: object): ReturnType<typeof convertTo> => convertTo("newer", plan, { object: object("v1", spec) });
  const back = (newer: object): unknown => convertTo("older", plan, { object: newer });

  it.each<[string, object]>([
    ["without one", { b: { y: "1" } }],
    ["without the other", { a: { x: "1" } }],
    ["with an empty one", { a: { x: "" }, b: {} }],
    ["with empty ones", { a: {}, b: {} }],
  ])("come back %s", (_, spec) => {
    expect(back(read(spec))).toStrictEqual(object("v1", spec));
  });

  it("keep what functions make for an object that is new", () => {
    const newer = { ...read({ b: { y: "1" } }), spec: { z: ":1", a: { k: "" } } };
    expect(back(newer)).toStrictEqual(object("v1", { a: { k: "", x: "" }, b: { y: "1" } }));
  });
});

describe("kept values of several fields, after a client changes something beside them", () => {
  interface Parts {
    first?: string;
    last?: string;
  }
  const as = {
    forward: ({ full }: { full?: string }): Parts =>
      full === undefined ? {} : { first: full.slice(0, 1), last: full.slice(1) },
    back: ({ first, last }: Parts): { full?: string } =>
      first === undefined && last === undefined ? {} : { full: `${first ?? ""}${last ?? ""}` },
  };
  const plan: ConversionPlan = {
    ...planOfFoo,
    rules: {
      fields: [{ older: ["spec", "t"], newer: ["spec", "b", "t"], shape: "string" }],
      together: [
        {
          name: "g",
          as: togetherBy({ together: { g: { as } } } as never, "g"),
          older: [{ name: "full", path: ["spec", "full"], shape: "string" }],
          newer: [
            { name: "first", path: ["spec", "b", "x"], shape: "string" },
            { name: "last", path: ["spec", "d", "y"], shape: "string", anchor: 1 },
          ],
        },
      ],
      onlyIn: [{ side: "newer", path: ["spec", "d"] }],
    },
  };
  const edited = (hub: object, older: object): unknown =>
    convertTo("newer", plan, {
      object: { ...convertTo("older", plan, { object: object("v2", hub) }), spec: older },
    })["spec" as never];

  it.each<[string, object, object, object]>([
    ["nothing", { d: { y: "q" } }, { full: "q" }, { d: { y: "q" } }],
    [
      "a field that makes the object around one",
      { d: { y: "q" } },
      { full: "q", t: "1" },
      { b: { t: "1" }, d: { y: "q" } },
    ],
    ["a field beside one", { d: { y: "q" } }, { full: "q", b: { z: "1" } }, { b: { z: "1" }, d: { y: "q" } }],
    [
      "the object around one is removed, and functions make it again",
      { b: { x: "pq", z: "0" }, d: {} },
      { full: "pq" },
      { b: { x: "pq" }, d: {} },
    ],
    ["the object around one is removed", { b: { z: "0" }, d: { y: "q" } }, { full: "q" }, { d: { y: "q" } }],
  ])("%s", (_, hub, older, want) => {
    expect(edited(hub, older)).toStrictEqual(want);
  });
});

describe("a null in a field of the hub", () => {
  const fields = { tier: "spec.tier", model: "spec.model" };
  const joined = {
    forward: ({ name }: { name?: string }) => (name === undefined ? {} : { disk: name }),
    back: ({ disk }: { disk?: string }) => (disk === undefined ? {} : { name: disk }),
  };
  const planOf = (model: ValueShape, as: object = joined): ConversionPlan => {
    const declaration = { together: { disk: { as } } } as never;
    const newer = [
      { name: "disk", path: ["spec", "disk"], shape: "string" },
      ...Object.keys(fields).map((name) => ({
        name,
        path: ["spec", name],
        shape: name === "model" ? model : ("string" as const),
      })),
    ] as const;
    const older = [{ name: "name", path: ["spec", "name"], shape: "string" }] as const;
    const group = { name: "disk", as: togetherBy(declaration, "disk"), older, newer };
    return {
      ...planOfFoo,
      rules: { fields: [], together: [group] },
    };
  };
  const trip = (plan: ConversionPlan, spec: object): unknown =>
    convertTo("newer", plan, { object: convertTo("older", plan, { object: object("v2", spec) }) });
  it.each<[string, ValueShape, object, object]>([
    ["of another type", "string", { disk: "a", tier: "gold", model: null }, { disk: "a", tier: "gold" }],
    [
      "that it may have",
      { nullable: "string" },
      { disk: "a", tier: "gold", model: null },
      { disk: "a", tier: "gold", model: null },
    ],
    ["that it may have, absent", { nullable: "string" }, { disk: "a", tier: "gold" }, { disk: "a", tier: "gold" }],
    ["that it may have, alone", { nullable: "string" }, { model: null }, { model: null }],
  ])("%s", (_, model, spec, want) => {
    expect(trip(planOf(model), spec)).toStrictEqual(object("v2", want));
  });
});
