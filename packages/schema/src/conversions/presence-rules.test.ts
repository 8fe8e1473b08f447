// Rules about which fields an object has, in the forms that tags become.
import { expect, test } from "vitest";
import type { JSONSchema } from "@capstan/kube/builtin";
import { brokenPresenceRules } from "./presence-rules.ts";

const schemaWith = (...rules: readonly string[]): JSONSchema => ({
  type: "object",
  "x-kubernetes-validations": rules.map((rule) => ({ rule, message: "as told" })),
});
const union = 'self.type != "Image" || (has(self.image) && !has(self.__namespace__) && !has(self.a__dash__b))';

test.each([
  ["a member", union, { type: "Image", image: "a" }, true],
  ["a member without its field", union, { type: "Image" }, false],
  ["a member with the field of another one", union, { type: "Image", image: "a", namespace: "b" }, false],
  ["a member with a field whose name is escaped", union, { type: "Image", image: "a", "a-b": 1 }, false],
  ["another member", union, { type: "Snap", namespace: "b" }, true],
  ["one of several", "[has(self.a),has(self.b)].filter(x,x==true).size() == 1", { a: 1 }, true],
  ["two of which one may be there", "[has(self.a),has(self.b)].filter(x,x==true).size() <= 1", { a: 1, b: 2 }, false],
  ["none of which one must be there", "[has(self.a),has(self.b)].filter(x,x==true).size() >= 1", {}, false],
  ["a rule of another form", "self.a > self.b", { a: 1, b: 2 }, true],
  ["one that only begins so", 'self.type != "Image" || (has(self.image) && self.a == 1)', { type: "Image" }, true],
  ["one with a value that is no string", "self.type != 5 || (has(self.image))", { type: 5 }, true],
  ["one with two alternatives", 'self.type != "A" || (has(self.a)) || (has(self.b))', { type: "A" }, true],
  ["a comparison that no tag becomes", "[has(self.a)].filter(x,x==true).size() == 7", {}, true],
  ["a list of something else", "[self.a].filter(x,x==true).size() == 1", {}, true],
])("%s", (_, rule, object, isAccepted) => {
  expect(brokenPresenceRules(schemaWith(rule), object).length === 0).toBe(isAccepted);
});

test("objects are found wherever they are", () => {
  const one = schemaWith("[has(self.a),has(self.b)].filter(x,x==true).size() == 1");
  const schema: JSONSchema = {
    type: "object",
    properties: { list: { type: "array", items: one }, map: { type: "object", additionalProperties: one }, any: {} },
  };
  const broken = brokenPresenceRules(schema, { list: [{ a: 1 }, {}], map: { x: { a: 1, b: 2 } }, any: [{}], more: {} });
  expect(broken.map(({ path }) => path)).toEqual([
    ["list", 1],
    ["map", "x"],
  ]);
  expect(broken[0]).toMatchObject({ reason: "FieldValueInvalid", message: "Invalid value: as told" });
});
