// A test whose random objects are nearly all rejected says which bound they break.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, it } from "vitest";
import { conversion, hub, integer, list, object, spoke, string } from "../../test/written-conversions.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { conversionChecks } from "./conversion-checks.ts";
import { rejectionCounter } from "./rejected-objects.ts";
import { pairOf } from "./trip.ts";

const withTags = (tag: JSONSchema): CheckedConversion =>
  conversion({
    older: object({ list: list(object({ tag })), name: string }),
    newer: object({}),
    up: (spec) => spec,
    down: (spec) => spec,
  });
const samples = (spec: object) => ({ hub: hub({}), spoke: spoke(spec), other: spoke({}) });

/** Counts objects that are rejected, a tenth of them for another reason, after some that are not. */
function count(conversion: CheckedConversion, [rejected, accepted]: readonly [times: number, accepted: number]): void {
  const counter = rejectionCounter(pairOf(conversion));
  for (let i = 0; i < accepted; i += 1) counter.count(samples({}), true);
  for (let i = 0; i < rejected; i += 1)
    counter.count(samples(i % 10 === 0 ? { name: 1 } : { list: [{ tag: i }, { tag: `${i}` }] }), false);
}

it.each<[string, JSONSchema, string, string]>([
  [
    "a pattern",
    { type: "string", pattern: "^(?i)[^0-9]$" },
    "Invalid value: spec.list[].tag in body should match '^(?i)[^0-9]$'",
    "write the pattern without what JavaScript reads in another way than Go: of such a pattern the tests draw any strings",
  ],
  [
    "a length",
    { type: "string", minLength: 9 },
    "Invalid value: spec.list[].tag in body should be at least 9 chars long",
    "correct bounds that hardly any value keeps",
  ],
])("%s", (_, tag, why, help) => {
  expect(() => count(withTags(tag), [9900, 99])).toThrow(
    `the API server rejects nearly all random objects: g.io/v1 has spec.list[].tag: ${why}\n` +
      `  help: ${help}; or give \`examples\` to the rule of the field, or of what it is in`,
  );
});

it("not where enough are checked", () => {
  expect(() => count(withTags(integer), [9899, 0])).not.toThrow();
  expect(() => count(withTags(string), [9900, 100])).not.toThrow();
});

it("by the checks of a conversion", () => {
  const [, check] = conversionChecks(withTags({ type: "string", minLength: 9 }));
  const all = (): void => {
    for (let i = 0; i < 9900; i += 1) check?.check(samples({ list: [{ tag: "a" }] }));
  };
  expect(all).toThrow("the API server rejects nearly all random objects: g.io/v1 has spec.list[].tag");
});
