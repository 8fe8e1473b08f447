// `capstan bundle`: what it writes, and every input it rejects.
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gateConfig, gateProject } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);

describe("bundle", () => {
  test("writes the release of an extension, twice the same", async () => {
    at.write(gateProject);
    expect(await capstan("bundle")).toEqual({
      code: 0,
      text: [
        'bundling runtime-extension provider "gate" v0.1.0 in <root>',
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
    expect(at.files("out/")).toEqual([
      "out/extension-config.yaml",
      "out/metadata.yaml",
      "out/runtime-extension-components.yaml",
    ]);
    expect((await capstan("bundle")).text).toContain("\n  3 files unchanged\n");
  });

  test("writes into a local repository and says what clusterctl must know", async () => {
    at.write(gateProject);
    const { code, text } = await capstan("bundle", "--version", "v0.1.7", "--local", "repo");
    expect(code).toBe(0);
    expect(text).toContain("  created repo/runtime-extension-gate/v0.1.7/metadata.yaml\n");
    expect(text).toContain("url: <root>/repo/runtime-extension-gate/v0.1.7/runtime-extension-components.yaml\n");
    expect(text.trimEnd().split("\n").at(-1)).toBe("next: clusterctl init --runtime-extension gate:v0.1.7");
    expect(at.read("repo/runtime-extension-gate/v0.1.7/runtime-extension-components.yaml")).toContain(
      "registry.example.com/team/gate:v0.1.7",
    );
  });

  test("shows a folder whose name begins with two dots as one in the project", async () => {
    at.write(gateProject);
    expect((await capstan("bundle", "--out", "..foo")).text).toContain("\n  created ..foo/metadata.yaml\n");
  });

  test.runIf(process.getuid?.() === 0).each(["src/main.ts", "src"])(
    "runs no entry whose %s belongs to another user",
    async (path) => {
      at.write(gateProject);
      chownSync(join(at.root, path), 65_534, 65_534);
      const { code, text } = await capstan("bundle");
      expect([code, text.split("\n")[1]]).toEqual([
        1,
        `error cli/foreign-project: "<root>/${path}" belongs to the user 65534, so nothing of that project is run`,
      ]);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    "loads no package that another user has put into a folder of all users above",
    async () => {
      at.write(Object.fromEntries(Object.entries(gateProject).map(([path, content]) => [`own/${path}`, content])));
      at.write({ "own/src/answer.ts": `import "planted";\n${at.read("own/src/answer.ts")}` });
      at.write({ "node_modules/planted/index.js": 'throw new Error("it ran");' });
      chmodSync(at.root, 0o1777);
      const run = async (): Promise<string> => (await at.capstan(["bundle"], { cwd: "own" })).text;
      expect(await run()).toContain("it ran");
      chownSync(join(at.root, "node_modules"), 65_534, 65_534);
      const text = await run();
      expect(text).toContain('error cli/foreign-files-above: "<root>/node_modules" belongs to another user');
      expect(text).not.toContain("it ran");
    },
  );

  test("goes to the local repository that the configuration names", async () => {
    at.write({
      ...gateProject,
      "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, repository: { local: "repo" } })};\n`,
    });
    expect((await capstan("bundle")).text).toContain("  created repo/runtime-extension-gate/v0.1.0/metadata.yaml\n");
    expect((await capstan("bundle", "--out", "out")).text).toContain("  created out/metadata.yaml\n");
  });

  const rows: readonly (readonly [string, Readonly<Record<string, string | object>>, readonly string[], string])[] = [
    [
      "no project",
      {},
      [],
      'capstan bundle\nerror cli/no-project: there is no package.json in "<root>" or above it\n  help: change to the folder of a project, or create one with npm create capstan\n1 error\nnext: capstan explain cli/no-project\n',
    ],
    [
      "no configuration",
      { "package.json": gateProject["package.json"] },
      [],
      'bundling <root>\nerror cli/no-config: there is no capstan.config.ts in "<root>"\n  help: add one: export default defineConfig({ ... }), with defineConfig from @capstan/cli/config\n1 error\nnext: capstan explain cli/no-config\n',
    ],
    [
      "a broken configuration",
      { ...gateProject, "capstan.config.ts": `export default { name: "gate", type: "runtime", img: "x" };\n` },
      [],
      [
        "bundling <root>",
        'capstan.config.ts:1:16 error config/shape: "releaseSeries" must be a list of { major, minor, contract: "v1beta1" | "v1beta2" } with at least one entry, but is missing\n> 1 | export default { name: "gate", type: "runtime", img: "x" };\n    |                ^\n  2 |\n  help: set "releaseSeries" to a list of { major, minor, contract: "v1beta1" | "v1beta2" } with at least one entry',
        'capstan.config.ts:1:16 error config/shape: "repository" must be { github: { owner, repo } } or { local: folder }, but is missing\n> 1 | export default { name: "gate", type: "runtime", img: "x" };\n    |                ^\n  2 |\n  help: set "repository" to { github: { owner, repo } } or { local: folder }',
        'capstan.config.ts:1:32 error config/shape: "type" must be one of infrastructure, bootstrap, control-plane, ipam, addon, runtime-extension, but is "runtime"; did you mean "runtime-extension"?\n> 1 | export default { name: "gate", type: "runtime", img: "x" };\n    |                                ^\n  2 |\n  help: set "type" to one of infrastructure, bootstrap, control-plane, ipam, addon, runtime-extension',
        'capstan.config.ts:1:49 error config/unknown-field: "img" is not a field of the configuration; did you mean "image"?\n> 1 | export default { name: "gate", type: "runtime", img: "x" };\n    |                                                 ^\n  2 |\n  help: write one of name, type, image, releaseSeries, repository, entry, namespace, templates, generate, crds, args, env, memory, clientCaConfigMap, networkPolicy, replicas, extensionConfig, variables, also, or remove it',
        "4 errors",
        "next: capstan explain config/shape\n",
      ].join("\n"),
    ],
    [
      "a mistake inside a field of the configuration",
      {
        ...gateProject,
        "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, releaseSeries: 0, repository: 0 })
          .replace('"releaseSeries":0', '\n  releaseSeries: [{ major: 0, minro: 1, contract: "v1beta2" }]')
          .replace('"repository":0', '\n  repository: { github: { owner: "a/b", repo: "c" } }')};\n`,
      },
      [],
      [
        "bundling <root>",
        'capstan.config.ts:2:31 error config/unknown-field: "releaseSeries[0].minro" is not a field of the configuration; did you mean "releaseSeries[0].minor"?',
        '  1 | export default {"name":"gate","type":"runtime-extension","image":"registry.example.com/team/gate",',
        '> 2 |   releaseSeries: [{ major: 0, minro: 1, contract: "v1beta2" }],',
        "    |                               ^",
        '  3 |   repository: { github: { owner: "a/b", repo: "c" } }};',
        "  help: write one of major, minor, contract, or remove it",
        'capstan.config.ts:3:27 error config/shape: "repository.github.owner" must be the name of a GitHub user or organization, but is "a/b"',
        '  1 | export default {"name":"gate","type":"runtime-extension","image":"registry.example.com/team/gate",',
        '  2 |   releaseSeries: [{ major: 0, minro: 1, contract: "v1beta2" }],',
        '> 3 |   repository: { github: { owner: "a/b", repo: "c" } }};',
        "    |                           ^",
        "  4 |",
        '  help: set "repository.github.owner" to the name of a GitHub user or organization',
        "2 errors",
        "next: capstan explain config/unknown-field\n",
      ].join("\n"),
    ],
    [
      "a folder of templates that is not there",
      {
        ...gateProject,
        "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, templates: "nope" }).replace(/,"templates.*/, ',\n  templates: "nope" }')};\n`,
      },
      [],
      'bundling <root>\ncapstan.config.ts:2:3 error config/no-templates: "templates" is "nope", but there is no such folder\n  1 | export default {"name":"gate","type":"runtime-extension","image":"registry.example.com/team/gate","releaseSeries":[{"maj...\n> 2 |   templates: "nope" };\n    |   ^\n  3 |\n  help: correct the path, or remove "templates" from the configuration\n1 error\nnext: capstan explain config/no-templates\n',
    ],
    [
      "an entry that fails",
      { ...gateProject, "src/answer.ts": `export function answer(): void {\n  throw new Error("no cloud");\n}\n` },
      [],
      'bundling runtime-extension provider "gate" v0.1.0 in <root>\nsrc/answer.ts:2:9 error cli/module: cannot load "src/main.ts": no cloud\n  1 | export function answer(): void {\n> 2 |   throw new Error("no cloud");\n    |         ^\n  3 | }\n  help: fix the error above\n1 error\nnext: capstan explain cli/module\n',
    ],
    [
      "an entry that prints something else",
      { ...gateProject, "src/answer.ts": `export function answer(): void {\n  console.log("hello");\n}\n` },
      [],
      'bundling runtime-extension provider "gate" v0.1.0 in <root>\nerror cli/describe: "node src/main.ts --describe" did not print a description: Unexpected token \'h\', "hello\\n" is not valid JSON\n  help: call nothing in the entry except run(...) of @capstan/controller-kit or @capstan/extension-kit, or runOperator(...) of @capstan/operator\n1 error\nnext: capstan explain cli/describe\n',
    ],
    [
      "an operator",
      { ...gateProject, "src/main.ts": `console.log('{"format":1,"type":"operator","name":"web"}');\n` },
      [],
      'bundling runtime-extension provider "gate" v0.1.0 in <root>\nerror cli/operator: "node src/main.ts --describe" describes the operator "web", and clusterctl has no releases of operators\n  help: deploy it with kubectl: its CRDs are in generated/crds, roleObjects(controllerRights([...])) of @capstan/operator makes its roles, webhookObjects what its webhooks need, and docs/operator.md has a Deployment\n1 error\nnext: capstan explain cli/operator\n',
    ],
    [
      "a version without series",
      gateProject,
      ["--version", "v0.2.0"],
      'bundling runtime-extension provider "gate" v0.2.0 in <root>\ncapstan.config.ts error bundle/no-series: no release series covers v0.2.0\n  help: add { major: 0, minor: 2, contract: ... } to releaseSeries\n1 error\nnext: capstan explain bundle/no-series\n',
    ],
    [
      "a broken template",
      { ...gateProject, "templates/cluster-template.yaml": "apiVersion: v1\nkind: ${D-e}\n" },
      [],
      'bundling runtime-extension provider "gate" v0.1.0 in <root>\ntemplates/cluster-template.yaml:2:7 error envsubst/missing-closing-brace: the variable name is followed by something clusterctl does not know (clusterctl: missing closing brace)\n  1 | apiVersion: v1\n> 2 | kind: ${D-e}\n    |       ^\n  3 |\n  help: write ${NAME:=default} for a default; for a literal ${ (a shell script, a systemd unit) write $${\n1 error\nnext: capstan explain envsubst/missing-closing-brace\n',
    ],
  ];

  test("rejects a release for one namespace of what watches nothing", async () => {
    at.write(gateProject);
    expect(await capstan("bundle", "--scope", "namespace")).toEqual({
      code: 1,
      text: 'bundling runtime-extension provider "gate" v0.1.0 in <root>\ncapstan.config.ts error bundle/no-watches: the manager watches no objects, so it cannot be installed for one namespace\n  help: bundle it without --scope\n1 error\nnext: capstan explain bundle/no-watches\n',
    });
  });

  test("does not follow links out of the project, unless an option names the folder", async () => {
    const below = Object.fromEntries(Object.entries(gateProject).map(([path, file]) => [`project/${path}`, file]));
    at.write({ ...below, "elsewhere/file": "" });
    at.replaceByLink("project/out", "../elsewhere");
    const inProject = (...argv: string[]): ReturnType<typeof capstan> => at.capstan(argv, { cwd: "project" });
    expect((await inProject("bundle")).text).toContain(
      'error cli/outside: "metadata.yaml" would be written outside the project, through a link',
    );
    expect(at.files("elsewhere/")).toEqual(["elsewhere/file"]);
    expect((await inProject("bundle", "--out", "out")).code).toBe(0);
  });

  test.each(rows)("rejects %s and writes nothing", async (_, tree, argv, want) => {
    at.write(tree);
    expect(await capstan("bundle", ...argv)).toEqual({ code: 1, text: want });
    expect(at.files().filter((path) => path.startsWith("out/"))).toEqual([]);
  });

  test.each([
    [["bundle", "--contract", "v1"], '--contract takes one of v1beta1, v1beta2, not "v1"'],
    [["bundle", "--scope", "all"], '--scope takes one of cluster, namespace, not "all"'],
    [["bundle", "--out", ""], "--out is an empty string: name a folder"],
    [["bundle", "--version", ""], "--version is an empty string: write a version with its v, for example v0.1.0"],
    [["bundle", "--local", ""], "--local is an empty string: name a folder"],
    [["bundle", "--local", "a", "--out", "b"], "--local and --out exclude each other"],
  ])("%j is a usage error, before anything of the project runs", async (argv, problem) => {
    at.write({ ...gateProject, "capstan.config.ts": 'throw new Error("it ran");\n' });
    const { code, text } = await capstan(...argv);
    expect([code, text.split("\n")[1]]).toEqual([2, `error cli/usage: ${problem}`]);
    expect(at.files()).toEqual(Object.keys(gateProject).toSorted());
  });
});
