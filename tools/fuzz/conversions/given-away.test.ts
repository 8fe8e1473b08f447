// Objects that are given away, with functions that loop, and with random rules: more of them lead to, into and out of the same objects than any author's do.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shortenLimit } from "../../../packages/schema/test/short-limit.ts";
import {
  converterOf,
  type Converter,
  type ContainerRule,
  type ConversionRules,
  type FieldRule,
} from "@capstan/contract/codegen/v1";
import type { JSONSchema } from "@capstan/kube/builtin";
import { givenAwayCheck, givenAwayProblems } from "./given-away.ts";

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
    givenAwayCheck(converterOf({ ...names, rules: some }), { ...versions, byRulesAlone: true })(samples);
  });
  expect(() => fc.assert(property, { numRuns: 5000 })).not.toThrow();
});

const size: JSONSchema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: { type: "object", required: ["size"], properties: { size: { type: "integer", minimum: 0, maximum: 9 } } },
  },
};

test("a function that loops is stopped at its first object, which is named", () => {
  shortenLimit();
  let loops = 0;
  const looping: Converter = {
    group: "g.io",
    kind: "Foo",
    hub: "g.io/v2",
    versions: ["g.io/v2", "g.io/v1"],
    convert() {
      loops += 1;
      for (;;);
    },
  };
  const pair = { hub: { apiVersion: "g.io/v2", schema: size }, spoke: { apiVersion: "g.io/v1", schema: size } };
  expect(givenAwayProblems(looping, pair, { runs: 100, seed: 1 })).toEqual([
    expect.stringMatching(
      /a conversion did not end within 5 s: a function of it loops; it was checked with \{"hub":\{"apiVersion":"g\.io\/v2"/,
    ) as string,
  ]);
  // The search for a smaller object fails at once; the first one is tried up to five times on a busy machine.
  expect(loops).toBeLessThan(6);
});
