// The quick look never takes a value for right that has an error, or that defaults change.
import { deepClone, deepEqual, ownFields } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import { compileQuickCheck } from "./quick-check.ts";

const names = fc.constantFrom("a", "b", "10", "__proto__", "constructor");
const scalars = fc.constantFrom<unknown>(null, "a", "b", "", 0, 1, 1.5, -(2 ** 60), 2 ** 64, 1e300, true);
const others = fc.constantFrom<JSONSchema>(
  {},
  {},
  { nullable: true },
  { maxLength: 0 },
  { minimum: 1 },
  { default: "a" },
  { enum: ["a", "b"] },
  { enum: ["a", null] },
  { enum: [1] },
  { "x-kubernetes-int-or-string": true },
);

const types = fc.constantFrom("string", "integer", "number", "boolean");
const leaf: fc.Arbitrary<JSONSchema> = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      types.map((type) => ({ type })),
    ),
    others,
  )
  .map(([type, other]) => ({ ...type, ...other }));

/** Schemas of objects and lists of what is one level below. */
function above(below: fc.Arbitrary<JSONSchema>): fc.Arbitrary<JSONSchema> {
  const object = fc
    .tuple(
      fc.array(fc.tuple(names, below), { maxLength: 3 }).map(ownFields),
      fc.oneof(fc.boolean(), below),
      fc.uniqueArray(names, { maxLength: 1 }),
      others,
    )
    .map(([properties, additionalProperties, required, other]) => ({
      type: "object",
      properties,
      additionalProperties,
      required,
      ...other,
    }));
  const list = fc.tuple(below, others).map(([items, other]) => ({ type: "array", items, ...other }));
  return fc.oneof(leaf, object, list);
}

/** Values of one level more. */
function containing(below: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const object = fc.array(fc.tuple(names, below), { maxLength: 3 }).map(ownFields);
  return fc.oneof(scalars, object, fc.array(below, { maxLength: 2 }));
}

test("what it takes for right has no errors, and no defaults to set", () => {
  let right = 0;
  fc.assert(
    fc.property(above(above(leaf)), containing(containing(scalars)), (schema, value) => {
      if (!compileQuickCheck(schema)(value)) return;
      right += 1;
      const compiled = compileSchema(schema);
      const copy = deepClone(value);
      compiled.applyDefaults(copy);
      expect(deepEqual(copy, value)).toBe(true);
      expect(compiled.validate(value)).toEqual([]);
    }),
    { numRuns: 5000 },
  );
  expect(right).toBeGreaterThan(300);
});
