// What `capstan generate` says when it has created conversions for the first time.
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const source = `import { defineConversion, defineResource, type Conversion, type KubeObject, type Resource } from "@capstan/api";
export interface Older extends KubeObject<"g.io/v1", "Foo"> { spec?: { size?: string } }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { spec?: { length?: string } }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ older: { "spec.size": { to: "spec.length" } } });
`;

const project = (dependencies: object): Readonly<Record<string, string | object>> => ({
  "package.json": { name: "foo", version: "0.1.0", type: "module", dependencies },
  "node_modules/vitest/package.json": {},
  "node_modules/fast-check/package.json": {},
  "src/api/foo.ts": source,
});
const kit = { "@capstan/controller-kit": "^0.1.0" };

/** The last lines, after the files. */
async function advice(...argv: readonly string[]): Promise<readonly string[]> {
  const { code, text } = await at.capstan(["generate", ...argv]);
  expect([code, text]).not.toEqual([1, text]);
  return text
    .trimEnd()
    .split("\n")
    .filter((line) => !/^ {2}|^(?:generating|checking) /.test(line));
}

test("says what runs their tests and what serves them, once", async () => {
  at.write(project(kit));
  expect((await advice("--check")).at(-1)).toBe("next: capstan generate");
  expect(await advice()).toEqual([
    "npm test runs the generated tests of the conversions",
    "kit.provider serves them with `conversions: converters`, which src/generated/conversions.ts exports",
    "next: npm test",
  ]);
  expect(await advice()).toEqual(["next: capstan dev"]);
});

test("names the kit only in projects that have it", async () => {
  at.write(project({}));
  expect(await advice()).toEqual(["npm test runs the generated tests of the conversions", "next: npm test"]);
});

test("names the file of a project elsewhere with its folder", async () => {
  at.write(Object.fromEntries(Object.entries(project(kit)).map(([path, file]) => [`a/${path}`, file])));
  const [, served, ...more] = await advice("a");
  expect(served).toContain("which a/src/generated/conversions.ts exports");
  // npm runs in that folder only.
  expect(more).toEqual([]);
});
