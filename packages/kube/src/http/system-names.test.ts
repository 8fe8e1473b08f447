// The files of the system that say something about names.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressesInHosts, fullNames, readSystemFile, searchRules, systemFileBytes } from "./system-names.ts";

test.each([
  ["nothing", "", { suffixes: ["corp.test"], dots: 1 }],
  [
    "what a Pod has",
    "search a.svc b.test\nnameserver 10.96.0.10\noptions ndots:5\n",
    { suffixes: ["a.svc", "b.test"], dots: 5 },
  ],
  [
    "the last of several lines",
    "search a\ndomain b c\noptions ndots:2\noptions rotate ndots:3",
    { suffixes: ["b"], dots: 3 },
  ],
  [
    "comments, tabs and carriage returns",
    "# search a\n; search b\nsearch\tc  d # e\r\n",
    { suffixes: ["c", "d"], dots: 1 },
  ],
  ["lines without values", "search a\nsearch\noptions\n", { suffixes: ["a"], dots: 1 }],
  ["numbers that are too large, or none", "search a\noptions ndots:16", { suffixes: ["a"], dots: 15 }],
  ["something else than a number", "search a\noptions ndots:many", { suffixes: ["a"], dots: 0 }],
])("rules of a file with %s", (_, content, want) => {
  expect(searchRules(content, "host.corp.test")).toEqual(want);
});

test.each([
  ["a", { suffixes: ["x", "y"], dots: 1 }, ["a.x", "a.y", "a"]],
  ["a.b", { suffixes: ["x", "y"], dots: 1 }, ["a.b", "a.b.x", "a.b.y"]],
  ["a.b.svc", { suffixes: ["x", "y"], dots: 3 }, ["a.b.svc.x", "a.b.svc.y", "a.b.svc"]],
  ["a.b.svc", { suffixes: ["x"], dots: 2 }, ["a.b.svc", "a.b.svc.x"]],
  // Not the Service "example" of the namespace "com".
  [
    "api.example.com",
    { suffixes: ["svc.cluster.local"], dots: 5 },
    ["api.example.com", "api.example.com.svc.cluster.local"],
  ],
  ["a", { suffixes: ["x"], dots: 0 }, ["a", "a.x"]],
  ["a.b.", { suffixes: ["x"], dots: 5 }, ["a.b."]],
  ["a", { suffixes: ["."], dots: 1 }, ["a"]],
  ["a", { suffixes: ["", ".x"], dots: 1 }, ["a", "a.x"]],
])("%s with %j", (name, rules, want) => {
  expect(fullNames(name, rules)).toEqual(want);
});

test.each([
  [
    "api.test",
    [
      { address: "192.0.2.7", family: 4 },
      { address: "fe80::1%lo0", family: 6 },
    ],
  ],
  [
    "API.test",
    [
      { address: "192.0.2.7", family: 4 },
      { address: "fe80::1%lo0", family: 6 },
    ],
  ],
  ["other.test", [{ address: "192.0.2.7", family: 4 }]],
  ["192.0.2.7", []],
  ["commented.test", []],
  ["wrong.test", []],
  ["api", []],
])("%s in a hosts file", (name, want) => {
  const content =
    "192.0.2.7\tapi.test OTHER.test # commented.test\r\nfe80::1%lo0 api.test\n#1.1.1.1 api.test\n1.2.3 wrong.test\n";
  expect(addressesInHosts(content, name)).toEqual(want);
});

test("only whole lines at the beginning of a long file are read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-names-"));
  const [long, short] = [join(folder, "long"), join(folder, "short")];
  try {
    const line = "192.0.2.7 first.test\n";
    const padding = "#".repeat(systemFileBytes - line.length - 20);
    writeFileSync(long, `${line}${padding}\n192.0.2.8 last.test.example\n`);
    writeFileSync(short, "192.0.2.9 end.test");
    expect(await readSystemFile(long)).toBe(`${line}${padding}\n`);
    expect(await readSystemFile(short)).toBe("192.0.2.9 end.test");
    expect(await readSystemFile(join(folder, "none"))).toBe("");
    expect(await readSystemFile(folder)).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
