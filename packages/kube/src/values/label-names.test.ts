// Keys and values of labels, as IsQualifiedName and IsValidLabelValue of apimachinery check them.
import { expect, test } from "vitest";
import { isLabelKey, isLabelValue } from "./label-names.ts";

const subdomain = (length: number): string => "a".repeat(length);

test.each([
  { key: "name", want: true },
  { key: "Na-me_1.x", want: true },
  { key: "", want: false },
  { key: "-name", want: false },
  { key: "name-", want: false },
  { key: `${"n".repeat(63)}`, want: true },
  { key: `${"n".repeat(64)}`, want: false },
  { key: "a/name", want: true },
  { key: "a.b/name", want: true },
  { key: "a-b.c--d.9/name", want: true },
  { key: "/name", want: false },
  { key: "a/", want: false },
  { key: "a/b/name", want: false },
  { key: "A/name", want: false },
  { key: "a_b/name", want: false },
  { key: "-a/name", want: false },
  { key: "a-/name", want: false },
  { key: ".a/name", want: false },
  { key: "a./name", want: false },
  { key: "a..b/name", want: false },
  { key: "a.-b/name", want: false },
  { key: "a.b-/name", want: false },
  { key: `${subdomain(253)}/name`, want: true },
  { key: `${subdomain(254)}/name`, want: false },
])("key $key", ({ key, want }) => {
  expect(isLabelKey(key)).toBe(want);
});

test.each([
  { value: "", want: true },
  { value: "v1.2_x-y", want: true },
  { value: "a/b", want: false },
  { value: "v".repeat(63), want: true },
  { value: "v".repeat(64), want: false },
])("value $value", ({ value, want }) => {
  expect(isLabelValue(value)).toBe(want);
});
