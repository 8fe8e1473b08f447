// `capstan bundle` of a project with a provider and a Runtime Extension: one release with the components of both, or nothing.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDescription, gateConfig, gateProject } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const config = {
  ...gateConfig,
  type: "infrastructure",
  also: [{ type: "runtime-extension", image: "registry.example.com/team/gate-hooks", entry: "src/hooks.ts" }],
};

const group = "infrastructure.cluster.x-k8s.io";

/** A definition as `generate` writes it. */
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `gateclusters.${group}`, labels: { "cluster.x-k8s.io/v1beta2": "v1" } },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind: "GateCluster", plural: "gateclusters", singular: "gatecluster", listKind: "GateClusterList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

const provider = {
  ...emptyDescription,
  kinds: [
    {
      apiVersion: `${group}/v1`,
      kind: "GateCluster",
      plural: "gateclusters",
      contracts: ["v1beta2"],
      role: "contract",
    },
  ],
};

/** Its files; the entry of the extension is that of the small project. */
function writeBoth(more: Readonly<Record<string, string | object>> = {}): void {
  at.write({
    ...gateProject,
    "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
    "src/hooks.ts": gateProject["src/main.ts"],
    "src/main.ts": `console.log(${JSON.stringify(JSON.stringify(provider))});\n`,
    "generated/crds/gateclusters.json": crd,
    ...more,
  });
}

test("the release has the components of both, one metadata.yaml, and the lines for both", async () => {
  writeBoth();
  expect(await at.capstan(["bundle"])).toEqual({
    code: 0,
    text: [
      'bundling infrastructure provider "gate" and runtime-extension provider "gate" v0.1.0 in <root>',
      "  created out/infrastructure-components.yaml",
      "  created out/metadata.yaml",
      "  created out/runtime-extension-components.yaml",
      "  created out/extension-config.yaml",
      "users add to clusterctl's configuration file:",
      "",
      "providers:",
      "- name: gate",
      "  type: InfrastructureProvider",
      "  url: https://github.com/team/gate/releases/latest/infrastructure-components.yaml",
      "- name: gate",
      "  type: RuntimeExtensionProvider",
      "  url: https://github.com/team/gate/releases/latest/runtime-extension-components.yaml",
      "",
      "next: publish these files as assets of a release, metadata.yaml last\n",
    ].join("\n"),
  });
  expect(at.read("out/infrastructure-components.yaml")).toContain("kind: CustomResourceDefinition\n");
  expect(at.read("out/runtime-extension-components.yaml")).not.toContain("kind: CustomResourceDefinition\n");
  expect(at.read("out/runtime-extension-components.yaml")).toContain("registry.example.com/team/gate-hooks:v0.1.0");
});

test("files of a program that was removed are named, and no others", async () => {
  writeBoth({ "templates/cluster-template.yaml": "apiVersion: v1\nkind: Secret\n", "out/notes.yaml": "mine" });
  const first = await at.capstan(["bundle"]);
  expect(first.text).not.toContain("bundle/other-files");
  at.write({ "capstan.config.ts": `export default ${JSON.stringify({ ...config, also: undefined })};\n` });
  rmSync(join(at.root, "templates"), { recursive: true });
  const { code, text } = await at.capstan(["bundle"]);
  expect(code).toBe(0);
  expect(text).toContain(
    `warning bundle/other-files: beside the files of this release there are files of another one: ${[
      "out/cluster-template.yaml",
      "out/extension-config.yaml",
      "out/runtime-extension-components.yaml",
    ].join(", ")}\n  help: remove them before you publish the folder\n`,
  );
  expect(text).toContain("next: publish these files as assets of a release, metadata.yaml last");
});

test("with --local each has its folder", async () => {
  writeBoth();
  const { text } = await at.capstan(["bundle", "--local", "repo"]);
  expect(at.files("repo/")).toEqual([
    "repo/infrastructure-gate/v0.1.0/infrastructure-components.yaml",
    "repo/infrastructure-gate/v0.1.0/metadata.yaml",
    "repo/runtime-extension-gate/v0.1.0/extension-config.yaml",
    "repo/runtime-extension-gate/v0.1.0/metadata.yaml",
    "repo/runtime-extension-gate/v0.1.0/runtime-extension-components.yaml",
  ]);
  expect(text).toContain("url: <root>/repo/runtime-extension-gate/v0.1.0/runtime-extension-components.yaml\n");
  expect(text.trimEnd().split("\n").at(-1)).toBe(
    "next: clusterctl init --infrastructure gate:v0.1.0 --runtime-extension gate:v0.1.0",
  );
});

test("templates are those of the main one, and of another one that names a folder", async () => {
  const [hooks] = config.also;
  writeBoth({
    "capstan.config.ts": `export default ${JSON.stringify({ ...config, also: [{ ...hooks, templates: "more" }] })};\n`,
    "templates/cluster-template.yaml": "apiVersion: v1\nkind: ConfigMap\n",
    "more/cluster-template-hooks.yaml": "apiVersion: v1\nkind: ${D-e}\n",
  });
  const { code, text } = await at.capstan(["bundle"]);
  expect(code).toBe(1);
  expect(text).toContain("more/cluster-template-hooks.yaml:2:7 error envsubst/missing-closing-brace: ");
  at.write({ "more/cluster-template-hooks.yaml": "apiVersion: v1\nkind: Secret\n" });
  expect((await at.capstan(["bundle"])).code).toBe(0);
  expect(at.files("out/").filter((path) => path.includes("template"))).toEqual([
    "out/cluster-template-hooks.yaml",
    "out/cluster-template.yaml",
  ]);
});

test("a kit that only another package brings is an error, since an image would not have it", async () => {
  const controllerKit = { "@capstan/controller-kit": "^0.1.0" };
  const manifest = (fields: object): Readonly<Record<string, object>> => ({
    "package.json": { name: "gate", version: "0.1.0", ...fields },
  });
  at.install();
  writeBoth(manifest({ dependencies: controllerKit, devDependencies: { "@capstan/extension-kit": "^0.1.0" } }));
  const { code, text } = await at.capstan(["bundle"]);
  expect(code).toBe(1);
  expect(text).toContain(
    `error cli/undeclared-kit: "src/hooks.ts" needs @capstan/extension-kit, which is not in the dependencies of package.json
  help: npm install --save-prod @capstan/extension-kit
`,
  );
  expect(text).not.toContain("needs @capstan/controller-kit");
  expect((await at.capstan(["doctor"])).text).toMatch(/^✗ packages +"src\/hooks\.ts" needs @capstan\/extension-kit, /m);
  expect(at.files().filter((path) => path.startsWith("out/"))).toEqual([]);
  at.write(manifest({ dependencies: { ...controllerKit, "@capstan/extension-kit": "^0.1.0" } }));
  expect((await at.capstan(["bundle"])).code).toBe(0);
  expect((await at.capstan(["doctor"])).text).not.toContain("undeclared-kit");
});

const broken = `throw new Error("no hooks");\n`;
test.each([
  [
    "an entry that fails",
    { "src/hooks.ts": broken },
    ['src/hooks.ts:1:7 error cli/module: cannot load "src/hooks.ts"'],
  ],
  [
    "both entries that fail",
    { "src/hooks.ts": broken, "src/main.ts": "process.exit(3);\n" },
    ['src/hooks.ts:1:7 error cli/module: cannot load "src/hooks.ts"', '"node src/main.ts --describe"'],
  ],
  [
    "an entry that is another one",
    { "src/hooks.ts": `console.log('${JSON.stringify(provider)}');\n` },
    ["error bundle/other-provider"],
  ],
])("%s keeps all from being written", async (_, files, wanted) => {
  writeBoth(files);
  const { code, text } = await at.capstan(["bundle"]);
  expect(code).toBe(1);
  for (const want of wanted) expect(text).toContain(want);
  expect(at.files().filter((path) => path.startsWith("out/"))).toEqual([]);
});
