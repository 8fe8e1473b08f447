// Which namespaces may use an identity.
import type { LabelSelector } from "@capstan/kube";
import { expect, test } from "vitest";
import { type AllowedNamespaces, allowsNamespace, needsNamespaceLabels } from "./allowed-namespaces.ts";

const gold = { matchLabels: { tier: "gold" } };
const expression = (operator: string, values?: string[]): LabelSelector => ({
  // Who writes an object can write any operator.
  matchExpressions: [{ key: "tier", operator: operator as "In", ...(values === undefined ? {} : { values }) }],
});

test.each<readonly [string, AllowedNamespaces | undefined, boolean]>([
  ["absent", undefined, false],
  ["empty", {}, true],
  ["an empty selector", { selector: {} }, true],
  ["an empty selector with empty parts", { selector: { matchLabels: {}, matchExpressions: [] } }, true],
  ["an empty list", { list: [] }, false],
  ["an empty list and an empty selector", { list: [], selector: {} }, false],
  ["in the list", { list: ["other", "a"] }, true],
  ["not in the list", { list: ["aa", "A"] }, false],
  ["not in the list, with an empty selector", { list: ["other"], selector: {} }, false],
  ["selected", { selector: gold }, true],
  ["not selected", { selector: { matchLabels: { tier: "silver" } } }, false],
  ["selected, not in the list", { list: ["other"], selector: gold }, true],
  ["in the list, not selected", { list: ["a"], selector: { matchLabels: { tier: "silver" } } }, true],
  ["by an expression", { selector: expression("In", ["gold"]) }, true],
  ["by an expression without values", { selector: expression("Exists") }, true],
  ["NotIn without values, which Kubernetes rejects", { selector: expression("NotIn", []) }, false],
  ["In without values", { selector: expression("In") }, false],
  ["DoesNotExist with values", { selector: expression("DoesNotExist", ["x"]) }, false],
  ["an operator that does not exist", { selector: expression("Matches", ["gold"]) }, false],
  ["an operator of every object", { selector: expression("toString", ["gold"]) }, false],
])("%s", (_, allowed, want) => {
  expect(allowsNamespace(allowed, { metadata: { name: "a", labels: { tier: "gold" } } })).toBe(want);
  const withoutLabels = allowsNamespace(allowed, { metadata: { name: "a" } });
  const isNeeded = allowed !== undefined && needsNamespaceLabels(allowed, "a");
  // Where labels are not needed, the answer is the same without them.
  expect(isNeeded || withoutLabels === want).toBe(true);
});
