// Small rules of what authors write: delays, releases, settings, names.
import { hookCatalog } from "@capstan/api/catalog";
import { isCapstanError } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { knows, oldestRelease } from "./cluster-api-range.ts";
import { catalogEntry, defaultName, hooksByKey, keyOfHook } from "./hook-keys.ts";
import { fail, proceed, retryAfter } from "./results.ts";
import { readSettings } from "./settings.ts";

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return isCapstanError(error) ? error.code : "not a CapstanError";
  }
}

describe("results", () => {
  test.each([
    { got: proceed(), want: { result: "proceed", payload: {} } },
    { got: proceed({ items: [] }), want: { result: "proceed", payload: { items: [] } } },
    { got: retryAfter("30s", "no"), want: { result: "retryAfter", payload: { seconds: 30, message: "no" } } },
    { got: retryAfter("1ms", "no"), want: { result: "retryAfter", payload: { seconds: 1, message: "no" } } },
    { got: retryAfter("1500ms", "no"), want: { result: "retryAfter", payload: { seconds: 2, message: "no" } } },
    { got: fail("no"), want: { result: "fail", payload: { message: "no" } } },
  ])("$want", ({ got, want }) => {
    expect(got).toEqual(want);
  });

  test.each([
    { after: "0s", want: "extension/retry-after" },
    { after: "-1s", want: "extension/retry-after" },
    { after: "2147483647s", want: undefined },
    { after: "2147483648s", want: "extension/retry-after" },
    { after: "soon", want: "kube/duration" },
  ])("a delay of $after is the error $want", ({ after, want }) => {
    expect(codeOf(() => retryAfter(after, "no"))).toBe(want);
  });
});

describe("releases of Cluster API", () => {
  test.each([
    { range: ">=1.12", want: { major: 1, minor: 12 } },
    { range: " ^v1.12.3 ", want: { major: 1, minor: 12 } },
    { range: "~1.9", want: { major: 1, minor: 9 } },
    { range: "1.14", want: { major: 1, minor: 14 } },
    { range: ">=1.11 <1.15", want: { major: 1, minor: 11 } },
    { range: "1.11 - 1.13", want: { major: 1, minor: 11 } },
  ])("the oldest of $range is $want", ({ range, want }) => {
    expect(oldestRelease(range)).toEqual(want);
  });

  test.each(["latest", "", "<1.12", "1", ">=1.12 or newer", "x1.12"])("%j is not a range", (range) => {
    expect(codeOf(() => oldestRelease(range))).toBe("extension/cluster-api-range");
  });

  test.each([
    { release: { major: 1, minor: 12 }, since: undefined, want: true },
    { release: { major: 1, minor: 12 }, since: "1.12", want: true },
    { release: { major: 1, minor: 12 }, since: "1.13", want: false },
    { release: { major: 1, minor: 12 }, since: "1.9", want: true },
    { release: { major: 2, minor: 0 }, since: "1.13", want: true },
    { release: { major: 1, minor: 14 }, since: "2.0", want: false },
  ])("$release knows a hook since $since: $want", ({ release, since, want }) => {
    expect(knows(release, since)).toBe(want);
  });
});

describe("settings", () => {
  const declared = { gate: { default: "open" }, door: {} };
  test.each([
    { given: { door: "ajar" }, want: { settings: { gate: "open", door: "ajar" }, unknown: [], wrong: [] } },
    { given: { gate: "", door: "ajar" }, want: { settings: { gate: "", door: "ajar" }, unknown: [], wrong: [] } },
    {
      given: { wall: "1", door: "", arch: "2" },
      want: { settings: { gate: "open", door: "" }, unknown: ["arch", "wall"], wrong: [] },
    },
    {
      given: { gate: 1, door: "ajar" },
      want: { settings: { gate: "open", door: "ajar" }, unknown: [], wrong: ["gate"] },
    },
  ])("$given", ({ given, want }) => {
    expect(readSettings(declared, given)).toEqual(want);
  });

  test.each([{}, undefined, "door", { door: 1 }])("%j lacks a required one", (given) => {
    expect(codeOf(() => readSettings(declared, given))).toBe("extension/setting-missing");
  });

  test("of very many unknown names, the first are reported", () => {
    const given = Object.fromEntries(
      Array.from({ length: 250_000 }, (_, i) => [`name-${(i * 7919).toString(36)}`, ""]),
    );
    const from = process.threadCpuUsage();
    const { unknown } = readSettings({}, given);
    const { user, system } = process.threadCpuUsage(from);
    expect(unknown).toHaveLength(20);
    expect(unknown).toContain("name-0");
    // It takes 0.06 s. Sorted as one list, a million took 4 s.
    expect(user + system).toBeLessThan(300_000);
    expect(readSettings({}, { ["n".repeat(1000)]: "" }).unknown).toEqual([
      `${"n".repeat(200)}... (cut, it has 1000 characters)`,
    ]);
  });

  test("a name of every object is not a setting", () => {
    expect(codeOf(() => readSettings({ constructor: {} }, {}))).toBe("extension/setting-missing");
    expect(readSettings({}, { constructor: "1" }).unknown).toEqual(["constructor"]);
  });
});

describe("names of hooks", () => {
  test("a key for every hook but Discovery", () => {
    expect(Object.keys(hooksByKey).toSorted()).toEqual(
      Object.keys(hookCatalog)
        .filter((name) => name !== "Discovery")
        .map((name) => keyOfHook({ name }))
        .toSorted(),
    );
  });

  test.each([
    { name: "BeforeClusterUpgrade", key: "beforeClusterUpgrade", handler: "before-cluster-upgrade" },
    { name: "CanUpdateMachineSet", key: "canUpdateMachineSet", handler: "can-update-machine-set" },
    { name: "V2Ready", key: "v2Ready", handler: "v2-ready" },
  ])("$name", ({ name, key, handler }) => {
    expect([keyOfHook({ name }), defaultName({ name })]).toEqual([key, handler]);
  });

  test("the catalog's entry is found by version and name", () => {
    const { BeforeClusterDelete, Discovery } = hookCatalog;
    expect(catalogEntry(BeforeClusterDelete)).toBe(BeforeClusterDelete);
    expect(catalogEntry(Discovery)).toBe(Discovery);
    expect(catalogEntry({ ...BeforeClusterDelete, apiVersion: "hooks.foo.dev/v1" })).toBeUndefined();
  });
});
