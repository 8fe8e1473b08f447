// Objects that are given away, with random rules: more of them lead to, into and out of the same objects than any author's do.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { converterOf, type ContainerRule, type ConversionRules, type FieldRule } from "@capstan/contract/codegen/v1";
import { checkGivenAway } from "./given-away.ts";

// Few names, so that rules often meet.
const path = fc
  .array(fc.constantFrom("a", "b", "o"), { minLength: 1, maxLength: 3 })
  .map((names): readonly string[] => ["spec", ...names]);
const container: fc.Arbitrary<ContainerRule> = fc.record({ side: fc.constantFrom("older", "newer"), path });
const field: fc.Arbitrary<FieldRule> = fc.oneof(
  fc.record({ older: path, newer: path }),
  fc.record({ older: path }),
  fc.record({ newer: path }),
);
const rules: fc.Arbitrary<ConversionRules> = fc.record({
  fields: fc.array(field, { maxLength: 5 }),
  onlyIn: fc.array(container, { maxLength: 2 }),
  emptied: fc.array(container, { maxLength: 2 }),
  notEmpty: fc.array(container, { maxLength: 1 }),
});
const { spec } = fc.letrec<{ spec: object; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.nat(3), fc.constant(null), tie("spec")),
  spec: fc.dictionary(fc.constantFrom("a", "b", "o", "c"), tie("value"), { maxKeys: 4 }),
}));

test("random rules make the same of an object that is given away, and leave it as it was", () => {
  const objectOf = (version: string, own: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    spec: own,
  });
  const property = fc.property(rules, spec, spec, (some, older, newer) => {
    const names = { group: "g.io", kind: "Foo", older: "v1", newer: "v2", hub: "newer" } as const;
    const versions = { hub: { apiVersion: "g.io/v2", schema: {} }, spoke: { apiVersion: "g.io/v1", schema: {} } };
    const samples = { hub: objectOf("v2", newer), spoke: objectOf("v1", older) };
    checkGivenAway(converterOf({ ...names, rules: some }), versions, samples);
  });
  expect(() => fc.assert(property, { numRuns: 5000 })).not.toThrow();
});
