// What a clumsy or hostile user gives to any verb: an error with a code and a mend, the right exit code, and nothing written.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommandLine } from "../program.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-bad-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function files(tree: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function capstan(...argv: string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = "";
  const print = (more: string): void => void (text += more);
  const signal = new AbortController().signal;
  const code = await runCommandLine(
    argv,
    { cwd: root, env: {}, interactive: false, signal, out: print, err: print },
    "1.2.3",
  );
  return { code, text: text.replaceAll(root, "<root>") };
}

const next = "1 error\nnext: capstan explain <code>\n";

test.each(["__proto__", "constructor", "toString"])(
  "explain has no page for %s, which every object inherits",
  async (code) => {
    expect(await capstan("explain", code)).toEqual({
      code: 1,
      text: `${code}\nerror cli/unknown-code: there is no page for "${code}"\n  mend: run capstan explain for a list of all codes\n${next}`,
    });
  },
);

test.each(["null", "[]", "3"])("a package.json that holds %s is refused", async (manifest) => {
  files({ "package.json": manifest });
  expect(await capstan("doctor")).toEqual({
    code: 1,
    text: `capstan doctor\nerror cli/manifest: "<root>/package.json" holds no object\n  mend: write one, for example { "name": "my-cloud", "type": "module" }\n${next}`,
  });
});

test("the exit code that is printed is the one that is returned", async () => {
  const { code, text } = await capstan("bundle", "--frob", "--format", "json");
  expect([code, (JSON.parse(text) as { readonly exitCode: number }).exitCode]).toEqual([2, 2]);
});

test("an empty file imports nothing, and says so", async () => {
  files({ "package.json": "{}", "empty.yaml": "" });
  expect(await capstan("import", "empty.yaml")).toEqual({
    code: 1,
    text: `looked at empty.yaml\nerror cli/nothing-to-import: there is neither a CustomResourceDefinition nor an OpenAPI document in "empty.yaml"\n  mend: give the file of CRDs in version v1, or the OpenAPI 3.0 document of a Runtime Extension's hooks\n${next}`,
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
  ["a folder where the file goes", "out/v1/foo.ts/x", "EISDIR: illegal operation on a directory, read"],
  ["a file where the folder goes", "out/v1", "ENOTDIR: not a directory, open '<root>/out/v1/foo.ts'"],
])("nothing is written with %s", async (_, inTheWay, problem) => {
  files({ "package.json": "{}", "crd.yaml": crd, [inTheWay]: "mine" });
  const before = readdirSync(root, { recursive: true });
  expect(await capstan("import", "crd.yaml", "--out", "out")).toEqual({
    code: 1,
    text: `capstan import crd.yaml --out out\nerror cli/write: cannot write below "<root>": ${problem}\n  mend: check that the folder exists, is writable and has room\n${next}`,
  });
  expect(readdirSync(root, { recursive: true })).toEqual(before);
});

test("there is nothing to watch without sources", async () => {
  files({ "package.json": "{}" });
  expect(await capstan("generate", "--watch")).toEqual({
    code: 1,
    text: `looked at 0 files in src/api\nerror cli/no-sources: there is no TypeScript file in "src/api"\n  mend: put the API's types into src/api, one folder for each API version\n${next}`,
  });
});

test("dev --once says once what is wrong, to a machine in one document", async () => {
  files({ "package.json": "{}", "src/api/foo.ts": "export interface {\n" });
  const { code, text } = await capstan("dev", "--once", "--format", "json");
  const outcome = JSON.parse(text) as { readonly exitCode: number; readonly diagnostics: readonly { code: string }[] };
  expect([code, outcome.exitCode, new Set(outcome.diagnostics.map((each) => each.code))]).toEqual([
    1,
    1,
    new Set(["model/syntax"]),
  ]);
});

test("a folder with the name of the configuration is none", async () => {
  files({ "package.json": "{}", "capstan.config.ts/x": "" });
  expect((await capstan("bundle")).text).toContain('error cli/no-config: there is no capstan.config.ts in "<root>"');
});
