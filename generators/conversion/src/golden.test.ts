// Golden cases: every folder of testdata is TypeScript in, and conversion modules or diagnostics out. UPDATE_GOLDEN=1 writes
// what comes out into want/; a file there that nothing makes fails. The generated tests run too, as their authors' would, with the CRDs
// of the case.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emitCrds } from "@capstan/generator-crd";
import { emitOpenApi } from "@capstan/generator-hooks";
import { readModel } from "@capstan/generator-model";
import { runsOf } from "@capstan/generator-model/testing";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitConversions } from "./emit-conversions.ts";
import { loadAgain } from "../test/load-again.ts";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
const cases = readdirSync(testdata).toSorted();

const documentOptions = {
  info: { title: "Hooks", description: "Hooks.", version: "v1" },
  components: { prefixes: { "": "vault" } },
  constraints: true,
  path: "want/hooks",
};

/** What a case makes, by file name. */
function made(root: string): Record<string, string> {
  const files = globSync("{types.ts,v*/*.ts}", { cwd: root }).toSorted();
  const { model, diagnostics: found } = readModel({ root, files });
  const options = {
    folder: "want",
    codegen: "@capstan/contract/codegen/v1",
    check: "@capstan/schema/conversions",
    crds: "want",
    document: "want/hooks.json",
  };
  const emitted = emitCrds(model, { folder: "want" });
  const { files: modules, diagnostics } = hasErrors(found)
    ? { files: [], diagnostics: [] }
    : emitConversions(model, { ...options, definitions: emitted.crds });
  const crds = modules.length === 0 ? [] : emitted.files;
  const specs = model.hooks.length === 0 ? [] : emitOpenApi(model, documentOptions).files;
  const json = [...crds, ...specs].filter(({ path }) => path.endsWith(".json"));
  const texts = [...found, ...diagnostics].map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`);
  return {
    ...Object.fromEntries([...modules, ...json].map(({ path, content }) => [path, content])),
    ...(texts.length > 0 ? { "want/diagnostics.txt": texts.join("") } : {}),
  };
}

function wanted(root: string): Record<string, string> {
  return Object.fromEntries(
    globSync("want/*", { cwd: root }).map((file) => [file, readFileSync(join(root, file), "utf8")]),
  );
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  rmSync(join(root, "want"), { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

it.each(cases)("%s", (name) => {
  const root = join(testdata, name);
  expect(existsSync(join(root, "types.ts"))).toBe(true);
  const files = made(root);
  if (update) write(root, files);
  expect(Object.keys(files).length).toBeGreaterThan(0);
  expect(files).toEqual(wanted(root));
});

// A tenth of the runs of an author's tests in the slow suites: the forms are in several cases, and `pnpm run fuzz conversions` makes all runs for the examples.
fc.configureGlobal({ numRuns: runsOf(10) });

loadAgain(new URL("../testdata/", import.meta.url));

// The generated proofs are suites of their own: importing them runs them here.
for (const name of cases) {
  for (const file of globSync("want/*.test.ts", { cwd: join(testdata, name) }).toSorted()) {
    // One after the other: suites register in order.
    await import(join(testdata, name, file));
  }
}

describe("the same model", () => {
  it("gives the same bytes", () => {
    const root = join(testdata, "local-cluster");
    expect(made(root)).toEqual(made(root));
  });
});
