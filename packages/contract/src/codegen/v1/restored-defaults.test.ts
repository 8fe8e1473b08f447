// What an object that is there again needs, and the values of defaults that no default makes again.
import { expect, it } from "vitest";
import { restored, gained, oneSided, type RestoreCase } from "../../../test/restore-case.ts";
import type { FieldRule, PropertyPath, TogetherFields } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";
import { dropEmpty } from "./value-ops.ts";

const own: FieldRule = { newer: ["o", "k"], shape: "string" };

it.each<RestoreCase>([
  {
    name: "a default that the hub requires, in an object that is there again",
    rules: { fields: [own, { newer: ["o", "n"], needed: true, default: "d" }] },
    kept: oneSided({ o: { k: "a" } }, ["o"]),
    source: {},
    object: {},
    want: { o: { k: "a", n: "d" } },
  },
  {
    name: "a default that the hub requires, where the field has a value",
    rules: { fields: [own, { newer: ["o", "n"], needed: true, default: "d" }] },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: { n: "b" } },
    want: { o: { k: "a", n: "b" } },
  },
  {
    name: "a default that the hub requires, without its object",
    rules: { fields: [own, { newer: ["q", "n"], needed: true, default: "d" }] },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: {} },
    want: { o: { k: "a" } },
  },
  {
    name: "a default that the hub requires, in an object that is required too",
    rules: { fields: [own, { newer: ["o", "in", "n"], within: 1, needed: true, default: "d" }] },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: {} },
    want: { o: { k: "a", in: { n: "d" } } },
  },
  {
    name: "a default that another member requires",
    rules: {
      fields: [
        own,
        { newer: ["o", "n"], needed: true, default: "d", members: { newer: [{ path: ["o", "t"], values: ["B"] }] } },
      ],
    },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: { t: "A" } },
    want: { o: { k: "a", t: "A" } },
  },
  {
    name: "a default that the hub does not require",
    rules: { fields: [own, { newer: ["o", "n"], default: "d" }] },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: {} },
    want: { o: { k: "a" } },
  },
  {
    name: "a default that the hub requires, for the other version",
    rules: {
      fields: [
        { ...own, keep: true },
        { newer: ["o", "n"], needed: true, default: "d" },
      ],
    },
    kept: { o: { k: "a" } },
    source: { o: {} },
    object: { o: {} },
    forSpoke: true,
    want: { o: { k: "a" } },
  },
  {
    name: "the value of a default, for an older hub whose object would not make it again",
    hub: "older",
    rules: { fields: [{ older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" }] },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, p: {} },
    object: { p: { x: "d" } },
    want: { p: { x: "d" } },
  },
  {
    name: "the value of a default, for an older hub that has the object that makes it again",
    hub: "older",
    rules: { fields: [{ older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" }] },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, p: {} },
    object: { p: { x: "d" }, o: {} },
    want: { p: {}, o: {} },
  },
  {
    name: "the value of a default, for an older hub with a field that makes its object again",
    hub: "older",
    rules: {
      fields: [
        { older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" },
        { older: ["q"], newer: ["o", "q"], shape: "string" },
      ],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d", q: "1" }, p: {} },
    object: { p: { x: "d" }, q: "1" },
    want: { p: {}, q: "1" },
  },
  {
    name: "the value of a default, for an older hub with a field that has no value in the newer version",
    hub: "older",
    rules: {
      fields: [
        { older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" },
        { older: ["q"], newer: ["o", "q"], shape: "string", as: dropEmpty("") },
      ],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, p: {} },
    object: { p: { x: "d" }, q: "" },
    want: { p: { x: "d" }, q: "" },
  },
  {
    name: "the value of a default, for an older hub with a field of another object",
    hub: "older",
    rules: {
      fields: [
        { older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" },
        { older: ["q"], newer: ["r", "q"], shape: "string" },
        { newer: ["o", "z"], shape: "string" },
      ],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, r: { q: "1" }, p: {} },
    object: { p: { x: "d" }, q: "1" },
    want: { p: { x: "d" }, q: "1" },
  },
  {
    name: "the value of a default, for an older hub with functions that make its object again",
    hub: "older",
    rules: {
      fields: [{ older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" }],
      together: [functionsTo(["o", "f"]), functionsTo(["r", "f"])],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d", f: "1" }, p: {} },
    object: { p: { x: "d" }, f: "1" },
    want: { p: {}, f: "1" },
  },
  {
    name: "the value of a default, for an older hub with functions that make another object",
    hub: "older",
    rules: {
      fields: [{ older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" }],
      together: [functionsTo(["r", "f"])],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, r: { f: "1" }, p: {} },
    object: { p: { x: "d" }, f: "1" },
    want: { p: { x: "d" }, f: "1" },
  },
  {
    name: "the value of a default, for an older hub with functions that make nothing",
    hub: "older",
    rules: {
      fields: [{ older: ["p", "x"], newer: ["o", "x"], shape: "string", default: "d" }],
      together: [functionsTo(["o", "f"])],
    },
    kept: { p: { x: null } },
    source: { o: { x: "d" }, p: {} },
    object: { p: { x: "d" }, f: "" },
    want: { p: { x: "d" }, f: "" },
  },
  {
    name: "what a new object of an older hub requires",
    hub: "older",
    rules: { fields: [{ older: ["o", "x"], newer: ["o", "x"], shape: "string", as: dropEmpty(""), needed: true }] },
    kept: gained({ o: { x: null } }, ["o"]),
    source: { o: {} },
    object: { o: { y: 1 } },
    want: { o: { x: "", y: 1 } },
  },
  {
    name: "what an older hub requires, in an object that it had",
    hub: "older",
    rules: { fields: [{ older: ["o", "x"], newer: ["o", "x"], shape: "string", as: dropEmpty("") }] },
    kept: { o: { x: null } },
    source: { o: {} },
    object: { o: { x: "", y: 1 } },
    want: { o: { y: 1 } },
  },
])("$name", ({ want, ...one }) => {
  expect(restored(one)).toStrictEqual(want);
});

/** Functions of the older `f` and `g`, which make a field of the newer version where `f` is not empty. */
function functionsTo(path: PropertyPath): TogetherFields {
  return {
    name: path.join("."),
    as: { forward: ({ f }: Fields) => (f === "" || f === undefined ? {} : { f }), back: ({ f }: Fields) => ({ f }) },
    older: [
      { name: "f", path: ["f"], shape: "string" },
      { name: "g", path: ["g"], shape: "string" },
    ],
    newer: [{ name: "f", path, shape: "string" }],
  };
}
