// What follows from the rules of a plan alone.
import { expect, it } from "vitest";
import type { ConversionRules, FieldRule } from "./conversion-plan.ts";
import { isKeptRequired, prepare } from "./prepared-rules.ts";
import { boolPresence } from "./value-ops.ts";

const moved: FieldRule = { older: ["spec", "a", "b", "c"], newer: ["status", "c"] };
const made: FieldRule = { older: ["spec", "a", "d"], newer: ["spec", "e", "f", "d"], within: 1, default: "" };
const kept: FieldRule = { older: ["spec", "g"], keep: true };
const required: FieldRule = { older: ["spec", "h"], keep: true, default: 0 };
const filled: FieldRule = { older: ["spec", "j"], newer: ["spec", "k", "j"], default: "" };
const form: FieldRule = { older: ["i"], newer: ["i"], as: boolPresence() };
const [ofOlder, ofNewer] = [
  { side: "older", path: ["spec", "a"] },
  { side: "newer", path: ["spec", "e"] },
] as const;
const [refused, emptied] = [
  { side: "newer", path: ["status"] },
  { side: "older", path: ["spec"] },
] as const;

const rules: ConversionRules = {
  fields: [moved, made, kept, required, filled, form],
  onlyIn: [ofOlder, ofNewer],
  notEmpty: [refused],
  emptied: [emptied],
};

it("the rules with a form are those that change it", () => {
  expect(prepare(rules).forms).toEqual([form]);
});

it("what is in a union comes back after its discriminator, which may be in a member of another union", () => {
  const inUnions = (name: string, ...unions: string[]): FieldRule => ({
    newer: ["spec", name],
    members: { newer: unions.map((discriminator) => ({ path: ["spec", discriminator], values: ["A"] })) },
  });
  const [inner, kind] = [inUnions("f", "type", "kind"), inUnions("kind", "type")];
  const type: FieldRule = { newer: ["spec", "type"] };
  expect(prepare({ fields: [inner, kind, type] }).restored).toEqual([type, kind, inner]);
});

it("objects around fields are there once, inner ones first", () => {
  const older = [["spec", "a", "b"], ["spec", "a"], ["spec"]];
  const newer = [["spec", "e", "f"], ["spec", "e"], ["spec", "k"], ["status"], ["spec"]];
  expect(prepare(rules).objects).toEqual({ older, newer });
});

it("a default makes those of an older hub, and of a newer one those around it", () => {
  const { objects, made: ofDefaults } = prepare(rules);
  expect(ofDefaults).toEqual({
    older: objects.older,
    newer: [["spec", "e", "f"], ["spec", "e"], ["spec", "k"], ["spec"]],
  });
});

it("a hub loses objects of its own, and those that may not be empty or that fields leave", () => {
  expect(prepare(rules).losable).toEqual({ older: [ofOlder, refused, emptied], newer: [ofNewer, refused, emptied] });
});

it("rules without objects have none, and each rules are looked at once", () => {
  const none: ConversionRules = { fields: [] };
  expect(prepare(none).losable).toEqual({ older: [], newer: [] });
  expect(prepare(none)).toBe(prepare(none));
});

const union = { path: ["spec", "type"], values: ["A"] };

it("objects in unions come back after the fields, and those that are there by others only where the other version has them", () => {
  const inUnion = { side: "older", path: ["spec", "u"], members: [union] } as const;
  const byOthers = { side: "older", path: ["spec", "o"] } as const;
  const byItself = { side: "older", path: ["spec", "p"] } as const;
  const of = prepare({
    fields: [{ older: ["spec", "o", "x"], newer: ["spec", "x"] }],
    onlyIn: [inUnion],
    notEmpty: [byOthers, byItself],
    emptied: [{ side: "newer", path: ["spec", "q"] }],
  });
  expect(of.emptyInUnions).toStrictEqual([inUnion]);
  expect(of.empty).toStrictEqual([
    { ...byOthers, anchor: 2 },
    byItself,
    { side: "newer", path: ["spec", "q"], anchor: 2 },
  ]);
});

it("the rules of fields that are not beside every other are those in unions, and those with fields that exclude them", () => {
  const member: FieldRule = { newer: ["spec", "a"], members: { newer: [union] } };
  const excluded: FieldRule = { newer: ["spec", "b"], exclusive: { newer: [["spec", "c"]] } };
  expect(prepare({ fields: [member, moved, excluded] }).beside).toEqual([member, excluded]);
});

it("a default within an object makes it in a newer hub, also where the field has no default", () => {
  const within: FieldRule = { older: ["a"], newer: ["o", "p", "a"], within: 1 };
  expect(prepare({ fields: [within] }).made.newer).toEqual([["o", "p"], ["o"]]);
});

it("a kept field is required with a default alone", () => {
  expect([kept, required, filled].map(isKeptRequired)).toEqual([false, true, false]);
});
