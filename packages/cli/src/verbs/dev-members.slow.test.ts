// A provider and a Runtime Extension of one project under `capstan dev`: both run, on one control plane, and what is wrong with one does not stop or hide the other.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, loadCredentials, type Client } from "@capstan/client";
import { expect, onTestFinished, test } from "vitest";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { DevProject, devEntry } from "../../test/dev-project.ts";
import { emptyDescription } from "../../test/gate-project.ts";
import {
  hooksSaying,
  workingIn,
  smallEntry,
  twoProgramsConfig,
  useSmallPrograms,
  useTwoPrograms,
} from "../../test/two-programs.ts";

const project = new DevProject();
const key = { namespace: "default", name: "dev" };

async function clientOf(): Promise<Client> {
  const credentials = await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") });
  const client = createClient(credentials);
  onTestFinished(() => client.close());
  return client;
}

const merge = async (client: Client, topology: object): Promise<unknown> =>
  client.patch(Cluster, key, { type: "merge", body: { spec: { topology } } });

test("the cluster runs through the project's provider, and its hooks are called; an error in one does not stop the other", async () => {
  useTwoPrograms(project);
  const dev = project.start("--apply");
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
  await project.until(/hook BeforeClusterCreate for Cluster default\/dev: allowed, \d+ ms\n/);
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  await project.until(/Cluster default\/dev: Provisioned\n/);
  expect(project.printed).toMatch(/^infrastructure: \{"level":"info"/m);
  expect(project.printed).toMatch(/^runtime-extension: \{"level":"info"/m);
  expect(project.printed).toContain(
    `starting infrastructure "starter" and runtime-extension "starter" in ${project.root}\n`,
  );
  const client = await clientOf();
  project.printed = "";
  project.write("src/hooks.ts", "export const hooks = ;\n");
  await project.until(/src\/hooks\.ts:1:\d+ error cli\/module: /);
  await project.until(/src\/main\.ts ready after/);
  const { spec } = await client.get(Cluster, key);
  const [workers] = spec?.topology?.workers?.machineDeployments ?? [];
  await merge(client, { workers: { machineDeployments: [{ ...workers, replicas: 2 }] } });
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  expect(project.printed.match(/ error cli\/module/g)).toHaveLength(1);

  project.printed = "";
  project.write("src/hooks.ts", hooksSaying("wait for Monday"));
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
  await merge(client, { version: "v1.37.0" });
  await project.until(/hook BeforeClusterUpgrade for Cluster default\/dev: [^\n]*: wait for Monday, /);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(workingIn(project.root)).toEqual([]);
});

const pidOf = (word: string): number => Number(readFileSync(join(project.root, `${word}.pid`), "utf8"));

async function untilBothAreReady(): Promise<void> {
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
}

test("a program that cannot say what it is keeps no other from running, and each problem is shown once", async () => {
  useSmallPrograms(project);
  project.write("src/two.ts", `export const word = "two";\nthrow new Error("no hooks");\n`);
  const dev = project.start();
  await project.until(/src\/two\.ts:2:7 error cli\/module: cannot load "src\/hooks\.ts": no hooks/);
  await project.until(/src\/main\.ts ready after/);
  await project.until(/^infrastructure: says one \d+$/m);
  project.printed = "";
  project.write("src/one.ts", `export const word = "one";\nprocess.exit(3);\n`);
  await project.until(/"node src\/main\.ts --describe"/);
  await project.until(/src\/two\.ts:2:7 error cli\/module/);
  project.printed = "";
  for (const word of ["one", "two"]) project.write(`src/${word}.ts`, `export const word = "${word}";\n`);
  await untilBothAreReady();
  await project.until(/^runtime-extension: says two \d+$/m);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});

const later = (code: string): string => `if (!process.argv.includes("--describe")) setTimeout(() => { ${code} }, 300);`;

test("an end and a blocked loop are those of one program, and the next save starts both", async () => {
  useSmallPrograms(project);
  project.start();
  await untilBothAreReady();
  const first = [pidOf("one"), pidOf("two")];
  expect(new Set(first).size).toBe(2);
  project.printed = "";
  project.write("src/two.ts", `export const word = "two";\n${later("process.exit(4);")}\n`);
  await project.until(/src\/two\.ts:2:\d+ error dev\/ended: src\/hooks\.ts ended with code 4 by itself/);
  await project.until(/src\/main\.ts ready after/);
  expect(() => process.kill(pidOf("one"), 0)).not.toThrow();
  expect(first).not.toContain(pidOf("one"));
  project.printed = "";
  project.write("src/two.ts", `export const word = "two";\n${later("for (;;);")}\n`);
  await project.until(/src\/two\.ts:2:\d+ error dev\/blocked: the event loop of src\/hooks\.ts is blocked/);
  await project.until(/src\/main\.ts ready after/);
  project.printed = "";
  project.write("src/two.ts", `export const word = "three";\n`);
  await untilBothAreReady();
  await project.until(/^runtime-extension: says three \d+$/m);
  expect(project.printed).not.toMatch(/ error | warning /);
});

test.runIf(process.platform === "linux").each(["SIGINT", "SIGTERM"] as const)(
  "%s ends all processes, in the time of one",
  async (signal) => {
    useSmallPrograms(project);
    for (const [file, word] of [
      ["src/main.ts", "one"],
      ["src/hooks.ts", "two"],
    ] as const)
      project.write(file, smallEntry(word).replace("process.exit(0)", "setTimeout(() => process.exit(0), 60_000)"));
    const dev = project.start();
    await untilBothAreReady();
    expect(workingIn(project.root).length).toBeGreaterThan(2);
    dev.kill(signal);
    expect(await once(dev, "close")).toEqual([0, null]);
    await expect.poll(() => workingIn(project.root)).toEqual([]);
  },
);

/** It denies each object of a resource, with its word. */
function denying(word: string, type: string, resource: string): string {
  const webhook = {
    type: "validating",
    name: `${resource}.example.com`,
    path: "/deny",
    groups: [""],
    versions: ["v1"],
    resources: [resource],
    operations: ["CREATE"],
  };
  const description = { ...emptyDescription, type, name: word, webhooks: [webhook], ports: { health: 1, webhook: 2 } };
  return `import { createServer } from "node:https";
import { readFileSync } from "node:fs";
${devEntry
  .replaceAll("createServer", "createProbe")
  .replace("{ createProbe }", "{ createServer as createProbe }")
  .replace(JSON.stringify(JSON.stringify(emptyDescription)), JSON.stringify(JSON.stringify(description)))}
const option = (name) => process.argv.find((arg) => arg.startsWith(name + "="))?.slice(name.length + 1) ?? "";
const folder = option("--webhook-cert-dir");
if (folder !== "") {
  const served = createServer({ cert: readFileSync(folder + "/tls.crt"), key: readFileSync(folder + "/tls.key") }, async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { apiVersion, kind, request: { uid } } = JSON.parse(Buffer.concat(parts).toString());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ apiVersion, kind, response: { uid, allowed: false, status: { message: "${word} says no" } } }));
  });
  served.listen(Number(option("--webhook-port")), "127.0.0.1");
  process.on("SIGTERM", () => served.close());
}
`;
}

test("webhooks of each program are called at its own port", async () => {
  useSmallPrograms(project);
  project.say("hello");
  project.write("src/main.ts", denying("first", "infrastructure", "configmaps"));
  project.write("src/hooks.ts", denying("second", "bootstrap", "secrets"));
  const config = JSON.stringify(twoProgramsConfig).replace("runtime-extension", "bootstrap");
  project.write("capstan.config.ts", `export default ${config};\n`);
  project.start();
  await untilBothAreReady();
  const client = await clientOf();
  const metadata = { name: "a", namespace: "default" };
  await expect(client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata })).rejects.toThrow(
    "first says no",
  );
  await expect(client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata })).rejects.toThrow("second says no");
});
