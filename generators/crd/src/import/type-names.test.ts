// The names of imported types, and that choosing them takes no longer than their number.
import { describe, expect, test } from "vitest";
import { fileNameOf, TypeNames } from "./type-names.ts";

describe("names of types", () => {
  test("a taken name gets the type around it, then a number", () => {
    const names = new TypeNames("Foo");
    const chosen = ["Foo", "FooSpec", "FooSpec", "FooSpec", "Bar"].map((parent) => names.nameFor("port", parent));
    expect(chosen).toEqual(["FooPort", "Port", "FooSpecPort", "FooSpecPort2", "BarPort"]);
    expect(names.nameFor("port", "FooSpec")).toBe("FooSpecPort3");
  });

  test("a number that another field has is left out", () => {
    const names = new TypeNames("Foo");
    expect(names.nameFor("fooSpecPort2", "Bar")).toBe("FooSpecPort2");
    const chosen = [1, 2, 3, 4].map(() => names.nameFor("port", "FooSpec"));
    expect(chosen).toEqual(["Port", "FooSpecPort", "FooSpecPort3", "FooSpecPort4"]);
  });

  test("a name does not grow with each level of nesting", () => {
    const names = new TypeNames("Foo");
    const field = `a${"b".repeat(60)}`;
    let parent = "FooSpec";
    const chosen = Array.from({ length: 100 }, () => (parent = names.nameFor(field, parent)));
    expect(new Set(chosen).size).toBe(100);
    expect(Math.max(...chosen.map((name) => name.length))).toBeLessThanOrEqual(200);
    expect(chosen.slice(0, 5).map((name) => name.length)).toEqual([61, 122, 183, 62, 123]);
  });

  test("50,000 fields of one name take no longer than their number", () => {
    const names = new TypeNames("Foo");
    const from = process.threadCpuUsage().user;
    const chosen = new Set(Array.from({ length: 50_000 }, () => names.nameFor("port", "FooSpec")));
    expect(process.threadCpuUsage().user - from).toBeLessThan(1_000_000);
    expect(chosen.size).toBe(50_000);
  });
});

describe("names of files", () => {
  test.each([
    ["Foo", "foo"],
    ["FooClusterTemplate", "foo-cluster-template"],
    ["OCICluster", "oci-cluster"],
    ["ABc", "a-bc"],
    ["AzureASOManagedCluster", "azure-aso-managed-cluster"],
    ["V2Ray", "v2-ray"],
    ["HTTP", "http"],
  ])("%s is in %s", (kind, file) => expect(fileNameOf(kind)).toBe(file));

  test("100,000 capitals take no longer than their number", () => {
    const from = process.threadCpuUsage().user;
    expect(fileNameOf("A".repeat(100_000))).toBe("a".repeat(100_000));
    expect(process.threadCpuUsage().user - from).toBeLessThan(1_000_000);
  });
});
