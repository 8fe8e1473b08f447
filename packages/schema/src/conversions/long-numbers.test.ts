// Numbers beyond 2^53 are strings with a mark on the way; what computes with them, or reads them as numbers, loses them.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import {
  conversion,
  hub,
  integer,
  list,
  object,
  spoke,
  type Spec,
  string,
  verdict,
} from "../../test/written-conversions.ts";
import { conversionChecks } from "./conversion-checks.ts";

const long: JSONSchema = { type: "integer", format: "int64" };
const name = "whole numbers beyond 2^53 keep every digit";
const same = (spec: Spec): object => spec;
/** What is lost of a long number alone: as a number, it is not what it was. */
const rounded = ({ size, ...spec }: Spec): object =>
  size === undefined
    ? spec
    : { ...spec, size: typeof size === "number" ? size : Number.parseInt(String(size).slice(-16), 10) };

test("a conversion that rounds is found, in each direction", () => {
  const fields = { older: object({ size: long }), newer: object({ size: long }) };
  const samples = { hub: hub({ size: 1 }), spoke: spoke({ size: 1 }) };
  const problem = `spec.size does not come back when it is a whole number beyond 2^53, and does when it is a smaller one`;
  expect(verdict(conversion({ ...fields, up: same, down: same }), samples)).toEqual([]);
  expect(verdict(conversion({ ...fields, up: rounded, down: same }), samples)).toEqual([problem]);
  expect(verdict(conversion({ ...fields, up: same, down: rounded }), samples)).toEqual([problem]);
});

test.each([
  ["elements of lists", object({ sizes: list(long) }), { sizes: [1, 1, 2] }],
  ["fields of elements", object({ disks: list(object({ size: long })) }), { disks: [{ size: 1 }, {}] }],
  ["values of maps", object({ tags: { type: "object", additionalProperties: long } }), { tags: { a: 1, b: 2 } }],
] as const)("%s are found", (_, schema, spec) => {
  const drop = (given: Spec): object =>
    JSON.parse(JSON.stringify(given, (_key, value: unknown) => (typeof value === "string" ? 1 : value))) as object;
  const problems = verdict(conversion({ older: schema, newer: schema, up: same, down: drop }), {
    hub: hub(spec),
    spoke: spoke(spec),
  });
  expect(problems).toEqual([expect.stringContaining("does not come back when it is a whole number beyond 2^53")]);
});

test.each([
  [
    "numbers with bounds",
    { older: object({ size: { ...long, maximum: 5 } }), newer: object({ size: { ...long, maximum: 5 } }) },
    {},
  ],
  ["numbers of 32 bits", { older: object({ size: integer }), newer: object({ size: integer }) }, {}],
  [
    "fields of functions",
    { older: object({ size: long }), newer: object({ size: long }) },
    { functions: { hub: ["spec.size"], spoke: ["spec.size"] } },
  ],
  [
    "fields that become something else",
    { older: object({ size: long }), newer: object({ ready: { type: "string" } satisfies JSONSchema }) },
    { fields: [{ hub: ["spec.ready"], spoke: ["spec.size"] }] },
  ],
  [
    "fields of elements that become something else",
    {
      older: object({ disks: list(object({ size: long })) }),
      newer: object({ disks: list(object({ size: string })) }),
    },
    { fields: [{ hub: ["spec.disks[].size"], spoke: ["spec.disks[].size"] }] },
  ],
])("%s are not asked for it", (_, versions, more) => {
  const checked = { ...conversion({ ...versions, up: same, down: same }), ...more };
  expect(conversionChecks(checked).map((check) => check.name)).not.toContain(name);
});
