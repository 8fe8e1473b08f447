// Value operations both ways.
import { parseExactJson } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { ConversionOp } from "./conversion-op.ts";
import { conditions, listOfOne, listToMap, mapToList } from "./list-ops.ts";
import {
  boolPresence,
  dropEmpty,
  enumMap,
  invert,
  presence,
  reference,
  referenceTo,
  seconds,
  width,
} from "./value-ops.ts";

const context = {
  namespace: "n",
  apiVersionOf: (_: string, kind: string) => (kind === "Known" ? "g.io/v7" : undefined),
};
/** A number as the API server sends it. */
const exact = (digits: string): unknown => parseExactJson(digits);
const time = "2026-01-01T00:00:00Z";

describe("values change to the newer form", () => {
  it.each<[string, ConversionOp, unknown, unknown]>([
    ["a duration to seconds", seconds(), "1m30s", 90],
    ["parts of a second are cut off", seconds(), "1.9s", 1],
    ["more than 32 bits to the greatest number", seconds(), "1000000h", 2_147_483_647],
    ["less than 32 bits to the least number", seconds(), "-1000000h", -2_147_483_648],
    ["what is no duration is no value", seconds(), "soon", undefined],
    ["a value of another type stays as it is", seconds(), [1], [1]],
    ["absent stays absent", seconds(), undefined, undefined],
    ["an empty text to nothing", dropEmpty(""), "", undefined],
    ["zero to nothing", dropEmpty(0), 0, undefined],
    ["a string stays", dropEmpty(""), "a", "a"],
    ["false to nothing", boolPresence(), false, undefined],
    ["true stays", boolPresence(), true, true],
    ["true to false", invert(), true, false],
    ["no boolean stays as it is", invert(), "true", "true"],
    ["a whole number stays", width(), 5_000_000_000, 5_000_000_000],
    ["a name to another", enumMap({ a: "A" }), "a", "A"],
    ["a boolean to a name", enumMap({ true: "On", false: "Off" }, {}, "json"), false, "Off"],
    ["a number to a name", enumMap({ 1: "low" }, {}, "json"), 1, "low"],
    ["a name to a boolean", enumMap({ On: true }), "On", true],
    ["an object of the name's text stays", enumMap({ "1": "low" }), ["1"], ["1"]],
    ["true to an object", presence("newer"), true, {}],
    ["false to no object", presence("newer"), false, undefined],
    ["no boolean to no object", presence("newer"), undefined, undefined],
    ["no boolean stays as it is", presence("newer"), "true", "true"],
    ["an object to true", presence("older"), { size: 1 }, true],
    ["no object to false in a required field", presence("older", true), undefined, false],
    ["no object to nothing in an optional field", presence("older"), undefined, undefined],
    ["no object stays as it is", presence("older"), "x", "x"],
    ["an unknown name stays", enumMap({ a: "A" }), "toString", "toString"],
    [
      "a reference loses version and namespace",
      reference("v1"),
      { apiVersion: "g.io/v3", kind: "K", name: "x", namespace: "n", uid: "1" },
      { apiGroup: "g.io", kind: "K", name: "x" },
    ],
    [
      "a core reference has the empty group",
      reference("v1"),
      { apiVersion: "v1", kind: "Secret", name: "x" },
      { apiGroup: "", kind: "Secret", name: "x" },
    ],
    ["a reference without a version has no group", reference("v1"), { kind: "K" }, { kind: "K" }],
    ["a group with a slash", reference("v1"), { apiVersion: "a/b/v1" }, { apiGroup: "a/b" }],
    ["a group that is a slash", reference("v1"), { apiVersion: "//v1" }, { apiGroup: "/" }],
    ["a reference with an empty group and a slash", reference("v1"), { apiVersion: "/v1" }, { apiGroup: "" }],
    ["no reference stays as it is", reference("v1"), "x", "x"],
    ["no reference to one kind stays as it is", referenceTo("v1", "Node"), "x", "x"],
    ["a reference to one kind without a name", referenceTo("v1", "Node"), { kind: "Node" }, {}],
    ["what is no boolean stays", boolPresence(), "false", "false"],
    ["what is not empty stays", dropEmpty(0), 1, 1],
    ["an empty text to nothing whatever the zero", dropEmpty(), "", undefined],
    ["an object stays, whatever its text", enumMap({ "[object Object]": "x" }), {}, {}],
    ["null stays", enumMap({ null: "x" }), null, null],
    [
      "values of a map that are no objects get the key alone",
      mapToList("name"),
      { a: 1, b: null },
      [{ name: "a" }, { name: "b" }],
    ],
    ["a list where a map of values is expected stays", mapToList("k", { value: "v" }), ["x"], ["x"]],
    [
      "a map with names like numbers, by their text",
      mapToList("k", { value: "v" }),
      { 9: 1, 10: 2, a: 3 },
      [
        { k: "10", v: 2 },
        { k: "9", v: 1 },
        { k: "a", v: 3 },
      ],
    ],
    ["a list with something else in it stays as it is", listToMap("name"), [{ name: "a" }, 1], [{ name: "a" }, 1]],
    ["a list of values with something else in it stays", listToMap("k", { value: "v" }), [1], [1]],
    ["no list stays as it is", listToMap("name"), "x", "x"],
    ["elements without a key are not in the map", listToMap("name"), [{ x: 1 }, { name: "a" }], { a: {} }],
    [
      "elements without a key, or with null, are not in the map of values",
      listToMap("k", { value: "v" }),
      [{ v: 1 }, { k: null, v: 2 }, { k: 0, v: 3 }],
      { 0: 3 },
    ],
    ["an element's number as the key of a map", listToMap("k", { value: "v" }), [{ k: 7, v: "x" }], { 7: "x" }],
    ["a map to its list of one", listOfOne("newer"), { a: 1 }, [{ a: 1 }]],
    ["no conditions stay as they are", conditions(), "x", "x"],
    [
      "conditions with something else among them stay as they are",
      conditions(),
      [{ type: "A" }, 1],
      [{ type: "A" }, 1],
    ],
    [
      "an empty reason counts as none, and a message stays",
      conditions(),
      [{ type: "A", status: "True", reason: "", message: "m" }],
      [{ type: "A", status: "True", reason: "NoReasonReported", message: "m" }],
    ],
    ["a reason stays", conditions(), [{ type: "A", reason: "R" }], [{ type: "A", reason: "R", message: "" }]],
    [
      "a reference to one kind keeps its name",
      referenceTo("v1", "Node"),
      { apiVersion: "v1", kind: "Node", name: "x", uid: "1" },
      { name: "x" },
    ],
    [
      "a map to a list in the order of bytes, not of UTF-16 units",
      mapToList("k", { value: "v" }),
      { "a\u{e000}": 1, "a\u{10000}": 2, "a\u{d7ff}": 3, ab: 4, a: 5, aa: 6, "a\u{1f600}": 7 },
      [
        { k: "a", v: 5 },
        { k: "aa", v: 6 },
        { k: "ab", v: 4 },
        { k: "a\u{d7ff}", v: 3 },
        { k: "a\u{e000}", v: 1 },
        { k: "a\u{10000}", v: 2 },
        { k: "a\u{1f600}", v: 7 },
      ],
    ],
    ["a map to a sorted list", mapToList("name"), { b: { x: 1 }, a: {} }, [{ name: "a" }, { name: "b", x: 1 }]],
    [
      "a map to a list sorted by bytes, as Go sorts",
      mapToList("name"),
      { "\u{1F600}": {}, a: {}, "\uFF5E": {}, "a\u{1F600}": {} },
      [{ name: "a" }, { name: "a\u{1F600}" }, { name: "\uFF5E" }, { name: "\u{1F600}" }],
    ],
    ["no map stays as it is", mapToList("name"), "x", "x"],
    ["a list to a map", listToMap("name"), [{ name: "b", x: 1 }, { name: "a" }], { b: { x: 1 }, a: {} }],
    ["a list of values to a map", listToMap("k", { value: "v" }), [{ k: "a", v: "1" }], { a: "1" }],
    ["a value to a list", listOfOne("newer"), "a", ["a"]],
    ["no value to no list", listOfOne("newer"), undefined, undefined],
    ["a list to its value", listOfOne("older"), ["a"], "a"],
    [
      "a map of strings to a list with the strings",
      mapToList("key", { value: "value" }),
      { b: "2", a: "" },
      [
        { key: "a", value: "" },
        { key: "b", value: "2" },
      ],
    ],
    [
      "conditions lose the severity and get a reason and a message",
      conditions(),
      [{ type: "A", status: "False", severity: "Error", lastTransitionTime: time }],
      [{ type: "A", status: "False", lastTransitionTime: time, reason: "NoReasonReported", message: "" }],
    ],
  ])("%s", (_, op, older, newer) => {
    expect(op.toNewer(older, context)).toStrictEqual(newer);
  });
});

it.each<[string, unknown, string]>([
  ["of another group", "h.io/v1", "g.io"],
  ["of no group", "v1", "g.io"],
  ["without a version", "g.io/", "g.io"],
  ["with two versions", "g.io/v1/v2", "g.io"],
  ["of the core group without a version", "", ""],
  ["of a group for one of the core group", "g.io/v1", ""],
  ["that is a number", 1, "g.io"],
  ["that is null", null, "g.io"],
])("an apiVersion %s is an error: the reference would lead to another kind", (_, apiVersion, apiGroup) => {
  // A look-up of plain JavaScript may return anything.
  const wrong = { apiVersionOf: () => apiVersion as string };
  const convert = (): unknown => reference("v1").toOlder({ apiGroup, kind: "K", name: "x" }, wrong);
  expect(convert).toThrow(expect.objectContaining({ code: "conversion/wrong-api-version" }));
  expect(convert).toThrow(`has ${JSON.stringify(apiVersion)} for K of the group`);
});

it.each([
  ["g.io/v1beta1", "g.io", "g.io/v1beta1"],
  ["v2", "", "v2"],
  [undefined, "g.io", "g.io/v1"],
  [undefined, "", "v1"],
])("an apiVersion %j for the group %j is used as %j", (found, apiGroup, want) => {
  const context = { apiVersionOf: () => found, namespace: "n" };
  expect(reference("v1").toOlder({ apiGroup, kind: "K", name: "x" }, context)).toHaveProperty("apiVersion", want);
});

describe("values change to the older form", () => {
  it.each<[string, ConversionOp, unknown, unknown]>([
    ["seconds to a duration", seconds(), 90, "1m30s"],
    ["zero seconds", seconds(), 0, "0s"],
    ["the greatest seconds that a duration holds", seconds(), 9_223_372_036, "2562047h47m16s"],
    ["more seconds to the longest duration", seconds(), 9_223_372_037, "2562047h47m16s"],
    ["the least seconds that a duration holds", seconds(), -9_223_372_036, "-2562047h47m16s"],
    ["less seconds to the least duration", seconds(), -9_223_372_037, "-2562047h47m16s"],
    ["seconds beyond 2^53 to the longest duration", seconds(), exact("9007199254740993"), "2562047h47m16s"],
    ["seconds below -2^53 to the least duration", seconds(), exact("-9007199254740993"), "-2562047h47m16s"],
    ["nothing to the zero value of a required field", dropEmpty(""), undefined, ""],
    ["nothing stays nothing in an optional field", dropEmpty(), undefined, undefined],
    ["nothing to false in a required field", boolPresence(true), undefined, false],
    ["null to the zero value of a required field", dropEmpty(""), null, ""],
    ["null to false in a required field", boolPresence(true), null, false],
    ["null stays in a required field that may have it", dropEmpty("", true), null, null],
    ["null stays in a required flag that may have it", boolPresence(true, true), null, null],
    ["nothing to the zero value of a required field that may be null", dropEmpty("", true), undefined, ""],
    ["nothing to false in a required flag that may be null", boolPresence(true, true), undefined, false],
    ["false to nothing in an optional field", boolPresence(), false, undefined],
    ["false to true", invert(), false, true],
    ["of two names that became one, the last", enumMap({ b: "X", a: "X" }), "X", "a"],
    ["a name that only the newer version has", enumMap({ a: "A" }, { C: "a" }), "C", "a"],
    ["a name back to a boolean", enumMap({ true: "On", false: "Off" }, { Auto: true }, "json"), "Off", false],
    [
      "a name that only the newer version has to a boolean",
      enumMap({ true: "On" }, { Auto: true }, "json"),
      "Auto",
      true,
    ],
    ["a boolean back to a name", enumMap({ On: true }), true, "On"],
    ["an object back to true", presence("newer"), {}, true],
    ["no object back to false in a required field", presence("newer", true), undefined, false],
    ["true back to an object", presence("older"), true, {}],
    ["false back to no object", presence("older"), false, undefined],
    ["a name back", enumMap({ a: "A" }), "A", "a"],
    ["a boolean that no older value becomes stays", enumMap({ true: "On" }, {}, "json"), "Auto", "Auto"],
    ["a value stays where nothing is", dropEmpty(""), "a", "a"],
    ["zero stays where nothing is", dropEmpty(), 0, 0],
    ["true stays", boolPresence(), true, true],
    ["false stays in a required field", boolPresence(true), false, false],
    ["what is no boolean stays", boolPresence(), "x", "x"],
    ["nothing stays nothing", boolPresence(), undefined, undefined],
    ["what is no number of seconds stays", seconds(), "90", "90"],
    ["a whole number stays", width(), 5_000_000_000, 5_000_000_000],
    ["an object back to true in a required field", presence("newer", true), {}, true],
    ["no object to nothing in an optional field", presence("newer"), undefined, undefined],
    ["no reference stays as it is", reference("v1"), "x", "x"],
    ["no reference to one kind stays as it is", referenceTo("v1", "Node"), "x", "x"],
    ["a reference without a group has no version", reference("v1"), { name: "x" }, { name: "x" }],
    ["a reference without a name has no namespace", reference("v1"), { apiGroup: "" }, { apiVersion: "v1" }],
    [
      "a reference whose kind is no text",
      reference("v1"),
      { apiGroup: "g.io", kind: 1, name: "x" },
      { apiVersion: "g.io/v1", kind: 1, name: "x", namespace: "n" },
    ],
    ["a reference to one kind without a name gains nothing", referenceTo("v1", "Node"), {}, {}],
    [
      "a group that is no text counts as the core group",
      reference("v1"),
      { apiGroup: 1, kind: "K", name: "x" },
      { apiVersion: "v1", kind: "K", name: "x", namespace: "n" },
    ],
    [
      "a core reference",
      reference("v1"),
      { apiGroup: "", kind: "Secret", name: "x" },
      { apiVersion: "v1", kind: "Secret", name: "x", namespace: "n" },
    ],
    ["no list stays as it is", mapToList("name"), "x", "x"],
    ["a list with something else in it stays as it is", mapToList("k", { value: "v" }), [1], [1]],
    [
      "conditions whose status is not False have no severity",
      conditions(),
      [{ type: "A", status: "Unknown", reason: "R", message: "m" }, { type: "B" }],
      [{ type: "A", status: "Unknown", reason: "R", message: "m" }, { type: "B" }],
    ],
    ["no conditions stay as they are", conditions(), [1], [1]],
    [
      "a reference with the version the context knows",
      reference("v1"),
      { apiGroup: "g.io", kind: "Known", name: "x" },
      { apiVersion: "g.io/v7", kind: "Known", name: "x", namespace: "n" },
    ],
    [
      "a reference with the fallback",
      reference("v1"),
      { apiGroup: "g.io", kind: "K", name: "x" },
      { apiVersion: "g.io/v1", kind: "K", name: "x", namespace: "n" },
    ],
    [
      "a reference to one kind",
      referenceTo("v1", "Node"),
      { name: "x" },
      { apiVersion: "v1", kind: "Node", name: "x" },
    ],
    ["a list with strings to a map", mapToList("key", { value: "v" }), [{ key: "a", v: "1" }], { a: "1" }],
    [
      "a list to a map whose values have fewer fields",
      mapToList("name", { only: ["x"] }),
      [{ name: "a", x: 1, y: 2 }],
      { a: { x: 1 } },
    ],
    ["a list to a map", mapToList("name"), [{ name: "b", x: 1 }, { name: "a" }], { b: { x: 1 }, a: {} }],
    [
      "conditions get the least severity while False and lose what the older shape has no word for",
      conditions(),
      [
        { type: "A", status: "False", observedGeneration: 2, lastTransitionTime: time, reason: "R", message: "m" },
        { type: "B", status: "True", lastTransitionTime: time, reason: "NoReasonReported", message: "" },
      ],
      [
        { type: "A", status: "False", severity: "Info", lastTransitionTime: time, reason: "R", message: "m" },
        { type: "B", status: "True", lastTransitionTime: time },
      ],
    ],
  ])("%s", (_, op, newer, older) => {
    expect(op.toOlder(newer, context)).toStrictEqual(older);
  });
});

it("a reference outside of a namespace has none", () => {
  expect(reference("v1").toOlder({ apiGroup: "g.io", kind: "K", name: "x" }, {})).toEqual({
    apiVersion: "g.io/v1",
    kind: "K",
    name: "x",
  });
});

it("a null is no empty value, unless the older field always has one", () => {
  expect([dropEmpty().toOlder(null, context), dropEmpty("").toOlder(null, context)]).toEqual([null, ""]);
});

describe("lists of one value and maps change back", () => {
  it.each<[string, ConversionOp, unknown, unknown]>([
    ["a map to a sorted list", listToMap("name"), { b: { x: 1 }, a: {} }, [{ name: "a" }, { name: "b", x: 1 }]],
    ["a longer list to its first value", listOfOne("newer"), ["a", "b"], "a"],
    ["an empty list to no value", listOfOne("newer"), [], undefined],
    ["no list stays as it is", listOfOne("newer"), "a", "a"],
    ["a value to a list", listOfOne("older"), "a", ["a"]],
    ["a null to a list with it", listOfOne("older"), null, [null]],
    ["a null to no list, where elements are none", listOfOne("older", "null"), null, null],
  ])("%s", (_, op, value, want) => {
    expect(op.toOlder(value, context)).toStrictEqual(want);
  });
});

describe("references without fields that the form does not convert", () => {
  const context = { namespace: "ns", pair: { kind: "Foo", older: "g.io/v1", newer: "g.io/v2" } };

  it("have a namespace where the older version has one", () => {
    const newer = { apiGroup: "g.io", kind: "Bar", name: "a" };
    const older = { apiVersion: "g.io/v1", kind: "Bar", name: "a" };
    expect(reference("v1").toOlder(newer, context)).toEqual({ ...older, namespace: "ns" });
    expect(reference("v1", { namespace: false }).toOlder(newer, context)).toEqual(older);
  });

  it("to one kind have nothing but its name", () => {
    const toNode = referenceTo("v1", "Node");
    const older = { apiVersion: "v1", kind: "Node", name: "a" };
    expect(toNode.toOlder({ name: "a", tier: "x" }, context)).toEqual(older);
    expect([toNode.toOlder({ tier: "x" }, context), toNode.toOlder(null, context)]).toEqual([{}, null]);
  });
});

it("a string that is no duration is reported, and what Go writes for a number stays", () => {
  const found: string[] = [];
  const report = ({ code, message }: { code: string; message: string }): void => void found.push(`${code}: ${message}`);
  expect(seconds().toNewer("soon", { report })).toBe(undefined);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("conversion/no-duration: ");
  expect(found[0]).toContain("soon");
  expect(seconds().toOlder("soon", {})).toBe("soon");
});
