// Property test: any structural schema survives the round trip through TypeScript.
import { fileURLToPath } from "node:url";
import { runsOf } from "@capstan/generator-model/testing";
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quantityPattern } from "../schema/scalar-schemas.ts";
import { comparable, crdWithSpec, roundTrip } from "./round-trip.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const intOrString = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };

const line = fc.stringMatching(/^[ -~]{0,30}$/);
const description = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc
    .array(
      fc.oneof(
        line,
        fc.constantFrom("@deprecated x", "@minLength 1", "\\@x", "a */ b", "*\\/", "```", "  indented", ""),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((lines) => lines.join("\n")),
);
const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,6}$/),
  fc.constantFrom("x-odd", "a.b", "Upper", "class", "items", "spec"),
);
const count = fc.nat(50);

const scalar: fc.Arbitrary<JSONSchema> = fc.oneof(
  fc.record(
    { type: fc.constant("string"), minLength: count, pattern: fc.constantFrom("^a*/b$", '^"x"$', "^ a $", "^[a-z]+$") },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date-time", "byte", "uuid") }),
  fc.record({
    type: fc.constant("string"),
    enum: fc.uniqueArray(fc.constantFrom("", "a", "B-c", "*/", '"'), { minLength: 1 }),
  }),
  fc.record(
    {
      type: fc.constant("integer"),
      format: fc.constantFrom("int32", "int64"),
      minimum: fc.integer({ min: -9, max: 0 }),
      maximum: fc.integer({ min: 1, max: 9 }),
      exclusiveMaximum: fc.constant(true),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("integer"), enum: fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { minLength: 1 }) }),
  fc.record({ type: fc.constant("boolean"), default: fc.boolean() }, { requiredKeys: ["type"] }),
  fc.record({ type: fc.constant("number"), multipleOf: fc.constantFrom(0.5, 2) }, { requiredKeys: ["type"] }),
  fc.constantFrom<JSONSchema>(
    intOrString,
    { ...intOrString, pattern: quantityPattern },
    { "x-kubernetes-preserve-unknown-fields": true },
    { type: "object" },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  ),
);

/** Mostly sorted names of properties; also in any order, repeated, and of properties that there are not. */
function requiredNames(properties: readonly string[]): fc.Arbitrary<string[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...properties]).map((names) => names.toSorted()) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...properties, "absent", "kind")) },
  );
}

const { schema } = fc.letrec<{ schema: JSONSchema; plain: JSONSchema }>((tie) => ({
  plain: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record(
      { type: fc.constant("array"), items: tie("schema"), maxItems: count },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record(
      { type: fc.constant("object"), additionalProperties: tie("schema"), maxProperties: count },
      { requiredKeys: ["type", "additionalProperties"] },
    ),
    fc.dictionary(name, tie("schema"), { minKeys: 1, maxKeys: 4 }).chain((properties) =>
      requiredNames(Object.keys(properties)).map((required) => ({
        type: "object",
        properties: { ...properties },
        ...(required.length > 0 && { required }),
      })),
    ),
  ),
  schema: fc
    .tuple(tie("plain"), fc.option(description, { nil: undefined }), fc.boolean())
    .map(([plain, text, nullable]) => ({
      ...plain,
      ...(text !== undefined && { description: text }),
      ...(nullable && plain.type !== undefined && { nullable }),
    })),
}));

test("every structural schema comes back", () => {
  fc.assert(
    fc.property(schema, (spec) => {
      const text = crdWithSpec(spec);
      const trip = roundTrip(text, { file: "foo.yaml", root });
      if (trip.outcome !== "imported") throw new Error(`${text}\n${trip.diagnostics.map(formatDiagnostic).join("\n")}`);
      expect(comparable(trip.generated)).toBe(comparable(text));
    }),
    { numRuns: runsOf(300) },
  );
});
