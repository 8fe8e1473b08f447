// Label selectors in both forms.
import { describe, expect, it } from "vitest";
import { formatLabelSelector, parseLabelSelector, requirementHolds, selectorMatches } from "./selectors.ts";

const labels = { app: "web", tier: "front", "x.io/y": "" };
const texts: readonly (readonly [text: string, matches: boolean])[] = [
  ["", true],
  ["app=web", true],
  ["app==web,tier!=back", true],
  ["app in (web, api),tier", true],
  ["app notin (web)", false],
  ["!missing", true],
  ["missing", false],
  ["x.io/y=", true],
  ["constructor", false],
];

describe("label selectors as text", () => {
  it.each(texts)("%j", (text, matches) => {
    expect(parseLabelSelector(text).every((requirement) => requirementHolds(requirement, labels))).toBe(matches);
  });

  it("refuses what is none", () => {
    expect(() => parseLabelSelector("app=web,a b")).toThrow(
      '"a b" in the label selector "app=web,a b" is not a requirement',
    );
  });
});

describe("label selectors as objects", () => {
  it("selects nothing without a selector and everything with an empty one", () => {
    expect([selectorMatches(undefined, labels), selectorMatches({}, labels)]).toEqual([false, true]);
  });

  it("says itself in text", () => {
    const selector = {
      matchLabels: { app: "web" },
      matchExpressions: [
        { key: "tier", operator: "NotIn" as const, values: ["back"] },
        { key: "z", operator: "Exists" as const },
      ],
    };
    expect(formatLabelSelector(selector)).toBe("app=web,tier notin (back),z");
  });
});
