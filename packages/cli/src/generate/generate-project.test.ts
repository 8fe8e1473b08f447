// Where a generation reads and writes by configuration, and what it rejects in a configuration.
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { generateProject, type GenerateResult } from "./generate-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const config = (generate: string, before = ""): string => `${before}export default { generate: ${generate} };\n`;
const crds = (folder: string): string[] => fooCrds.map((name) => `${folder}/${name}`);
const problems = ({ diagnostics }: GenerateResult): string[] =>
  diagnostics.map(formatDiagnostic).map((text) => text.replaceAll(at.root, "<root>"));

describe("folders by configuration", () => {
  const source = fooSource();
  test("sources in several places, documents and code elsewhere", async () => {
    at.write({
      "package.json": { name: "foo", type: "module" },
      "capstan.config.ts": config('{ sources: ["apis", "more/*/api.ts", "one.ts"], out: "config", code: "lib/gen" }'),
      "apis/v1/foo.ts": source,
      "apis/v1/foo.test.ts": "broken(",
      "more/bar/api.ts": source.replaceAll("Foo", "Bar"),
      "more/bar/other.ts": "broken(",
      "more/node_modules/api.ts": "broken(",
      "one.ts": source.replaceAll("Foo", "One"),
      "src/api/v1/unread.ts": "broken(",
    });
    const { diagnostics, folders, inputs, outputs } = await generateProject({ root: at.root });
    expect(diagnostics).toEqual([]);
    expect(folders.sources).toEqual(["apis", "more/*/api.ts", "one.ts"]);
    expect(inputs.filter((path) => !path.startsWith("../"))).toEqual([
      "apis/v1/foo.ts",
      "capstan.config.ts",
      "more/bar/api.ts",
      "one.ts",
      "package.json",
      "tsconfig.json",
    ]);
    expect(outputs).toEqual([
      "config/.capstan-owned.json",
      ...["bars", "foos", "ones"].flatMap((name) =>
        ["json", "yaml"].map((ending) => `config/crds/things.example.com_${name}.${ending}`),
      ),
    ]);
    expect(at.files().filter((path) => outputs.includes(path))).toEqual(outputs);
  });

  test("floating-point numbers are accepted once the configuration allows them", async () => {
    const floating = source
      .replace("type Resource }", "type Float, type Resource }")
      .replace("size?: string", "size?: Float");
    at.write({
      ...fooProject(),
      "src/api/v1/foo.ts": floating.replace(/ {2}\/\*\*\n {3}\* size.*?\*\/\n/s, "  /** size is its size. */\n"),
    });
    expect(problems(await generateProject({ root: at.root }))).toEqual([
      "src/api/v1/foo.ts:5:3 error crd/float: `Float` is a floating-point number (at spec.size)\n  help: write `Int32`, `Int64` or `Quantity`, or set `generate: { allowFloats: true }` in capstan.config.ts",
    ]);
    at.write({ "capstan.config.ts": config("{ allowFloats: true }") });
    const { diagnostics, outputs } = await generateProject({ root: at.root });
    expect(diagnostics).toEqual([]);
    expect(outputs).toContain("generated/crds/things.example.com_foos.yaml");
  });

  test("a link to a source is a source", async () => {
    at.write({ ...fooProject(), "elsewhere/foo.ts": source });
    await generateProject({ root: at.root });
    at.replaceByLink("src/api/v1/foo.ts", join(at.root, "elsewhere/foo.ts"));
    const { changes, diagnostics, inputs } = await generateProject({ root: at.root });
    expect([changes, diagnostics, inputs.includes("src/api/v1/foo.ts")]).toEqual([[], [], true]);
  });

  test("a link to a folder of sources is followed, and one to a folder above it is not", async () => {
    at.write({ ...fooProject(), "elsewhere/foo.ts": source });
    await generateProject({ root: at.root });
    at.replaceByLink("src/api/v1", join(at.root, "elsewhere"));
    at.replaceByLink("elsewhere/again", join(at.root, "elsewhere"));
    const { changes, diagnostics, inputs } = await generateProject({ root: at.root });
    expect([changes, diagnostics, inputs.includes("src/api/v1/foo.ts")]).toEqual([[], [], true]);
  });

  test("a folder in the place of a source is an error, and its CRDs stay", async () => {
    at.write({ ...fooProject(), "src/api/v1/bar.ts/x.txt": "" });
    const { changes, diagnostics } = await generateProject({ root: at.root });
    expect([changes, diagnostics.map(({ code }) => code)]).toEqual([[], ["model/unreadable-file"]]);
  });

  test.each([
    ["src/api", "src/api/v1/foo.ts"],
    ["src/api/v1/foo.ts", "src/api/v1/foo.ts"],
    ["src/api/*/*.ts", "src/api/v1/foo.ts"],
  ])("a source in %s that is a broken link is an error, and its CRDs stay", async (sources, link) => {
    at.write({ ...fooProject(), "src/api/v1/bar.ts": source.replaceAll("Foo", "Bar") });
    await generateProject({ root: at.root });
    at.write({ "capstan.config.ts": config(JSON.stringify({ sources: [sources, "src/api/v1/bar.ts"] })) });
    for (const [to, problem] of [
      ["missing.ts", "ENOENT: no such file or directory"],
      ["foo.ts", "ELOOP: too many symbolic links encountered"],
    ] as const) {
      at.replaceByLink(link, to);
      expect(problems(await generateProject({ root: at.root }))).toEqual([
        `error model/unreadable-file: cannot read "${link}": ${problem}\n  help: check the owner and the permissions of the file; if it is a link, check where it leads`,
      ]);
    }
    expect(at.files()).toContain(`generated/crds/${fooCrds[1]}`);
  });

  test("the lock that an editor puts beside a source is none", async () => {
    at.write(fooProject());
    at.replaceByLink("src/api/v1/.#foo.ts", "user@host.1:2");
    expect(problems(await generateProject({ root: at.root }))).toEqual([]);
  });

  test("when the folder of documents changes, what lay in the default one is removed", async () => {
    at.write(fooProject());
    await generateProject({ root: at.root });
    at.write({ "capstan.config.ts": config('{ out: "config" }') });
    const { changes } = await generateProject({ root: at.root });
    expect(changes.map(({ path, change }) => `${change} ${path}`)).toEqual([
      "created config/.capstan-owned.json",
      ...crds("config/crds").map((path) => `created ${path}`),
      "removed generated/.capstan-owned.json",
      ...crds("generated/crds").map((path) => `removed ${path}`),
    ]);
    expect(at.files().filter((path) => path.startsWith("generated/"))).toEqual([]);
  });

  test("generated code among the sources is not a source", async () => {
    at.write({
      "package.json": { name: "foo", type: "module" },
      ...proofPackages,
      ...twoVersions("src/api"),
      "capstan.config.ts": config('{ sources: "src", code: "src/api/gen" }'),
    });
    const first = await generateProject({ root: at.root });
    expect([problems(first), first.outputs.filter((path) => path.endsWith(".ts"))]).toEqual([
      [],
      ["src/api/gen/conversion-foo.test.ts", "src/api/gen/conversion-foo.ts", "src/api/gen/conversions.ts"],
    ]);
    const again = await generateProject({ root: at.root });
    expect([again.changes, again.sources, again.inputs]).toEqual([[], first.sources, first.inputs]);
  });

  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "outside of the project",
      config('{ out: "../elsewhere" }'),
      [
        '<root>/capstan.config.ts:1:30 error config/outside: "generate.out" must be below the project\'s folder, but is "../elsewhere"\n  help: write a path relative to the project, with / between folders, for example "src/api"',
      ],
    ],
    [
      "a misspelled field",
      config('{ source: "apis" }'),
      [
        '<root>/capstan.config.ts:1:30 error config/unknown-field: "generate.source" is not a field of the configuration; did you mean "generate.sources"?\n  help: write one of sources, out, code, allowFloats, openapi, or remove it',
      ],
    ],
    [
      "a path among others that leads to nothing",
      config('{ sources: ["src/api", "apsi", "x/*.ts"] }'),
      ["apsi", "x/*.ts"].map(
        (path) =>
          `error cli/no-sources: there is no TypeScript file in "${path}"\n  help: put the API's types into ${path}, one folder for each API version`,
      ),
    ],
  ];
  test.each(rows)("%s is rejected, and nothing is written", async (_, text, want) => {
    at.write({ ...fooProject(), "capstan.config.ts": text });
    const before = at.files();
    expect(problems(await generateProject({ root: at.root }))).toEqual(want);
    expect(at.files()).toEqual(before);
  });
});

describe("generated TypeScript compiles wherever it lies", () => {
  test.each(["src/generated", "gen", "src/api/v1/gen/deep"])("%s", async (code) => {
    at.write({
      "package.json": { name: "foo", type: "module" },
      "capstan.config.ts": config(`{ code: "${code}" }`),
      ...twoVersions("src/api"),
      ...proofPackages,
      "check.json": {
        extends: fileURLToPath(new URL("../../../../tsconfig.base.json", import.meta.url)),
        compilerOptions: { typeRoots: [fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url))] },
        include: ["src", code],
        exclude: ["**/*.test.ts"],
      },
    });
    const { outputs, diagnostics } = await generateProject({ root: at.root });
    expect([diagnostics, outputs.includes(`${code}/conversion-foo.ts`)]).toEqual([[], true]);
    const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
    const { status, stdout } = spawnSync(tsc, ["-p", "check.json"], { cwd: at.root, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
  });
});

test("a conversion is checked when the types are right", async () => {
  const { "src/api/conversion.ts": conversion = "", ...types } = twoVersions("src/api");
  const without = conversion.replace('"spec.wait": { to: "spec.timeout" }', "");
  const wrong = types["src/api/v1/foo.ts"]?.replace("timeout?", "\n/** @default 5 */\ntimeout?") ?? "";
  const codesOf = async (foo: string | undefined): Promise<readonly string[]> => {
    at.write({
      "package.json": {},
      ...types,
      "src/api/conversion.ts": without,
      ...(foo === undefined ? {} : { "src/api/v1/foo.ts": foo }),
    });
    const { diagnostics } = await generateProject({ root: at.root });
    return diagnostics.map(({ code }) => code);
  };
  expect(await codesOf(wrong)).toEqual(["crd/default-invalid"]);
  expect(await codesOf(undefined)).toContain("conversion/not-covered");
});

const proofPackages = {
  "node_modules/fast-check/package.json": { name: "fast-check" },
  "node_modules/vitest/package.json": { name: "vitest" },
};

test("packages that the tests of conversions import are named when they are missing", async () => {
  at.write({ "package.json": { name: "foo", type: "module" }, ...twoVersions("src/api") });
  const missing = (name: string): string =>
    `src/api/conversion.ts:4:14 warning conversion/missing-package: the generated tests of conversions import ${name}, which is not installed\n  help: add ${name} to devDependencies (npm install --save-dev ${name})`;
  const first = await generateProject({ root: at.root });
  expect(problems(first)).toEqual([missing("fast-check"), missing("vitest")]);
  expect(first.outputs).toContain("src/generated/conversion-foo.test.ts");
  at.write(proofPackages);
  expect(problems(await generateProject({ root: at.root }))).toEqual([]);
});

/** Two versions of a kind Foo with a conversion between them. */
function twoVersions(folder: string): Readonly<Record<string, string>> {
  const version = (name: string, field: string): string =>
    [
      'import { defineResource, type Duration, type KubeObject, type Resource } from "@capstan/api";',
      `export interface Foo extends KubeObject<"g.io/${name}", "Foo"> {`,
      `  spec?: { ${field}?: Duration };`,
      "}",
      `export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/${name}", kind: "Foo"${name === "v1" ? ", storage: true" : ""} });`,
      "",
    ].join("\n");
  return {
    [`${folder}/v1beta1/foo.ts`]: version("v1beta1", "wait"),
    [`${folder}/v1/foo.ts`]: version("v1", "timeout"),
    [`${folder}/conversion.ts`]: [
      'import { defineConversion, type Conversion } from "@capstan/api";',
      'import type { Foo as V1 } from "./v1/foo.ts";',
      'import type { Foo as V1Beta1 } from "./v1beta1/foo.ts";',
      'export const foo: Conversion<V1Beta1, V1> = defineConversion({ older: { "spec.wait": { to: "spec.timeout" } } });',
      "",
    ].join("\n"),
  };
}

test.each([
  [
    "broken",
    '{ "compilerOptions": { "paths": { } ',
    "tsconfig.json:1:37 error model/tsconfig: the compiler's options cannot be read: '}' expected",
  ],
  [
    "extends what is not there",
    '{ "extends": "./gone.json" }',
    "tsconfig.json error model/tsconfig: the compiler's options cannot be read: Cannot read file 'gone.json'",
  ],
  [
    "extends a package that is not there",
    '{ "extends": "@tsconfig/gone/tsconfig.json" }',
    "tsconfig.json error model/tsconfig: the compiler's options cannot be read: File '@tsconfig/gone/tsconfig.json' not found",
  ],
  [
    "extends a broken file",
    '{ "extends": "./broken.json" }',
    "broken.json:1:3 error model/tsconfig: the compiler's options cannot be read: '}' expected",
  ],
  [
    "extends itself",
    '{ "extends": "./tsconfig.json" }',
    "tsconfig.json error model/tsconfig: the compiler's options cannot be read: Circularity detected while resolving configuration: <root> -> tsconfig.json -> tsconfig.json",
  ],
])("a tsconfig.json that %s is an error there, and not in the sources", async (_, tsconfig, want) => {
  at.write({ ...fooProject(), "tsconfig.json": tsconfig, "broken.json": "{ " });
  const found = await generateProject({ root: at.root });
  expect(problems(found)).toEqual([
    `${want}\n  help: correct tsconfig.json, or install what it extends; \`npx tsc --showConfig\` shows the same error`,
  ]);
  expect(at.files()).not.toContain("generated/.capstan-owned.json");
});

test("an option that a newer compiler knows is no error", async () => {
  const known = { module: "nodenext", customConditions: ["@capstan/source"] };
  at.write({ ...fooProject(), "tsconfig.json": { compilerOptions: { ...known, notYet: true, target: "es2099" } } });
  expect(problems(await generateProject({ root: at.root }))).toEqual([]);
});
