// Rules of the elements of lists and maps: what changes in each of them, what is kept for it, and what comes back into which.
import { describe, expect, it } from "vitest";
import type { ConversionPlan, ElementRule } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { canonical, changeElements, keysOfKept, pathInElement } from "./elements.ts";
import { digits } from "./number-ops.ts";
import { parseExactJson } from "@capstan/kube";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const planOf = (...elements: readonly ElementRule[]): ConversionPlan => ({
  ...planOfFoo,
  rules: { fields: [], elements },
});
const object = (version: string, spec: object, data?: unknown): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(data !== undefined && { annotations: { [annotation]: JSON.stringify(data) } }) },
  spec,
});
const up = (plan: ConversionPlan, spec: object, data?: unknown): object =>
  convertTo("newer", plan, { object: object("v1", spec, data) });
const down = (plan: ConversionPlan, spec: object): object => convertTo("older", plan, { object: object("v2", spec) });

const rules = { fields: [{ older: ["size"], newer: ["bytes"] }, { newer: ["extra"] }] };

describe("elements of a map", () => {
  const plan = planOf({ path: ["spec", "disks"], form: "map", rules });

  it("are converted, and what the older version lacks comes back by key", () => {
    const newer = { disks: { a: { bytes: 1, extra: "x" }, b: { bytes: 2 }, c: "no object" } };
    const older = down(plan, newer);
    const data = { spec: { disks: { a: { extra: "x" }, b: {} } } };
    expect(older).toEqual(object("v1", { disks: { a: { size: 1 }, b: { size: 2 }, c: "no object" } }, data));
    expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", newer));
    const edited = { ...older, spec: { disks: { b: { size: 1 }, a: { size: 3 } } } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(
      object("v2", { disks: { b: { bytes: 1 }, a: { bytes: 3, extra: "x" } } }),
    );
  });

  it.each([[{ disks: [{ size: 1 }] }], [{ disks: "x" }], [{ disks: null }], [{}]])(
    "are none where there is no map: %j",
    (spec) => {
      expect(up(plan, spec)).toEqual(object("v2", spec));
    },
  );

  it("are not kept when all of them fit", () => {
    expect(down(plan, { disks: { a: { bytes: 1 } } })).toEqual(object("v1", { disks: { a: { size: 1 } } }));
  });
});

describe("elements of a list", () => {
  const plan = planOf({ path: ["spec", "disks"], form: "list", keys: ["name", "zone"], rules });
  const [here, there] = [
    { name: "a", zone: "z1" },
    { name: "a", zone: "z2" },
  ];

  it("are found again by all of their keys", () => {
    const older = down(plan, { disks: [{ ...here, extra: "x" }, there] });
    expect(older).toEqual(
      object("v1", { disks: [here, there] }, { spec: { disks: [{ ...here, extra: "x" }, there] } }),
    );
    const edited = { ...older, spec: { disks: [there, here] } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(
      object("v2", { disks: [there, { ...here, extra: "x" }] }),
    );
  });

  it("of several with the same keys, the data is that of the first", () => {
    const older = down(plan, {
      disks: [
        { ...here, extra: "x" },
        { ...here, extra: "y" },
      ],
    });
    const one = { ...older, spec: { disks: [here] } };
    expect(convertTo("newer", plan, { object: one })).toEqual(object("v2", { disks: [{ ...here, extra: "x" }] }));
  });

  it("that are no objects stay as they are", () => {
    expect(up(plan, { disks: ["x", null, { ...here, size: 1 }] })).toEqual(
      object("v2", { disks: ["x", null, { ...here, bytes: 1 }] }),
    );
  });

  it("are none where there is a map", () => {
    expect(up(plan, { disks: { a: { size: 1 } } })).toEqual(object("v2", { disks: { a: { size: 1 } } }));
  });
});

it("elements without keys are found by their values when nulls come before them", () => {
  const plan = planOf({ path: ["spec", "disks"], form: "list", rules });
  const older = down(plan, { disks: [{ bytes: 1, extra: "x" }, null, { bytes: 2, extra: "y" }] });
  const edited = { ...older, spec: { disks: [null, { size: 1 }, { size: 2 }] } };
  expect(convertTo("newer", plan, { object: edited })).toEqual(
    object("v2", { disks: [null, { bytes: 1, extra: "x" }, { bytes: 2, extra: "y" }] }),
  );
});

it("elements inside of elements have their own rules", () => {
  const inner: ElementRule = { path: ["parts"], form: "list", keys: ["id"], rules };
  const plan = planOf({
    path: ["spec", "disks"],
    form: "map",
    rules: { fields: [], elements: [inner] },
  });
  const newer = { disks: { a: { parts: [{ id: 1, bytes: 1, extra: "x" }] }, b: { parts: [{ id: 1, bytes: 2 }] } } };
  const older = down(plan, newer);
  const kept = { a: { parts: [{ id: 1, extra: "x" }] }, b: {} };
  expect(older).toEqual(
    object(
      "v1",
      { disks: { a: { parts: [{ id: 1, size: 1 }] }, b: { parts: [{ id: 1, size: 2 }] } } },
      { spec: { disks: kept } },
    ),
  );
  expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", newer));
});

describe("elements without keys are found again by their value in the older version", () => {
  const plan = planOf({
    path: ["spec", "disks"],
    form: "list",
    rules: {
      fields: [
        { older: ["size"], newer: ["bytes"], as: digits("older", 64) },
        { newer: ["extra"], shape: "string" },
      ],
    },
  });

  it("whatever the order of their fields", () => {
    const older = down(plan, { disks: [{ bytes: 1, name: "a", extra: "x" }, { bytes: 2 }] });
    const edited = { ...older, spec: { disks: [{ size: "3" }, { size: "1", name: "a" }] } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(
      object("v2", { disks: [{ bytes: 3 }, { bytes: 1, name: "a", extra: "x" }] }),
    );
  });

  it("the whole list is kept, with values that fit too", () => {
    const disks = [{ bytes: 1, extra: "x" }, { bytes: 2 }];
    expect(down(plan, { disks })).toEqual(object("v1", { disks: [{ size: "1" }, { size: "2" }] }, { spec: { disks } }));
  });

  it("one that was added gets nothing, and those that stay keep theirs", () => {
    const older = down(plan, { disks: [{ bytes: 1, extra: "x" }] });
    const edited = { ...older, spec: { disks: [{ size: "1" }, { size: "2" }] } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(
      object("v2", { disks: [{ bytes: 1, extra: "x" }, { bytes: 2 }] }),
    );
  });

  it("one that changed gets nothing", () => {
    const older = down(plan, { disks: [{ bytes: 1, extra: "x" }] });
    const edited = { ...older, spec: { disks: [{ size: "2" }] } };
    expect(convertTo("newer", plan, { object: edited })).toEqual(object("v2", { disks: [{ bytes: 2 }] }));
  });

  it("a kept element of another type is reported and ignored", () => {
    const found: string[] = [];
    const older = object("v1", { disks: [{ size: "1" }] }, { spec: { disks: [{ bytes: 1, extra: 7 }] } });
    const context = { report: ({ message }: { message: string }) => void found.push(message) };
    expect(convertTo("newer", plan, { object: older, context })).toEqual(object("v2", { disks: [{ bytes: 1 }] }));
    expect(found).toEqual(["the conversion-data annotation has a value of another type for extra"]);
  });
});

it("keys may be numbers with more digits than JavaScript keeps", () => {
  const plan = planOf({ path: ["spec", "disks"], form: "list", keys: ["id"], rules });
  const text = (disks: string, data: string): object =>
    parseExactJson(
      JSON.stringify(object("v1", { disks: 0 }, 0))
        .replace('"disks":0', `"disks":${disks}`)
        .replace('"0"', JSON.stringify(data)),
    ) as object;
  const json = { parse: parseExactJson, stringify: JSON.stringify };
  const data = '{"spec":{"disks":[{"id":9007199254740993,"extra":"odd"},{"id":9007199254740992,"extra":"even"}]}}';
  const older = text('[{"id":9007199254740992}]', data);
  const newer = convertTo("newer", plan, { object: older, context: { json } });
  expect(newer["spec"]).toMatchObject({ disks: [{ extra: "even" }] });
});

it("values are equal by their canonical text in any order of fields, and different in any other way", () => {
  const text = canonical({ b: [{ d: 1, c: 2, e: 3 }], a: "x" });
  expect(text).toBe('{"a":"x","b":[{"c":2,"d":1,"e":3}]}');
  expect(canonical({ a: "x", b: [{ e: 3, c: 2, d: 1 }] })).toBe(text);
  expect(canonical({ a: "x", b: [{ c: 2, d: 1, e: 4 }] })).not.toBe(text);
  expect(canonical(["b", "a"])).toBe('["b","a"]');
  expect(canonical(undefined)).toBe("undefined");
});

it("elements that are values are set again, but for those that have none afterwards", () => {
  const spec: Record<string, unknown> = { list: [1, 2], map: { a: 1, b: 2 }, objects: [{ value: 1 }] };
  const change = (one: { fields: Record<string, unknown> }): void => {
    if (one.fields["value"] === 2) delete one.fields["value"];
    else one.fields["value"] = 5;
  };
  changeElements(spec, { path: ["list"], form: "list", values: true, rules: { fields: [] } }, change);
  changeElements(spec, { path: ["map"], form: "map", values: true, rules: { fields: [] } }, change);
  changeElements(spec, { path: ["objects"], form: "list", rules: { fields: [] } }, change);
  expect(spec).toStrictEqual({ list: [5, 2], map: { a: 5, b: 2 }, objects: [{ value: 5 }] });
});

it("the keys of kept elements are those of the version that keeps them, and paths in values begin behind their name", () => {
  const element: ElementRule = { path: ["l"], form: "list", keys: ["a"], spokeKeys: ["b"], rules: { fields: [] } };
  expect(keysOfKept(element, undefined)).toEqual(["a"]);
  expect(keysOfKept(element, true)).toEqual(["b"]);
  expect(keysOfKept({ path: ["l"], form: "list", keys: ["a"], rules: { fields: [] } }, true)).toEqual(["a"]);
  expect(pathInElement(["value", "x"], true)).toEqual(["x"]);
  expect(pathInElement(["x"], undefined)).toEqual(["x"]);
});
