// Names that Kubernetes accepts and rejects.
import { expect, test } from "vitest";
import { dnsLabel1123Problems, dnsLabelProblems, dnsSubdomainProblems } from "./dns-names.ts";

const long = "a".repeat(64);
const rules = [
  {
    name: "label",
    check: dnsLabelProblems,
    good: ["a", "a-1", "a".repeat(63)],
    bad: ["", "1a", "a-", "A", "a.b"],
    long,
  },
  { name: "label of RFC 1123", check: dnsLabel1123Problems, good: ["1a", "a"], bad: ["", "-a", "a.b", "A"], long },
  {
    name: "subdomain",
    check: dnsSubdomainProblems,
    good: ["a.b", "1.2", "a".repeat(253)],
    bad: ["", "a..b", ".a", "a.", "A.b", "a.-b"],
    long: "a".repeat(254),
  },
];

test.each(rules)("$name", ({ check, good, bad, long: tooLong }) => {
  expect(good.flatMap(check)).toEqual([]);
  expect(bad.map((name) => check(name).length)).toEqual(bad.map(() => 1));
  expect(check(tooLong)).toEqual([`must be no more than ${tooLong.length - 1} characters`]);
  expect(check(`${tooLong}_`)).toHaveLength(2);
});

// Wanted problems are those of apimachinery's IsDNS1123Label.
test("counts bytes, and calls dots by their name", () => {
  expect(dnsLabel1123Problems("a.b")).toEqual(["must not contain dots"]);
  expect(dnsLabel1123Problems("\u00e4".repeat(32))).toEqual([
    "must be no more than 63 characters",
    expect.stringContaining("RFC 1123 label"),
  ]);
});
