// Label selectors in both forms.
import { describe, expect, it } from "vitest";
import {
  formatLabelSelector,
  parseLabelSelector,
  requirementHolds,
  selectorMatches,
  type LabelRequirement,
} from "./selectors.ts";

const labels = { app: "web", tier: "front", "x.io/y": "" };
const strings: readonly (readonly [selector: string, matches: boolean])[] = [
  ["", true],
  ["app=web", true],
  ["app=api", false],
  ["app==web,tier!=back", true],
  ["app=web,tier=back", false],
  ["app in (web, api),tier", true],
  ["app in (api)", false],
  ["app notin (web)", false],
  ["app notin (api)", true],
  ["missing in (web)", false],
  ["missing notin (web)", true],
  ["missing!=web", true],
  ["!missing", true],
  ["!app", false],
  ["missing", false],
  ["x.io/y", true],
  ["x.io/y=", true],
  ["constructor", false],
];

function requirement(key: string, operator: LabelRequirement["operator"], values?: string[]): LabelRequirement {
  return { key, operator, ...(values === undefined ? {} : { values }) };
}

const web = [requirement("app", "In", ["web"])];
const notWeb = [requirement("app", "NotIn", ["web"])];
// What apimachinery's labels.Parse reads from the same strings.
const readings: readonly (readonly [selector: string, requirements: readonly LabelRequirement[]])[] = [
  ["", []],
  [" ", []],
  ["app=web", web],
  ["app==web", web],
  ["app = web", web],
  ["app  ==  web", web],
  ["app!=web", notWeb],
  ["app  !=  web", notWeb],
  ["app in (web)", web],
  ["app in(web)", web],
  ["app  in  ( web , api )", [requirement("app", "In", ["web", "api"])]],
  ["app notin (web)", notWeb],
  ["app notin (web,api)", [requirement("app", "NotIn", ["web", "api"])]],
  ["app", [requirement("app", "Exists")]],
  ["!app", [requirement("app", "DoesNotExist")]],
  ["!  app", [requirement("app", "DoesNotExist")]],
  ["x.io/y=", [requirement("x.io/y", "In", [""])]],
  ["x.io/y!=", [requirement("x.io/y", "NotIn", [""])]],
  [" app=web , tier ", [...web, requirement("tier", "Exists")]],
  [
    "a in (x,y),b notin (z),!c",
    [requirement("a", "In", ["x", "y"]), requirement("b", "NotIn", ["z"]), requirement("c", "DoesNotExist")],
  ],
  ["a in ()", [requirement("a", "In", [""])]],
  ["in", [requirement("in", "Exists")]],
  ["a_b.c-d=E_f.g-h", [requirement("a_b.c-d", "In", ["E_f.g-h"])]],
];

const rejected: readonly (readonly [selector: string, item: string])[] = [
  ["app=web,a b", "a b"],
  ["app in web", "app in web"],
  ["=web", "=web"],
  ["a=b c", "a=b c"],
  ["a=b=c", "a=b=c"],
  ["a=b,", ""],
  [",a", ""],
  ["!", "!"],
  ["!a=b", "!a=b"],
  ["!!a", "!!a"],
  ["a notin x", "a notin x"],
  ["a in (x) y", "a in (x) y"],
  ["- a in (x)", "- a in (x)"],
  ["- a!=x", "- a!=x"],
  ["- a=x", "- a=x"],
  ["a !=x y", "a !=x y"],
];

describe("label selectors as strings", () => {
  it.each(strings)("%j matches: %j", (selector, matches) => {
    expect(parseLabelSelector(selector).every((one) => requirementHolds(one, labels))).toBe(matches);
  });

  it.each(readings)("reads %j", (selector, requirements) => {
    expect(parseLabelSelector(selector)).toEqual(requirements);
  });

  it.each(rejected)("rejects %j at %j", (selector, item) => {
    expect(() => parseLabelSelector(selector)).toThrow(
      `"${item}" in the label selector "${selector}" is not a requirement`,
    );
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
});

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
});
