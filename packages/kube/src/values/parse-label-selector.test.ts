// Label selectors as strings.
import { describe, expect, it } from "vitest";
import { parseLabelSelector } from "./parse-label-selector.ts";
import { requirementHolds, type SelectorRequirement } from "./selectors.ts";

const labels = { app: "web", tier: "front", "x.io/y": "", cores: "8" };
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
  ["cores>4", true],
  ["cores > 8", false],
  ["cores<9", true],
  ["cores<8", false],
  ["cores>007", true],
  ["app>1", false],
  ["missing<1", false],
];

function requirement(key: string, operator: SelectorRequirement["operator"], values?: string[]): SelectorRequirement {
  return { key, operator, ...(values === undefined ? {} : { values }) };
}

const web = [requirement("app", "In", ["web"])];
const notWeb = [requirement("app", "NotIn", ["web"])];
// What apimachinery's labels.Parse reads from the same strings.
const readings: readonly (readonly [selector: string, requirements: readonly SelectorRequirement[]])[] = [
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
  ["app>1", [requirement("app", "Gt", ["1"])]],
  ["app < 9223372036854775807", [requirement("app", "Lt", ["9223372036854775807"])]],
  ["app in (,web)", [requirement("app", "In", ["", "web"])]],
  ["in in (in,notin)", [requirement("in", "In", ["in", "notin"])]],
  ["notin\tnotin\n(a)", [requirement("notin", "NotIn", ["a"])]],
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
  ["app>", "app>"],
  ["app>web", "app>web"],
  ["app>-7", "app>-7"],
  ["app>1.5", "app>1.5"],
  ["app>=1", "app>=1"],
  ["app>9223372036854775808", "app>9223372036854775808"],
  ["app in (a b)", "app in (a b)"],
  ["app in (a,-)", "app in (a,-)"],
  ["app=-b", "app=-b"],
  ["app=b.", "app=b."],
  ["app=b/c", "app=b/c"],
  ["a/b/c", "a/b/c"],
  ["/a", "/a"],
  ["a/", "a/"],
  ["A/b", "A/b"],
  ["-a", "-a"],
  ["a-", "a-"],
  ["app\u00a0in (a)", "app\u00a0in (a)"],
  ["a".repeat(64), "a".repeat(64)],
  [`${"a".repeat(254)}/x`, `${"a".repeat(254)}/x`],
  [`a=${"b".repeat(64)}`, `a=${"b".repeat(64)}`],
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
});
