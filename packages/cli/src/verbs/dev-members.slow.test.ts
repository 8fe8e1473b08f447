// A provider and a Runtime Extension of one project under `capstan dev`: both run, on one control plane, and what is wrong with one does not stop or hide the other.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, loadCredentials, type Client } from "@capstan/client";
import { expect, onTestFinished, test } from "vitest";
import { DevProject, devEntry } from "../../test/dev-project.ts";
import { hooksSaying, processesIn, twoProgramsConfig, useTwoPrograms } from "../../test/two-programs.ts";

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
  await project.until(/hook BeforeClusterCreate \(\S+\) for Cluster default\/dev: Success, \d+ ms\n/);
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
  await project.until(/hook BeforeClusterUpgrade \(\S+\) for Cluster default\/dev: [^\n]*: wait for Monday, /);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(processesIn(project.root)).toEqual([]);
});

/** The small entry, with a word and a file of its own. */
function entry(word: string): string {
  return `import { writeFileSync } from "node:fs";
${devEntry.replace("./word.ts", `./${word}.ts`)}
if (!process.argv.includes("--describe")) writeFileSync(new URL("../${word}.pid", import.meta.url), String(process.pid));
`;
}

/** What the small entries need: two programs, of which each says a word. */
function useSmallPrograms(): void {
  project.write("src/main.ts", entry("one"));
  project.write("src/hooks.ts", entry("two"));
  for (const word of ["one", "two"]) project.write(`src/${word}.ts`, `export const word = "${word}";\n`);
  project.write("capstan.config.ts", `export default ${JSON.stringify(twoProgramsConfig)};\n`);
}

const pidOf = (word: string): number => Number(readFileSync(join(project.root, `${word}.pid`), "utf8"));

async function untilBothAreReady(): Promise<void> {
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
}

test("a program that cannot say what it is keeps no other from running, and each problem is shown once", async () => {
  useSmallPrograms();
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
  useSmallPrograms();
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
  await project.until(/src\/two\.ts:2:\d+ warning dev\/blocked: the event loop of src\/hooks\.ts is blocked/);
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
    useSmallPrograms();
    for (const [file, word] of [
      ["src/main.ts", "one"],
      ["src/hooks.ts", "two"],
    ] as const)
      project.write(file, entry(word).replace("process.exit(0)", "setTimeout(() => process.exit(0), 60_000)"));
    const dev = project.start();
    await untilBothAreReady();
    expect(processesIn(project.root).length).toBeGreaterThan(2);
    dev.kill(signal);
    expect(await once(dev, "close")).toEqual([0, null]);
    await expect.poll(() => processesIn(project.root)).toEqual([]);
  },
);

test("each has a debugger of its own, and --once ends when all are ready", async () => {
  useSmallPrograms();
  const dev = project.start("--inspect=0", "--once");
  const [, main] = await project.until(/the debugger of src\/main\.ts listens on ws:\/\/127\.0\.0\.1:(\d+)/);
  const [, hooks] = await project.until(/the debugger of src\/hooks\.ts listens on ws:\/\/127\.0\.0\.1:(\d+)/);
  expect(main).not.toBe(hooks);
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toContain("stopped src/main.ts and src/hooks.ts\n");
});

test("--once reports what is wrong with one of them", async () => {
  useSmallPrograms();
  project.write(
    "src/two.ts",
    `export const word = "two";\nif (!process.argv.includes("--describe")) process.exit(5);\n`,
  );
  const dev = project.start("--once");
  expect(await once(dev, "close")).toEqual([1, null]);
  expect(project.printed).toMatch(/error dev\/ended: src\/hooks\.ts ended with code 5 before it was ready/);
});

test("an entry that does not exist ends dev before anything is started", async () => {
  useSmallPrograms();
  project.write(
    "capstan.config.ts",
    `export default ${JSON.stringify(twoProgramsConfig).replace("hooks.ts", "no.ts")};\n`,
  );
  expect(await once(project.start(), "close")).toEqual([1, null]);
  expect(project.printed).toContain('error cli/no-entry: there is no "src/no.ts"');
  expect(project.printed).not.toContain("control plane ready");
});
