// Label selectors as objects.
import { describe, expect, it } from "vitest";
import { formatLabelSelector, requirementHolds, selectorMatches, type LabelRequirement } from "./selectors.ts";

const labels = { app: "web", tier: "front", "x.io/y": "" };

function requirement(key: string, operator: LabelRequirement["operator"], values?: string[]): LabelRequirement {
  return { key, operator, ...(values === undefined ? {} : { values }) };
}

describe("label selectors as objects", () => {
  it("selects nothing without a selector and everything with an empty one", () => {
    expect([selectorMatches(undefined, labels), selectorMatches({}, labels), selectorMatches({})]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("matches when all labels and expressions hold", () => {
    const matchExpressions = [requirement("tier", "Exists")];
    expect(selectorMatches({ matchLabels: { app: "web" }, matchExpressions }, labels)).toBe(true);
    expect(selectorMatches({ matchLabels: { app: "api" }, matchExpressions }, labels)).toBe(false);
    expect(
      selectorMatches({ matchLabels: { app: "web" }, matchExpressions: [requirement("z", "Exists")] }, labels),
    ).toBe(false);
  });

  it("is formatted as a string", () => {
    const selector = {
      matchLabels: { app: "web" },
      matchExpressions: [
        requirement("tier", "NotIn", ["back", "mid"]),
        requirement("zone", "In", ["a", "b"]),
        requirement("y", "In"),
        requirement("z", "Exists"),
        requirement("gone", "DoesNotExist"),
      ],
    };
    expect(formatLabelSelector(selector)).toBe("app=web,tier notin (back,mid),zone in (a,b),y in (),z,!gone");
  });

  it("checks a requirement against no labels", () => {
    expect([requirementHolds(requirement("a", "DoesNotExist")), requirementHolds(requirement("a", "In"))]).toEqual([
      true,
      false,
    ]);
  });

  it("compares with no values when a requirement has none", () => {
    expect([
      requirementHolds(requirement("app", "In"), labels),
      requirementHolds(requirement("app", "NotIn"), labels),
    ]).toEqual([false, true]);
  });

  // Schemas of custom resources allow any string, so an object may have such an operator.
  it.each(["in", "constructor", ""])("rejects the operator %j", (operator) => {
    const selector = { matchExpressions: [{ ...requirement("app", "In", ["web"]), operator }] };
    expect(() => selectorMatches(selector as Parameters<typeof selectorMatches>[0], labels)).toThrow(
      `"${operator}" is not an operator of label selectors`,
    );
  });
});

it.each([
  ["007", "6", true],
  ["-7", "-08", true],
  ["9223372036854775807", "9223372036854775806", true],
  ["9223372036854775808", "1", false],
  [`${"0".repeat(100)}2`, "1", true],
])("%s is greater than %s: %s", (value, bound, want) => {
  expect(requirementHolds({ key: "a", operator: "Gt", values: [bound] }, { a: value })).toBe(want);
});

it("a bound of a million digits is rejected soon", () => {
  const before = process.threadCpuUsage().user;
  expect(requirementHolds({ key: "a", operator: "Gt", values: ["9".repeat(1_000_000)] }, { a: "1" })).toBe(false);
  expect(process.threadCpuUsage().user - before).toBeLessThan(50_000);
});
