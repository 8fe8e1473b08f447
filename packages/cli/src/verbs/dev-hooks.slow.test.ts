// An extension under `capstan dev --apply`: the simulated core calls its hooks, and a line says what each has answered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, loadCredentials } from "@capstan/client";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const project = new DevProject();
const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));

/** The files of an example. */
function use(example: string, ...files: readonly string[]): void {
  for (const file of files) project.write(file, readFileSync(join(examples, example, file), "utf8"));
}

/** The files of the scaffold's example. */
function useStarter(): void {
  use("extension-starter", "src/main.ts", "src/extension.ts", "dev/cluster.yaml");
}

test("the hooks of the scaffold are called for the cluster of its sample, and a delay holds the upgrade", async () => {
  useStarter();
  project.start("--apply");
  await project.until(/hook AfterControlPlaneInitialized for Cluster default\/dev: allowed, \d+ ms\n/);
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  const client = createClient(await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") }));
  const key = { namespace: "default", name: "dev" };
  const body = {
    metadata: { labels: { "starter.example.com/freeze": "" } },
    spec: { topology: { version: "v1.37.0" } },
  };
  await client.patch(Cluster, key, { type: "merge", body });
  await project.until(
    /hook BeforeClusterUpgrade for Cluster default\/dev: waits, again in 60 s: the cluster is frozen and does not go to v1\.37\.0, \d+ ms\n/,
  );
  const { status } = await client.get(Cluster, key);
  expect(status?.controlPlane?.versions?.map(({ version }) => version)).toEqual(["v1.36.0"]);
  await client.patch(Cluster, key, { type: "merge", body: { spec: { topology: { version: "v1.20.0" } } } });
  await project.until(
    /error dev\/version-rejected: Cluster default\/dev: spec\.topology\.version: Invalid value: "v1\.20\.0": version cannot be decreased from "1\.3\d\.0" to "1\.20\.0"\n/,
  );
  client.close();
});

test("a cluster template and the ClusterClass beside it, with templates of upstream's in-memory provider, run", async () => {
  const sources = ["main", "extension", "patches", "templates", "variables"].map((name) => `src/${name}.ts`);
  const [itsClass, template] = ["clusterclass-in-memory-patched", "cluster-template"];
  use("extension-topology", ...sources, ...[itsClass, template].map((name) => `templates/${name}.yaml`));
  project.start("--apply");
  await project.until(/Machine default\/dev-md-0-\S+: Running\n/);
  expect(project.printed).toContain(`applying templates/${itsClass}.yaml, templates/${template}.yaml\n`);
  expect(project.printed).toContain(
    "hook GeneratePatches (patches-v1) for Cluster default/dev: 3 patches of 5 templates",
  );
  expect(project.printed).not.toContain("error dev/");
});

/** An extension whose patch has machines run a command, which an expression makes. */
function patching(command: string): string {
  return `import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { defineExtension, defineVariables, patchTemplates, run } from "@capstan/extension-kit";

const commands = patchTemplates(defineVariables({})).on(KubeadmConfigTemplate, ({ spec }) => {
  spec.template.spec = { ...spec.template.spec, preKubeadmCommands: [${command}] };
});
await run(defineExtension({ generatePatches: { commands } }, { name: "starter" }));
`;
}

/** The files of the scaffold's example, with a class that names the patch. */
function usePatches(): void {
  useStarter();
  const sample = readFileSync(join(examples, "extension-starter", "dev/cluster.yaml"), "utf8");
  const patches =
    "spec:\n  patches:\n    - name: one\n      external:\n        generatePatchesExtension: commands.starter\n";
  project.write("dev/cluster.yaml", sample.replace("spec:\n  infrastructure:\n", `${patches}  infrastructure:\n`));
}

test("a patch that differs each time is an error that names its field", async () => {
  usePatches();
  project.write("src/main.ts", patching("`echo ${performance.now()}`"));
  project.start("--apply");
  const [line] = await project.until(/error dev\/unsteady-patches: .*\n/);
  expect(line).toMatch(
    /: Cluster default\/dev: commands\.starter answers the same request with other patches: \/spec\/template\/spec\/preKubeadmCommands\/0 of KubeadmConfigTemplate \S+ was "echo [\d.]+" and is "echo [\d.]+"\n$/,
  );
});

test("a patch that is saved replaces the machines that it is about", async () => {
  usePatches();
  project.write("src/main.ts", patching('"echo one"'));
  project.start("--apply");
  const [, before = ""] = await project.until(/Machine default\/(dev-workers-\S+): Running\n/);
  project.write("src/main.ts", patching('"echo two"'));
  await project.until(new RegExp(`Machine default/${before}: deleted\\n`));
  const client = createClient(await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") }));
  const { items } = await client.listAll(KubeadmConfig, { namespace: "default" });
  client.close();
  const commands = items
    .filter(({ metadata }) => metadata.name?.startsWith("dev-workers-"))
    .map(({ spec }) => spec?.preKubeadmCommands);
  expect(commands).toEqual([["echo two"]]);
});

test("a call that a handler does not answer in time is no hold", async () => {
  useStarter();
  project.write(
    "src/main.ts",
    `import { defineExtension, run } from "@capstan/extension-kit";

const handle = () => new Promise<never>(() => undefined);
await run(defineExtension({ beforeClusterCreate: { handle, timeout: "1s" } }, { name: "starter" }));
`,
  );
  project.start("--apply");
  const [line] = await project.until(/hook BeforeClusterCreate .*\n/);
  expect(line).toMatch(
    / for Cluster default\/dev: did not answer within 1 s: counts as failed, called again in 10 s, \d+ ms\n$/,
  );
});
