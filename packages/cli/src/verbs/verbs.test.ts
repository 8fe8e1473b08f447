// Every verb from the command line on, in folders of their own: what is printed, what is written, the exit code.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommandLine } from "../program.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-cli-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function files(tree: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** Lets the project find this repository's own packages. */
async function install(): Promise<void> {
  await mkdir(join(root, "node_modules"), { recursive: true });
  symlinkSync(
    fileURLToPath(new URL("../../node_modules/@capstan", import.meta.url)),
    join(root, "node_modules/@capstan"),
    "dir",
  );
  // Their sources, as everything in this repository reads them: a build may or may not be there.
  await files({ "tsconfig.json": { compilerOptions: { module: "nodenext", customConditions: ["@capstan/source"] } } });
}

async function capstan(...argv: string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = "";
  const print = (more: string): void => void (text += more);
  const code = await runCommandLine(
    argv,
    { cwd: root, env: {}, interactive: false, signal: new AbortController().signal, out: print, err: print },
    "1.2.3",
  );
  return { code, text: text.replaceAll(root, "<root>") };
}

const description = {
  format: 1,
  name: "gate",
  type: "runtime-extension",
  kinds: [],
  clusterRules: [],
  namespaceRules: [],
  ownership: [],
  webhooks: [],
  hooks: [{ apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "BeforeClusterUpgrade", name: "gate" }],
  ports: { health: 9440, extension: 9443 },
  leaderElection: false,
};
const config = {
  name: "gate",
  type: "runtime-extension",
  image: "registry.example.com/team/gate",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "team", repo: "gate" } },
};
const project = {
  "package.json": { name: "gate", version: "0.1.0", type: "module" },
  "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
  "src/main.ts": `import { answer } from "./answer";\nawait answer();\n`,
  "src/answer.ts": `export async function answer(): Promise<void> {\n  console.log(JSON.stringify(${JSON.stringify(description)}));\n}\n`,
};

describe("the command line", () => {
  test("help names every verb and exits 0", async () => {
    const { code, text } = await capstan("--help");
    expect(code).toBe(0);
    for (const verb of ["generate", "import", "bundle", "dev", "explain", "doctor"])
      expect(text).toContain(`\n  ${verb} `);
  });

  test("version", async () => {
    expect(await capstan("--version")).toEqual({ code: 0, text: "1.2.3\n" });
  });

  test.each([
    [
      [],
      "capstan\nerror cli/usage: name a verb: generate, import, bundle, dev, explain, doctor\n  mend: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["genrate"],
      "capstan genrate\nerror cli/usage: unknown command 'genrate' (Did you mean generate?)\n  mend: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["bundle", "--frob"],
      "capstan bundle --frob\nerror cli/usage: unknown option '--frob'\n  mend: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["import"],
      "capstan import\nerror cli/usage: missing required argument 'files'\n  mend: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["explain", "--format", "xml"],
      "capstan explain --format xml\nerror cli/usage: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github\n  mend: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
  ])("%j is a usage error", async (argv, text) => {
    expect(await capstan(...argv)).toEqual({ code: 2, text });
  });
});

describe("explain", () => {
  test("prints a page", async () => {
    expect(await capstan("explain", "template/name")).toEqual({
      code: 0,
      text: [
        "template/name",
        "",
        'error: "{file}" has a name clusterctl does not look for',
        "",
        "clusterctl asks the repository for exactly these names; a file with another one is never read.",
        "",
        "Mend: name it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<class>.yaml.",
        "\n",
      ].join("\n"),
    });
  });

  test("suggests the nearest code", async () => {
    expect(await capstan("explain", "template/nam")).toEqual({
      code: 1,
      text: 'template/nam\nerror cli/unknown-code: there is no page for "template/nam"\n  mend: did you mean template/name?\n1 error\nnext: capstan explain <code>\n',
    });
  });
});

describe("bundle", () => {
  test("writes the release of an extension, twice the same", async () => {
    await files(project);
    expect(await capstan("bundle")).toEqual({
      code: 0,
      text: [
        'looked at runtime-extension provider "gate" v0.1.0 in <root>',
        "  created out/runtime-extension-components.yaml",
        "  created out/metadata.yaml",
        "  created out/extension-config.yaml",
        "users add to clusterctl's configuration file:",
        "",
        "providers:",
        "- name: gate",
        "  type: RuntimeExtensionProvider",
        "  url: https://github.com/team/gate/releases/latest/runtime-extension-components.yaml",
        "",
        "next: publish these files as assets of a release, metadata.yaml last\n",
      ].join("\n"),
    });
    expect(readdirSync(join(root, "out")).toSorted()).toEqual([
      "extension-config.yaml",
      "metadata.yaml",
      "runtime-extension-components.yaml",
    ]);
    expect((await capstan("bundle")).text).toContain("\n  3 files unchanged\n");
  });

  test("writes into a local repository and says what clusterctl must know", async () => {
    await files(project);
    const { code, text } = await capstan("bundle", "--version", "v0.1.7", "--local", "repo");
    expect(code).toBe(0);
    expect(text).toContain("  created repo/runtime-extension-gate/v0.1.7/metadata.yaml\n");
    expect(text).toContain("url: <root>/repo/runtime-extension-gate/v0.1.7/runtime-extension-components.yaml\n");
    expect(text.trimEnd().split("\n").at(-1)).toBe("next: clusterctl init --runtime-extension gate:v0.1.7");
    expect(
      readFileSync(join(root, "repo/runtime-extension-gate/v0.1.7/runtime-extension-components.yaml"), "utf8"),
    ).toContain("registry.example.com/team/gate:v0.1.7");
  });

  test("goes to the local repository that the configuration names", async () => {
    await files({
      ...project,
      "capstan.config.ts": `export default ${JSON.stringify({ ...config, repository: { local: "repo" } })};\n`,
    });
    expect((await capstan("bundle")).text).toContain("  created repo/runtime-extension-gate/v0.1.0/metadata.yaml\n");
    expect((await capstan("bundle", "--out", "out")).text).toContain("  created out/metadata.yaml\n");
  });

  const rows: readonly (readonly [string, Readonly<Record<string, string | object>>, readonly string[], string])[] = [
    [
      "no project",
      {},
      [],
      'capstan bundle\nerror cli/no-project: there is no package.json in "<root>" or above it\n  mend: change to a project\'s folder, or make one with npm create capstan\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "no configuration",
      { "package.json": project["package.json"] },
      [],
      'looked at <root>\nerror cli/no-config: there is no capstan.config.ts in "<root>"\n  mend: add one: export default defineConfig({ ... }) from @capstan/clusterctl-kit\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "a broken configuration",
      { ...project, "capstan.config.ts": `export default { name: "gate", type: "runtime", img: "x" };\n` },
      [],
      [
        "looked at <root>",
        'capstan.config.ts error config/shape: "type" must be one of infrastructure, bootstrap, control-plane, ipam, addon, runtime-extension, and is "runtime"\n  mend: give "type" one of infrastructure, bootstrap, control-plane, ipam, addon, runtime-extension',
        'capstan.config.ts error config/shape: "image" must be a text, and is missing\n  mend: give "image" a text',
        'capstan.config.ts error config/shape: "releaseSeries" must be a list of { major, minor, contract: "v1beta1" | "v1beta2" } with at least one entry, and is missing\n  mend: give "releaseSeries" a list of { major, minor, contract: "v1beta1" | "v1beta2" } with at least one entry',
        'capstan.config.ts error config/shape: "repository" must be { github: { owner, repo } } or { local: folder }, and is missing\n  mend: give "repository" { github: { owner, repo } } or { local: folder }',
        'capstan.config.ts error config/unknown-field: "img" is not a field of the configuration\n  mend: did you mean "image"? The fields are name, type, image, releaseSeries, repository, entry, namespace, templates, generate, crds, args, env, variables',
        "5 errors",
        "next: capstan explain <code>\n",
      ].join("\n"),
    ],
    [
      "an entry that fails",
      { ...project, "src/answer.ts": `export function answer(): void {\n  throw new Error("no cloud");\n}\n` },
      [],
      'looked at runtime-extension provider "gate" v0.1.0 in <root>\nsrc/answer.ts:2:9 error cli/module: cannot load "<root>/src/main.ts": no cloud\n  1 | export function answer(): void {\n> 2 |   throw new Error("no cloud");\n    |         ^\n  3 | }\n  mend: mend the error above\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "an entry that prints something else",
      { ...project, "src/answer.ts": `export function answer(): void {\n  console.log("hello");\n}\n` },
      [],
      'looked at runtime-extension provider "gate" v0.1.0 in <root>\nerror cli/describe: "node src/main.ts --describe" did not print a description: Unexpected token \'h\', "hello\n" is not valid JSON\n  mend: let the entry do nothing but await run(...) of @capstan/controller-kit or @capstan/extension-kit\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "a version without series",
      project,
      ["--version", "v0.2.0"],
      'looked at runtime-extension provider "gate" v0.2.0 in <root>\ncapstan.config.ts error bundle/no-series: no release series covers v0.2.0\n  mend: add { major: 0, minor: 2, contract: ... } to releaseSeries\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "a broken template",
      { ...project, "templates/cluster-template.yaml": "apiVersion: v1\nkind: ${D-e}\n" },
      [],
      'looked at runtime-extension provider "gate" v0.1.0 in <root>\ntemplates/cluster-template.yaml:2:7 error envsubst/missing-closing-brace: the variable name is followed by something clusterctl does not know (clusterctl: missing closing brace)\n  1 | apiVersion: v1\n> 2 | kind: ${D-e}\n    |       ^\n  3 |\n  mend: write ${NAME:=default} for a default; for a literal ${ (a shell script, a systemd unit) write $${\n1 error\nnext: capstan explain <code>\n',
    ],
  ];

  test.each(rows)("refuses %s and writes nothing", async (_, tree, argv, want) => {
    await files(tree);
    expect(await capstan("bundle", ...argv)).toEqual({ code: 1, text: want });
    expect(existsSync(join(root, "out"))).toBe(false);
  });

  test.each([
    [["bundle", "--contract", "v1"], '--contract takes one of v1beta1, v1beta2, not "v1"'],
    [["bundle", "--local", "a", "--out", "b"], "--local and --out exclude each other"],
  ])("%j is a usage error", async (argv, problem) => {
    await files(project);
    const { code, text } = await capstan(...argv);
    expect([code, text.split("\n")[1]]).toEqual([2, `error cli/usage: ${problem}`]);
  });
});

const sources = {
  "package.json": { name: "foo", version: "0.1.0", type: "module" },
  "src/api/v1/foo.ts": [
    'import { defineResource, type KubeObject, type Resource } from "@capstan/api";',
    "/** FooSpec is what a Foo is. */",
    "export interface FooSpec {",
    "  /**",
    "   * size is its size.",
    "   * @minLength 1",
    "   */",
    "  size?: string;",
    "}",
    "/** Foo is a thing. */",
    'export interface Foo extends KubeObject<"things.example.com/v1", "Foo"> {',
    "  /** spec is what it is. */",
    "  spec?: FooSpec;",
    "}",
    'export const Foo: Resource<Foo> = defineResource({ apiVersion: "things.example.com/v1", kind: "Foo" });',
    "",
  ].join("\n"),
};

describe("generate", () => {
  const list = "generated/.capstan-owned.json";
  const changed = ["generated/crds/things.example.com_foos.json", "generated/crds/things.example.com_foos.yaml"];
  const looked = "looked at 1 file in src/api\n";

  test("creates, finds nothing to do, sees drift, mends it", async () => {
    await files(sources);
    await install();
    expect(await capstan("generate")).toEqual({
      code: 0,
      text: `${looked}  created ${[list, ...changed].join("\n  created ")}\nnext: capstan dev\n`,
    });
    expect(await capstan("generate", "--check")).toEqual({
      code: 0,
      text: `${looked}  3 files unchanged\nnext: capstan dev\n`,
    });
    const yaml = join(root, changed[1] ?? "");
    await writeFile(yaml, readFileSync(yaml, "utf8").replace("minLength: 1", "minLength: 2"));
    expect(await capstan("generate", "--check")).toEqual({
      code: 3,
      text: [
        "looked at 1 file in src/api",
        "  stale generated/crds/things.example.com_foos.yaml",
        "@@ line 44 @@",
        "                size:",
        "                  description: size is its size.",
        "-                 minLength: 2",
        "+                 minLength: 1",
        "                  type: string",
        "              type: object",
        "  2 files unchanged",
        "next: capstan generate\n",
      ].join("\n"),
    });
    expect((await capstan("generate")).code).toBe(0);
    expect((await capstan("generate", "--check")).code).toBe(0);
  });

  test.each([
    [
      "an unknown tag",
      { "src/api/v1/foo.ts": sources["src/api/v1/foo.ts"].replace("@minLength", "@minLenght") },
      "src/api/v1/foo.ts:6:",
    ],
    ["broken TypeScript", { "src/api/v1/foo.ts": "export interface Foo {\n  size: ;\n}\n" }, "src/api/v1/foo.ts:2:"],
    ["no sources", { "src/api/v1/foo.ts": undefined }, "error cli/no-sources: "],
  ])("refuses %s and writes nothing", async (_, change, where) => {
    const tree = Object.fromEntries(
      Object.entries({ ...sources, ...change }).filter(([, content]) => content !== undefined),
    ) as Record<string, string | object>;
    await files(tree);
    const { code, text } = await capstan("generate");
    expect([code, text.split("\n")[1]?.startsWith(where)]).toEqual([1, true]);
    expect(existsSync(join(root, "generated"))).toBe(false);
  });

  test("--check with --watch is a usage error", async () => {
    await files(sources);
    await install();
    expect((await capstan("generate", "--check", "--watch")).code).toBe(2);
  });
});

describe("import", () => {
  test("brings a CRD back as TypeScript, and never over someone's file", async () => {
    await files(sources);
    await install();
    await capstan("generate");
    const crd = "generated/crds/things.example.com_foos.yaml";
    expect(await capstan("import", crd, "--out", "src/imported")).toEqual({
      code: 0,
      text: `looked at ${crd}\n  created src/imported/v1/foo.ts\nnext: capstan generate\n`,
    });
    expect(readFileSync(join(root, "src/imported/v1/foo.ts"), "utf8")).toContain("@minLength 1");
    expect(await capstan("import", crd)).toEqual({
      code: 1,
      text: `looked at ${crd}\nerror cli/exists: "src/api/v1/foo.ts" exists and says something else\n  mend: move it away, or import into another folder with --out\n1 error\nnext: capstan explain <code>\n`,
    });
  });

  test("refuses what is not there or no CRD", async () => {
    await files({ ...sources, "pod.yaml": "apiVersion: v1\nkind: Pod\n" });
    expect((await capstan("import", "missing.yaml")).text.split("\n")[1]).toBe(
      'error cli/no-file: cannot read "<root>/missing.yaml": ENOENT',
    );
    expect((await capstan("import", "src")).text.split("\n").slice(1, 3)).toEqual([
      'error cli/folder: "<root>/src" is a folder, and a file is wanted',
      "  mend: name the files in it, for example <root>/src/*.yaml",
    ]);
    expect((await capstan("import", "pod.yaml")).text.split("\n")[1]).toMatch(
      /^pod\.yaml:1:1 error crd\/import-kind: /,
    );
  });
});

describe("doctor", () => {
  test("names what is missing", async () => {
    await files({
      ...sources,
      "package.json": { name: "foo", dependencies: { "@capstan/kube": "^1.0.0" } },
      "tsconfig.json": { compilerOptions: { strict: true } },
    });
    const { code, text } = await capstan("doctor", "--format", "json");
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(text) as { readonly diagnostics: readonly { readonly code: string }[] };
    expect(diagnostics.map((each) => each.code)).toEqual([
      "doctor/not-installed",
      "doctor/tsconfig",
      "doctor/tsconfig",
      "doctor/tsconfig",
      "model/unresolved-import",
      "model/root-object",
    ]);
  });

  test("sees second copies and drifting versions", async () => {
    const installed = (version: string, dependencies = {}): object => ({ name: "x", version, dependencies });
    await files({
      "package.json": { name: "foo", dependencies: { "@capstan/kube": "^1.0.0", "@capstan/api": "^1.0.0" } },
      "node_modules/@capstan/kube/package.json": installed("1.0.0"),
      "node_modules/@capstan/api/package.json": installed("1.1.0", { "@capstan/kube": "^1.1.0" }),
      "node_modules/@capstan/api/node_modules/@capstan/kube/package.json": installed("1.1.0"),
    });
    expect((await capstan("doctor")).text).toContain(
      "warning doctor/duplicate: @capstan/kube is installed 2 times: 1.0.0, 1.1.0",
    );
  });
});

describe("formats", () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["github", ['::error title=cli/no-project::there is no package.json in "<root>" or above it%0Amend: change to']],
    ["json", ['"code": "cli/no-project"', '"exitCode": 1']],
    ["sarif", ['"ruleId": "cli/no-project"', '"version": "2.1.0"']],
  ];
  test.each(rows)("%s", async (format, parts) => {
    const { code, text } = await capstan("bundle", "--format", format);
    expect(code).toBe(1);
    for (const part of parts) expect(text).toContain(part);
  });
});
