// What a declared conversion has at run time. That its rules fit the types is tested with the compiler.
import { expect, it } from "vitest";
import { defineConversion } from "./define-conversion.ts";

/** The rules as data: their check by types is left out here. */
const declare = defineConversion as unknown as (rules: object) => object;

it("other versions are converted through the newer one, unless the author says otherwise", () => {
  const older = { "spec.size": { to: "spec.replicas" } };
  expect(declare({ older })).toEqual({ hub: "newer", older, newer: {} });
  expect(Object.keys(declare({ older }))).toEqual(["hub", "older", "newer"]);
  expect(declare({ older, hub: "older" })).toEqual({ hub: "older", older, newer: {} });
});

it("has every rule that is given", () => {
  const rules = {
    hub: "newer",
    strategy: "None",
    older: {},
    newer: { "spec.added": "lost" },
    together: { name: { as: {} } },
  };
  expect(declare(rules)).toEqual(rules);
});

it("without a rule of the older version it has none", () => {
  expect(declare({ newer: { "spec.added": {} } })).toEqual({ hub: "newer", older: {}, newer: { "spec.added": {} } });
});
