// The signs of troubleshooting.md: each code, message and reason is in the sources, so that the page names nothing that no longer exists.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(new URL("../troubleshooting.md", import.meta.url), "utf8");
const sources = globSync("{packages,generators}/*/src/**/*.ts", {
  cwd: root,
  exclude: (path) => path.endsWith(".test.ts") || path.endsWith("/generated"),
}).map((file) => readFileSync(root + file, "utf8"));

/** What stands in backticks in the first column. */
const signs = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, sign = ""]) => sign));

/** The parts of a message between what is filled in. */
function fixedParts(sign: string): readonly string[] {
  return sign.split(/<[a-z]+>/).filter((part) => part.trim() !== "");
}

test("the page has signs of each kind", () => {
  expect(signs.filter((sign) => sign.includes("/")).length).toBeGreaterThan(40);
  expect(signs.filter((sign) => sign.includes("<")).length).toBeGreaterThan(1);
});

test("every sign is in one file of the sources", () => {
  const known = (sign: string): boolean =>
    sources.some((source) => fixedParts(sign).every((part) => source.includes(part)));
  expect(signs.filter((sign) => !known(sign))).toEqual([]);
});

test("what dev, describe and doctor report is on the page, and what others report about a start", () => {
  const declared = sources.flatMap((source) => [
    ...source.matchAll(/^ {2}"((?:dev|describe|doctor)\/[a-z-]+)": \{$/gm),
  ]);
  const codes = declared.map(([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(55);
  const more = ["cli/no-file", "envsubst/missing-variables", "testenv/no-control-plane"];
  expect([...codes, ...more].filter((code) => !signs.includes(code))).toEqual([]);
});

test("so are the signs of the screen and the console that have no code", () => {
  const texts = ["no console: the page is not built", "no browser found: <url>", "trace: <count> left out"];
  expect(signs).toEqual(expect.arrayContaining([...texts, "capstan dev has ended", "it has the token"]));
});

test("every code of the page is one that a table declares", () => {
  const codes = [...page.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map(([, code = ""]) => code);
  expect(codes.filter((code) => !sources.some((source) => source.includes(`"${code}": {`)))).toEqual([]);
});
