// Invalid or malicious input to any verb: an error with a code and what to do, the right exit code, and nothing written.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gateProject } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);
const next = (code: string): string => `1 error\nnext: capstan explain ${code}\n`;

test.each(["__proto__", "constructor", "toString"])(
  "explain has no page for %s, which every object inherits",
  async (code) => {
    expect(await capstan("explain", code)).toEqual({
      code: 1,
      text: `${code}\nerror cli/unknown-code: there is no page for "${code}"\n  help: run capstan explain for a list of all areas\n1 error\nnext: capstan explain\n`,
    });
  },
);

test.each(["null", "[]", "3"])("a package.json that contains %s is rejected", async (manifest) => {
  at.write({ "package.json": manifest });
  expect(await capstan("doctor")).toEqual({
    code: 1,
    text: `capstan doctor\nerror cli/manifest: "<root>/package.json" is not a JSON object\n  help: write an object, for example { "name": "my-cloud", "type": "module" }\n${next("cli/manifest")}`,
  });
});

test.each([
  [{ name: 5 }, "name", "a string", "5"],
  [{ version: ["1.0.0"] }, "version", "a string", '["1.0.0"]'],
  [{ dependencies: { left: 1 } }, "dependencies", "an object of strings", '{"left":1}'],
  [{ devDependencies: null }, "devDependencies", "an object of strings", "null"],
])("every verb rejects %j in package.json", async (manifest, field, expected, found) => {
  at.write({ ...gateProject, "src/api/v1/foo.ts": "", "package.json": manifest });
  for (const verb of ["doctor", "bundle", "generate", "dev"]) {
    expect(await capstan(verb)).toEqual({
      code: 1,
      text: `capstan ${verb}\nerror cli/manifest-field: "${field}" in "<root>/package.json" must be ${expected}, but is ${found}\n  help: correct the field; npm pkg fix corrects common mistakes\n${next("cli/manifest-field")}`,
    });
  }
});

test("a broken package.json is not something that generate writes", async () => {
  at.write({ "package.json": "{" });
  expect((await capstan("doctor")).text).toContain("\n  help: fix the file\n");
});

test("the exit code that is printed is the one that is returned", async () => {
  const { code, text } = await capstan("bundle", "--frob", "--format", "json");
  expect([code, (JSON.parse(text) as { readonly exitCode: number }).exitCode]).toEqual([2, 2]);
});

test("an empty file is an error", async () => {
  at.write({ "package.json": "{}", "empty.yaml": "" });
  expect(await capstan("import", "empty.yaml")).toEqual({
    code: 1,
    text: `importing empty.yaml\nerror cli/nothing-to-import: there is neither a CustomResourceDefinition nor an OpenAPI document in "empty.yaml"\n  help: name a file of CRDs in version v1, or the OpenAPI 3.0 document of a Runtime Extension's hooks\n${next("cli/nothing-to-import")}`,
  });
});

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.example.com
spec:
  group: example.com
  names: { kind: Foo, listKind: FooList, plural: foos, singular: foo }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          description: Foo is a thing.
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
`;

test.each([
  ["a folder where the file goes", "out/v1/foo.ts/x", '"<root>/out/v1/foo.ts" is a folder, where a file is needed'],
  ["a file where the folder goes", "out/v1", '"<root>/out/v1" is a file, where a folder is needed'],
])("nothing is written with %s", async (_, inTheWay, problem) => {
  at.write({ "package.json": "{}", "crd.yaml": crd, [inTheWay]: "mine" });
  const before = at.files();
  expect(await capstan("import", "crd.yaml", "--out", "out")).toEqual({
    code: 1,
    text: `capstan import crd.yaml --out out\nerror cli/in-the-way: nothing was written: ${problem}\n  help: move it, or name another folder with --out\n${next("cli/in-the-way")}`,
  });
  expect(at.files()).toEqual(before);
});

test("a file as the folder of a release is named", async () => {
  at.write(gateProject);
  const before = at.files();
  expect(await capstan("bundle", "--out", "package.json")).toEqual({
    code: 1,
    text: `capstan bundle --out package.json\nerror cli/in-the-way: nothing was written: "<root>/package.json" is a file, where a folder is needed\n  help: move it, or name another folder with --out\n${next("cli/in-the-way")}`,
  });
  expect(at.files()).toEqual(before);
});

test("there is nothing to watch without sources", async () => {
  at.write({ "package.json": "{}" });
  expect(await capstan("generate", "--watch")).toEqual({
    code: 1,
    text: `generating from 0 files in src/api\nerror cli/no-sources: there is no TypeScript file in "src/api"\n  help: put the API's types into src/api, one folder for each API version\n${next("cli/no-sources")}`,
  });
});

test("dev --once reports errors once, as one document with --format json", async () => {
  at.write({ "package.json": "{}", "src/api/foo.ts": "export interface {\n" });
  const { code, text } = await capstan("dev", "--once", "--format", "json");
  const outcome = JSON.parse(text) as { readonly exitCode: number; readonly diagnostics: readonly { code: string }[] };
  expect([code, outcome.exitCode, new Set(outcome.diagnostics.map((each) => each.code))]).toEqual([
    1,
    1,
    new Set(["model/syntax"]),
  ]);
});

test("a folder with the name of the configuration is not a configuration", async () => {
  at.write({ "package.json": "{}", "capstan.config.ts/x": "" });
  expect(await capstan("bundle")).toEqual({
    code: 1,
    text: `capstan bundle\nerror cli/not-a-file: "<root>/capstan.config.ts" is a folder, not a file\n  help: put a file in its place, or a link to one\n${next("cli/not-a-file")}`,
  });
});

test.each([
  ["capstan.config.ts", "a circular link"],
  ["missing.ts", "a broken link"],
])("a configuration that is a link to %s is reported by every verb", async (to, what) => {
  at.write({ "package.json": "{}", "src/api/v1/foo.ts": "" });
  at.replaceByLink("capstan.config.ts", to);
  for (const verb of ["bundle", "generate", "dev", "doctor"]) {
    expect((await capstan(verb)).text).toContain(
      `error cli/not-a-file: "<root>/capstan.config.ts" is ${what}, not a file\n`,
    );
  }
});

test.skipIf(process.platform === "win32")("a named pipe is not imported, and nothing waits for it", async () => {
  at.write({ "package.json": "{}" });
  execFileSync("mkfifo", [join(at.root, "f.yaml")]);
  expect((await capstan("import", "f.yaml")).text.split("\n")[1]).toBe(
    'error cli/not-a-file: "<root>/f.yaml" is a named pipe, not a file',
  );
});

test("a link to a file is imported", async () => {
  at.write({ "package.json": "{}", "crd.yaml": crd });
  at.replaceByLink("link.yaml", "crd.yaml");
  expect((await capstan("import", "link.yaml")).text).toContain("  created src/api/v1/foo.ts\n");
});

test("a binary file is not shown", async () => {
  at.write({ "package.json": "{}", "f.yaml": "apiVersion: \u0000\u0001" });
  expect(await capstan("import", "f.yaml")).toEqual({
    code: 1,
    text: `capstan import f.yaml\nerror cli/not-text: "<root>/f.yaml" is not text in UTF-8: it contains a null character\n  help: name a text file, or convert the file to UTF-8\n${next("cli/not-text")}`,
  });
});

test("control characters of an input file are escaped; long lines are truncated", async () => {
  const evil = "\u001b]0;owned\u0007";
  at.write({ "package.json": "{}", "evil.yaml": `${evil}${"x".repeat(500)}: {{\n` });
  const { code, text } = await capstan("import", "evil.yaml");
  expect([code, text.includes("\u001b"), text.includes("\\u001b]0;owned\\u0007")]).toEqual([1, false, true]);
  expect(text.split("\n").filter((line) => line.length > 200)).toEqual([]);
});

test.runIf(process.platform === "linux")("a folder that can never be created ends in an error", async () => {
  at.write(gateProject);
  expect(await capstan("bundle", "--out", "/proc/capstan/x")).toEqual({
    code: 1,
    text: "capstan bundle --out /proc/capstan/x\nerror cli/write: cannot write below \"/proc/capstan/x\": ENOENT: no such file or directory, mkdir '/proc/capstan'\n  help: check that the folder can be written to and that the disk has space\n1 error\nnext: capstan explain cli/write\n",
  });
});
