// `capstan describe` against an API server: what it finds, its exit codes, its documents, and how it watches.
import { execFile } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Cluster } from "@capstan/api/core/v1beta2";
import { freePort } from "@capstan/controller-kit/testing";
import { terminalWriter } from "@capstan/kube";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockDev } from "../dev/dev-lock.ts";
import { runCommandLine } from "../program.ts";
import { schemaProblems } from "../../test/json-schema.ts";
import { startTestClusters, testKinds, type TestClusters } from "../../test/test-clusters.ts";
import { TemporaryProject, type Printed } from "../../test/temporary-project.ts";

let clusters: TestClusters;
let folder: TemporaryProject;
let admin: string;

beforeAll(async () => {
  clusters = await startTestClusters();
  folder = new TemporaryProject();
  admin = join(folder.root, "admin");
  writeFileSync(admin, clusters.env.kubeconfig());
  await clusters.create("waiting", "demo");
  await clusters.create("ready", "demo");
  await clusters.finish("ready", "demo");
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await clusters.stop();
});

/** In a namespace; ages, names of processes and the server differ from run to run. A condition has an age of its own only where a second began between it and that of its object. */
async function describeIn(namespace: string, ...argv: string[]): Promise<Printed> {
  const { code, text } = await folder.capstan(["describe", ...argv, "--namespace", namespace, "--kubeconfig", admin]);
  return {
    code,
    text: text
      .replaceAll(clusters.client.server, "<server>")
      .replaceAll(/(?<=◌ \w+ {2}.*) {2,}\d+[smhd]$/gm, "")
      .replaceAll(/(?<= )\d+[smhd]$/gm, "<age>"),
  };
}

test("problems come first, then the tree, and the exit code is 1", async () => {
  expect(await describeIn("waiting")).toEqual({
    code: 1,
    text: `describing the Clusters in namespace waiting of <server>

✗ Cluster demo waits for its infrastructure: FooCluster demo has not set status.initialization.provisioned
  help: look at FooCluster demo, and check that its provider runs

OBJECT                                    STATE         SINCE
◌ Cluster demo                            Provisioning  <age>
│ ◌ InfrastructureReady  NotReady: FooCluster status.initialization.provisioned is false
│ ◌ ControlPlaneInitialized  NotInitialized: Waiting for the first control plane machine to have status.nodeRef set
├─ · FooCluster demo
└─ ◌ Machine demo                         Pending       <age>
   │ ◌ InfrastructureReady  NotReady: FooMachine status.initialization.provisioned is false
   │ ◌ NodeHealthy  InspectionFailed: Waiting for Cluster status.initialization.infrastructureProvisioned to be true
   └─ · FooMachine demo

1 error
next: capstan explain describe/waiting
`,
  });
});

test("a Cluster that is ready has no problem, and the exit code is 0", async () => {
  expect(await describeIn("ready", "demo")).toEqual({
    code: 0,
    text: `describing Cluster demo in namespace ready of <server>

OBJECT                                    STATE        SINCE
✓ Cluster demo                            Provisioned  <age>
├─ ✓ FooCluster demo                                   <age>
└─ ✓ Machine demo                         Running      <age>
   └─ ✓ FooMachine demo                                <age>
`,
  });
});

test("a document has the problems with their objects, and the trees", async () => {
  const argv = ["describe", "--format", "json", "--namespace", "waiting", "--kubeconfig", admin];
  const { code, text } = await folder.capstan(argv);
  const document: Readonly<Record<string, unknown>> = JSON.parse(text);
  expect(code).toBe(1);
  expect(document).toMatchObject({
    exitCode: 1,
    diagnostics: [
      {
        code: "describe/waiting",
        severity: "error",
        object: { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", namespace: "waiting", name: "demo" },
      },
    ],
    trees: [
      { kind: "Cluster", phase: "Provisioning", ready: { status: "False" }, children: [{}, { kind: "Machine" }] },
    ],
    unread: [],
  });
  expect(schemaProblems(document)).toEqual([]);
  expect(Object.keys(document).toSorted()).toEqual(["diagnostics", "exitCode", "next", "title", "trees", "unread"]);
});

test("in a project in which dev runs, its control plane is described, and a line says so", async () => {
  folder.write({ "package.json": { name: "a-project" }, ".capstan/dev/kubeconfig": "", "src/main.ts": "" });
  const kubeconfig = join(folder.root, ".capstan/dev/kubeconfig");
  writeFileSync(kubeconfig, clusters.env.kubeconfig(), { mode: 0o600 });
  const describe = ["describe", "--namespace", "ready"];
  const HOME = folder.root;
  const none = await folder.capstan(describe);
  expect(none.text).toContain("error client/no-credentials: ");
  const dev = lockDev({ root: folder.root, trusted: undefined });
  const found = await folder.capstan(describe, { cwd: "src" });
  expect(found.text).toMatch(
    /^using the control plane of capstan dev: \.\.\/\.capstan\/dev\/kubeconfig\ndescribing the Clusters/,
  );
  const named = await folder.capstan([...describe, "--kubeconfig", admin]);
  const ofTheUser = await folder.capstan(describe, { env: { HOME, KUBECONFIG: admin } });
  for (const { text } of [named, ofTheUser]) expect(text).toMatch(/^describing the Clusters/);
  const context = await folder.capstan([...describe, "--context", "other"]);
  expect(context.text).not.toContain("capstan dev");
  chmodSync(kubeconfig, 0o666);
  expect(await folder.capstan(describe)).toEqual(none);
  dev.release();
});

test("in GitHub's workflows problems are annotations, before the trees", async () => {
  const { text } = await describeIn("waiting", "--format", "github");
  expect(text).toMatch(/^describing [^\n]*\n::error title=describe\/waiting::Cluster demo waits[^\n]*\n\nOBJECT/);
});

test("a provider's kind in a group of its own, a CRD without a label, and a Secret that does not exist", async () => {
  const { otherMachine, unlabeled } = testKinds;
  await clusters.create("odd", "other", { machineKind: otherMachine, withoutSecret: true });
  // Core rejects the reference in every step.
  await clusters.create("odd", "nobody", { clusterKind: unlabeled }).catch(() => undefined);
  await clusters.client.patch(
    Cluster,
    { namespace: "odd", name: "other" },
    { type: "merge", body: { status: { initialization: { infrastructureProvisioned: true } } }, subresource: "status" },
  );
  const { text } = await describeIn("odd");
  expect(text).toContain("Machine other waits for its bootstrap Secret other, which does not exist\n");
  expect(text).toContain(
    "the CRD of NobodyCluster has no contract label, so Cluster API rejects Cluster nobody, which refers to it\n",
  );
  expect(text).toContain("└─ · OtherMachine other\n");
});

test("the next step explains the problem that is listed first", async () => {
  await clusters.create("order", "one");
  await clusters.create("order", "two", { machineKind: testKinds.otherMachine, withoutSecret: true });
  const key = { namespace: "order", name: "two" };
  const body = { status: { initialization: { infrastructureProvisioned: true } } };
  await clusters.client.patch(Cluster, key, { type: "merge", body, subresource: "status" });
  const { text } = await describeIn("order");
  expect(text.split("\n").filter((line) => line.startsWith("✗ "))).toEqual([
    expect.stringMatching(/^✗ Cluster one waits for its infrastructure: /),
    expect.stringMatching(/^✗ Machine two waits for its bootstrap Secret two/),
  ]);
  expect(text).toContain("\nnext: capstan explain describe/waiting\n");
});

test("--all shows the Clusters of all namespaces, with their namespaces", async () => {
  const { code, text } = await folder.capstan(["describe", "--all", "--kubeconfig", admin]);
  expect(code).toBe(1);
  expect(text).toMatch(/^describing the Clusters in all namespaces of /);
  expect(text).toContain("\n✗ Cluster waiting/demo waits for its infrastructure: FooCluster demo has");
  expect(text.match(/^. Cluster \w+\/demo {9}/gm)).toEqual([
    "✓ Cluster ready/demo         ",
    "◌ Cluster waiting/demo         ",
  ]);
  expect(text).not.toContain("Secret demo");
});

test("--expand shows Secrets, too", async () => {
  const { text } = await folder.capstan(["describe", "--expand", "--namespace", "ready", "--kubeconfig", admin]);
  expect(text).toContain("└─ · Secret demo-kubeconfig\n");
});

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

test.each([
  ["none in a pipe", {}, "◌ Cluster demo "],
  ["none with NO_COLOR", { NO_COLOR: "1" }, "◌ Cluster demo "],
  ["some with FORCE_COLOR", { FORCE_COLOR: "1" }, "\u001B[38;5;130m◌\u001B[39m \u001B[1mCluster demo\u001B[22m "],
])("colors: %s", async (_, env, want) => {
  const argv = ["--conditions=@capstan/source", main, "describe", "--namespace", "waiting", "--kubeconfig", admin];
  const ran = promisify(execFile)(process.execPath, argv, { env });
  const { stdout, code }: { readonly stdout: string; readonly code?: number } = await ran.catch((error) => error);
  expect(stdout.split("\n").filter((line) => line.startsWith(want))).toHaveLength(1);
  expect(code).toBe(1);
});

test("what a simulation has made is marked", async () => {
  await clusters.create("played", "demo");
  const key = { namespace: "played", name: "demo" };
  const body = { metadata: { labels: { "capstan.dev/played-by": "nodes" } } };
  await clusters.client.patch(Cluster, key, { type: "merge", body });
  expect((await describeIn("played")).text).toMatch(/\n◌ Cluster demo \(simulated\) +Provisioning /);
});

test("--context names a context of the kubeconfig", async () => {
  const { code, text } = await folder.capstan(["describe", "--context", "other", "--kubeconfig", admin]);
  expect(code).toBe(1);
  expect(text).toMatch(/\nerror client\/bad-kubeconfig: [^\n]*"other"/);
});

test("a Cluster that does not exist, and a namespace without one", async () => {
  expect((await describeIn("ready", "dema")).text).toContain(
    'error describe/no-cluster: there is no Cluster ready/dema; did you mean "ready/demo"?\n  help: name one of these: ready/demo\n',
  );
  expect(await describeIn("default")).toEqual({
    code: 0,
    text: "describing the Clusters in namespace default of <server>\n\nthere is no Cluster here\n",
  });
});

test("a server that does not answer is an error of the client", async () => {
  const closed = clusters.env.kubeconfig().replace(clusters.client.server, `https://127.0.0.1:${await freePort()}`);
  folder.write({ closed });
  const { code, text } = await folder.capstan(["describe", "--kubeconfig", join(folder.root, "closed")]);
  expect(code).toBe(1);
  expect(text).toMatch(/\nerror client\/unreachable: /);
});

test.each([
  [["--all", "--namespace", "a"], "--all and --namespace exclude each other"],
  [
    ["--watch", "--format", "sarif"],
    "--watch has no --format sarif: it shows lines for people, or with json documents",
  ],
])("%s is a mistake on the command line", async (argv, want) => {
  const { code, text } = await folder.capstan(["describe", ...argv]);
  expect(code).toBe(2);
  expect(text).toContain(want);
});

test("--watch prints each line that is new, until Ctrl-C", async () => {
  await clusters.create("watched", "demo");
  let text = "";
  const stop = new AbortController();
  const print = terminalWriter({ write: (more) => (text += more) });
  const terminal = { cwd: "/", env: {}, interactive: false, signal: stop.signal, out: print, err: print };
  const argv = ["describe", "demo", "--watch", "--namespace", "watched", "--kubeconfig", admin];
  const ended = runCommandLine(argv, terminal, { version: "1.2.3" });
  await expect.poll(() => text).toContain("\n◌ Cluster demo  Provisioning\n");
  await clusters.finish("watched", "demo");
  await expect.poll(() => text).toContain("\n  ✓ Machine demo  Running\n");
  stop.abort("SIGINT");
  expect(await ended).toBe(0);
  expect(text).toMatch(/^describing Cluster demo in namespace watched of [^\n]*, until Ctrl-C\n/);
  expect(text).toMatch(/\nstopped describing Cluster demo in namespace watched of [^\n]*\n$/);
  expect(text.match(/^◌ Cluster demo {2}Provisioning$/gm)).toHaveLength(1);
});

test("--watch with json is a document in a line for each change, and one for its end", async () => {
  await clusters.create("documents", "demo");
  let text = "";
  let told = "";
  const stop = new AbortController();
  const print = terminalWriter({ write: (more) => (text += more) });
  const err = (more: string): void => void (told += more);
  const terminal = { cwd: "/", env: {}, interactive: true, signal: stop.signal, out: print, err };
  const argv = ["describe", "demo", "--watch", "--format", "json", "--namespace", "documents", "--kubeconfig", admin];
  const ended = runCommandLine(argv, terminal, { version: "1.2.3" });
  const lines = (): readonly string[] => text.split("\n").slice(0, -1);
  await expect.poll(() => lines().length).toBe(1);
  await clusters.finish("documents", "demo");
  await expect.poll(() => lines().at(-1)).toMatch(/"phase":"Running".*"exitCode":0\}$/);
  stop.abort("SIGINT");
  expect(await ended).toBe(0);
  const documents = lines().map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
  expect(documents.flatMap((document) => schemaProblems(document))).toEqual([]);
  expect(documents[0]).toMatchObject({ exitCode: 1, trees: [{ kind: "Cluster", phase: "Provisioning" }] });
  expect(documents.at(-2)).toMatchObject({ exitCode: 0, diagnostics: [] });
  expect(documents.at(-1)).toEqual({
    exitCode: 0,
    title: expect.stringMatching(/^stopped describing/),
    diagnostics: [],
  });
  expect(new Set(lines()).size).toBe(lines().length);
  expect(told).toMatch(/^describing Cluster demo in namespace documents of [^\n]*, until Ctrl-C\n$/);
});

test("--watch with json of a server that does not answer is one document in a line", async () => {
  const closed = clusters.env.kubeconfig().replace(clusters.client.server, `https://127.0.0.1:${await freePort()}`);
  folder.write({ closed });
  const argv = ["describe", "--watch", "--format", "json", "--kubeconfig", join(folder.root, "closed")];
  const { code, text } = await folder.capstan(argv);
  expect(code).toBe(1);
  const [, document = "", ...more] = text.split("\n");
  expect(JSON.parse(document)).toMatchObject({ exitCode: 1, diagnostics: [{ code: "client/unreachable" }] });
  expect(more).toEqual([""]);
});

test("names the kind that is read, on a terminal", async () => {
  const argv = ["describe", "--namespace", "ready", "--kubeconfig", admin];
  const { text } = await folder.capstan(argv, { onTerminal: true });
  const steps = text.split("\r\u001B[K");
  expect(steps[1]).toMatch(/^looking up the kinds of https:/);
  expect(steps[2]).toMatch(/^reading \w+: 0 objects until now$/);
});

test("--watch of a dev that it has chosen itself ends when that dev has ended, also where a new one has begun", async () => {
  folder.write({ "package.json": { name: "a-project" } });
  writeFileSync(join(folder.root, ".capstan/dev/kubeconfig"), clusters.env.kubeconfig(), { mode: 0o600 });
  chmodSync(join(folder.root, ".capstan/dev/kubeconfig"), 0o600);
  const dev = lockDev({ root: folder.root, trusted: undefined });
  let text = "";
  const print = terminalWriter({ write: (more) => (text += more) });
  const { signal } = new AbortController();
  const terminal = { cwd: folder.root, env: {}, interactive: false, signal, out: print, err: print };
  const ended = runCommandLine(["describe", "--watch", "--namespace", "ready"], terminal, { version: "1.2.3" });
  await expect.poll(() => text).toContain("\n✓ Cluster demo  Provisioned\n");
  dev.release();
  writeFileSync(join(folder.root, ".capstan/dev/lock"), JSON.stringify({ pid: process.pid, started: "later" }));
  expect(await ended).toBe(0);
  expect(text).toMatch(/\ncapstan dev has ended\n$/);
  rmSync(join(folder.root, ".capstan/dev/lock"));
});
