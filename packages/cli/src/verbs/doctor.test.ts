// `capstan doctor`: what it reports about the setup of a project.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooProject, fooSource } from "../../test/foo-project.ts";
import { gateConfig } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);

/** The rows of a computer without any tool and without a kubeconfig. */
const nothingElse = [
  "· kubectl            not found: install it to look into a cluster: https://kubernetes.io/docs/tasks/tools/",
  "· clusterctl         not found: install it to try a release: https://cluster-api.sigs.k8s.io/clusterctl/overview",
  "· image tool         not found: install docker, podman, buildah or nerdctl to build the image of a release",
  "· kubeconfig         no ~/.kube/config: set KUBECONFIG to try the project on a cluster; capstan dev needs none",
  "· cluster            none",
].join("\n");

const nodeOptions = { module: "NodeNext", erasableSyntaxOnly: true, verbatimModuleSyntax: true };

describe("doctor", () => {
  test("names packages that are not installed, and not what follows from it", async () => {
    at.write({ ...fooProject(), "package.json": { name: "foo", dependencies: { "@capstan/kube": "^1.0.0" } } });
    expect(await capstan("doctor")).toEqual({
      code: 1,
      text: `checking <root>\n✓ Node               ${process.versions.node}\n✗ packages           @capstan/kube is in package.json but is not installed: install the dependencies, for example with npm install\n? tsconfig.json      not checked: install the packages first\n? capstan.config.ts  not checked: install the packages first\n? generated files    not checked: install the packages first\n${nothingElse}\n(✗ an error, · not there, and optional, ? not checked)\nerror doctor/not-installed: @capstan/kube is in package.json but is not installed\n  help: install the dependencies, for example with npm install\n1 error\nnext: capstan explain doctor/not-installed\n`,
    });
  });

  test("names options of the compiler that are missing", async () => {
    at.write({ "package.json": { name: "foo" }, "tsconfig.json": { compilerOptions: { module: "esnext" } } });
    const { code, text } = await capstan("doctor", "--format", "json");
    expect(code).toBe(0);
    const { diagnostics } = JSON.parse(text) as { readonly diagnostics: readonly { readonly message: string }[] };
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "tsconfig.json does not set module to nodenext",
      "tsconfig.json does not set erasableSyntaxOnly",
      "tsconfig.json does not set verbatimModuleSyntax",
      "tsconfig.json does not set rewriteRelativeImportExtensions",
    ]);
  });

  test("marks what only warns apart from errors, and counts the problems of a row", async () => {
    at.write({ "package.json": { name: "foo" }, "tsconfig.json": { compilerOptions: nodeOptions } });
    const rows = async (): Promise<string[]> =>
      (await capstan("doctor")).text.split("\n").filter((line) => /^(. tsconfig|\()/.test(line));
    expect(await rows()).toEqual([
      '! tsconfig.json      tsconfig.json does not set rewriteRelativeImportExtensions: set "rewriteRelativeImportExtensions": true',
      "(! a warning, · not there, and optional)",
    ]);
    at.write({ "tsconfig.json": { compilerOptions: { ...nodeOptions, erasableSyntaxOnly: false } } });
    expect((await rows())[0]).toBe(
      '! tsconfig.json      2 problems, the first: tsconfig.json does not set erasableSyntaxOnly: set "erasableSyntaxOnly": true',
    );
  });

  test("says of a configuration that it has what a release needs", async () => {
    const config = {
      name: "foo",
      type: "infrastructure",
      image: "registry.example.com/foo/foo",
      releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
      repository: { local: "out" },
    };
    at.write({ "package.json": { name: "foo" }, "capstan.config.ts": `export default ${JSON.stringify(config)};\n` });
    expect((await capstan("doctor")).text).toContain("\n✓ capstan.config.ts  has what a release needs\n");
  });

  test("looks at everything that a configuration releases", async () => {
    const hooks = { type: "runtime-extension", image: "registry.example.com/foo/hooks", entry: "src/hooks.ts" };
    const write = (also: object): void =>
      at.write({
        "package.json": { name: "foo" },
        "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, type: "addon", also: [also] })};\n`,
      });
    const found = async (): Promise<string[]> =>
      (await capstan("doctor")).text.match(/(?:✓ capstan\.|error ).*/g) ?? [];
    write({ ...hooks, image: "hooks" });
    expect(await found()).toEqual(['error config/image: the image "hooks" is not canonical']);
    write(hooks);
    expect(await found()).toEqual(['error cli/no-entry: there is no "src/hooks.ts"']);
    at.write({ "src/hooks.ts": "" });
    expect(await found()).toEqual(["✓ capstan.config.ts  has what a release needs"]);
  });

  test("sees second copies and drifting versions", async () => {
    const installed = (version: string, dependencies = {}): object => ({ name: "x", version, dependencies });
    at.write({
      "package.json": { name: "foo", dependencies: { "@capstan/kube": "^1.0.0", "@capstan/api": "^1.0.0" } },
      "node_modules/@capstan/kube/package.json": installed("1.0.0"),
      "node_modules/@capstan/api/package.json": installed("1.1.0", { "@capstan/kube": "^1.1.0" }),
      "node_modules/@capstan/api/node_modules/@capstan/kube/package.json": installed("1.1.0"),
    });
    expect((await capstan("doctor")).text).toContain(
      "warning doctor/duplicate: @capstan/kube is installed 2 times: 1.0.0, 1.1.0",
    );
  });

  test("counts the generated files that are missing or stale in one error", async () => {
    at.write({ ...fooProject(), "package.json": { name: "foo" } });
    at.install();
    const problems = async (): Promise<string[]> =>
      (await capstan("doctor")).text.split("\n").filter((line) => line.startsWith("error"));
    expect(await problems()).toEqual(["error doctor/stale: the generated files are not up to date: 3 missing"]);
    await capstan("generate");
    expect(await problems()).toEqual([]);
    at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
    rmSync(join(at.root, "generated/crds/things.example.com_foos.json"));
    expect(await problems()).toEqual([
      "error doctor/stale: the generated files are not up to date: 2 stale, 1 missing",
    ]);
  });

  test("checks the configuration as bundle does, and does not look for generated files when it is wrong", async () => {
    at.write({
      ...fooProject(),
      "package.json": { name: "foo" },
      "capstan.config.ts": 'export default { nme: "foo" };\n',
    });
    at.install();
    const [doctor, bundle] = [await capstan("doctor"), await capstan("bundle")];
    const codes = (text: string): readonly string[] => text.match(/(?<=error )[a-z-]+\/[a-z-]+/g) ?? [];
    expect(codes(doctor.text)).toContain("config/unknown-field");
    expect(codes(doctor.text)).toEqual(codes(bundle.text));
  });

  test("says that nothing is wrong, with what it looked at", async () => {
    const options = { ...nodeOptions, allowImportingTsExtensions: true };
    const listed = (packages: string): string =>
      [
        "checking <root>",
        `✓ Node               ${process.versions.node}`,
        packages,
        "✓ tsconfig.json      has the options that Node needs",
        "· capstan.config.ts  none: add it before a release: capstan bundle reads it",
        "· generated files    the project has no types of an API",
        `${nothingElse}\n(· not there, and optional)\nno problems found\n`,
      ].join("\n");
    at.write({ "package.json": { name: "foo" }, "tsconfig.json": { compilerOptions: options } });
    const none = "· packages           package.json names no package of Capstan";
    expect(await capstan("doctor")).toEqual({ code: 0, text: listed(none) });
    at.write({
      "package.json": { dependencies: { "@capstan/controller-kit": "^1.0.0" } },
      "node_modules/@capstan/controller-kit/package.json": { version: "1.0.0" },
    });
    const one = "✓ packages           1 of Capstan, version 1.0.0";
    expect(await capstan("doctor")).toEqual({ code: 0, text: `${listed(one)}next: capstan dev\n` });
  });

  test.each([
    ["missing", {}, "warning doctor/no-tsconfig: there is no tsconfig.json"],
    [
      "broken",
      { "tsconfig.json": '{\n  "compilerOptions": {' },
      "tsconfig.json:2:23 error doctor/broken-tsconfig: tsconfig.json cannot be parsed: '}' expected",
    ],
  ])("reports a tsconfig.json that is %s", async (_, tree, problem) => {
    at.write({ "package.json": { name: "foo" }, ...tree });
    expect((await capstan("doctor")).text.split("\n")).toContain(problem);
  });
});
