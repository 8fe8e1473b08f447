// The screen of dev before an embedded server: keys change objects, what fails says why, and the terminal is given back.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { resourceOf, type Resource, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ScreenTerminal } from "../../../test/screen-terminal.ts";
import { CallBook } from "../call-book.ts";
import { LiveScreen } from "./live-screen.ts";

const core = (kind: string, plural: string): Resource<UnstructuredObject> =>
  resourceOf<UnstructuredObject>("cluster.x-k8s.io/v1beta2", kind, { plural, scope: "Namespaced" });

let server: EmbeddedEnv;
let client: Client;
let terminal: ScreenTerminal;
let screen: LiveScreen;
let calls: string[];
let sample: () => Promise<void>;

beforeAll(async () => {
  server = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(server.credentials);
  await client.create(core("Cluster", "clusters"), {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "dev", namespace: "default" },
    spec: { clusterNetwork: { services: { cidrBlocks: ["10.0.0.0/16"] } } },
  });
  await client.create(core("MachineDeployment", "machinedeployments"), {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: "workers", namespace: "default", labels: { "cluster.x-k8s.io/cluster-name": "dev" } },
    spec: {
      clusterName: "dev",
      replicas: 1,
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: {
          clusterName: "dev",
          bootstrap: { dataSecretName: "data" },
          infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachineTemplate", name: "a" },
        },
      },
    },
  });
});

afterAll(async () => {
  client.close();
  await server.stop();
});

beforeEach(async () => {
  terminal = new ScreenTerminal(90, 24);
  calls = [];
  sample = () => Promise.resolve();
  screen = new LiveScreen({ input: terminal.input, output: terminal, lines: terminal.lines }, "foo");
  screen.open({
    applySample: () => sample(),
    kill: () => Promise.resolve(calls.push("kill") === 1 ? "killed the manager; it starts again" : "again"),
    requestRestart: () => void calls.push("restart"),
  });
  screen.started({ server, client, kubeconfigFile: "/foo/kubeconfig" }, { name: "foo", type: "infrastructure" });
  screen.process("ready");
  await terminal.until(/Cluster dev/);
});

afterEach(() => screen.close());

test("keys scale, pause and delete, and the screen shows it", async () => {
  await terminal.until(/MachineDeployment workers/);
  terminal.press("s");
  await terminal.until(/^workers: 1 → 1_ {2}Enter: set {2}Esc: no {2}\+ - or a number {2}MachineDeployment workers$/m);
  terminal.press("++-");
  await terminal.until(/: 1 → 2_/);
  // What is no part of a number changes nothing.
  terminal.press("x");
  terminal.press("\u007F12\r");
  await terminal.until(/scaled MachineDeployment default\/workers to 12$/);
  await terminal.until(/MachineDeployment workers +0\/12/);
  terminal.press("p");
  await terminal.until(/Cluster dev +paused/);
  terminal.press("p");
  await terminal.until(/Cluster dev *\n/);
  terminal.press("\u001B[Bd");
  await terminal.until(/delete MachineDeployment default\/workers\? y: yes/);
  terminal.press("n");
  await terminal.until(/q quit$/);
  terminal.press("dy");
  await terminal.until(/deleted MachineDeployment default\/workers$/);
  await terminal.until(/^(?!.*MachineDeployment workers)/s);
  terminal.press("s");
  // An answer to a key alone, and no line of the log.
  const seen = await terminal.until(/Cluster default\/dev has no workers to scale/);
  expect(seen).toContain("paused Cluster default/dev");
  expect(seen).not.toMatch(/error Cluster default\/dev has no workers/);
});

test("a key shows what was patched last, until another key; before that, it says that nothing was", async () => {
  terminal.press("v");
  await terminal.until(/no hook has patched anything for Cluster default\/dev yet/);
  const book = new CallBook();
  screen.calls(book);
  const holder = { apiVersion: "a/v1", kind: "Cluster", namespace: "default", name: "dev", fieldPath: "spec" };
  const object = { apiVersion: "a/v1", kind: "FooTemplate", metadata: { name: "t" }, spec: { image: "one" } };
  const patch = Buffer.from('{"spec":{"image":"two"}}').toString("base64");
  const named = { hook: "GeneratePatches", handler: "images" };
  book.add({
    ...named,
    id: "a-1",
    apiVersion: "a/v1",
    masked: false,
    request: JSON.stringify({ items: [{ uid: "1", holderReference: holder, object }] }),
    response: JSON.stringify({ status: "Success", items: [{ uid: "1", patchType: "JSONMergePatch", patch }] }),
    part: 0,
  });
  const cluster = { namespace: "default", name: "dev" };
  const patches = { made: 1, templates: 1 };
  const record = { ...named, type: "hook", at: 0, cluster, status: "Success", patches, call: "a-1", ms: 1 } as const;
  screen.trace({ records: [record], dropped: 0, unknown: 0 });
  terminal.press("v");
  const seen = await terminal.until(/FooTemplate of Cluster default\/dev\n[^]*any key closes this/);
  expect(seen).toMatch(/- {3}image: one\n +\+ {3}image: two\n/);
  terminal.press("x");
  await terminal.until(/Cluster dev/);
});

test("a number above the limit is shown as it was typed, and Enter does not set it", async () => {
  await client.create(core("MachineSet", "machinesets"), {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { name: "few", namespace: "default", labels: { "cluster.x-k8s.io/cluster-name": "dev" } },
    spec: {
      clusterName: "dev",
      replicas: 1,
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: {
          clusterName: "dev",
          bootstrap: { dataSecretName: "data" },
          infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachineTemplate", name: "a" },
        },
      },
    },
  });
  await terminal.until(/MachineSet few/);
  terminal.press("s");
  await terminal.until(/1 → 1_/);
  terminal.press("99999999999999\r");
  const shown = await terminal.until(/→ 99999999999999_/);
  expect(shown).toMatch(/^workers: 1 → 99999999999999_ {2}at most 1,000 {2}Esc: no/m);
  terminal.press("\u007F".repeat(10));
  terminal.press("\u007F\r");
  await terminal.until(/scaled MachineSet default\/few to 999$/);
  await client.delete(core("MachineSet", "machinesets"), { namespace: "default", name: "few" });
});

test("keys kill, restart and apply; an action that fails says why", async () => {
  terminal.press("k");
  await terminal.until(/killed the manager; it starts again$/);
  terminal.press("r");
  await terminal.until(/restarting$/);
  expect(calls).toEqual(["kill", "restart"]);
  sample = () => Promise.reject(new Error("no \u001B]0;sample\n  help: write one"));
  terminal.press("a");
  await terminal.until(/^no \\u001b\]0;sample; help: write one$/m);
  terminal.press("o");
  await terminal.until(/^there is no console yet, or its page is not built$/m);
  screen.console("http://127.0.0.1:1/#token=abc");
  terminal.press("o");
  await terminal.until(/^no browser found: http:\/\/127\.0\.0\.1:1\/#token=abc$/m);
});

test("what was done to the process is in the foot until the process is ready", async () => {
  terminal.press("k");
  screen.process("starting");
  await terminal.until(/… starting[^]*killed the manager; it starts again$/);
  screen.process("ready");
  await terminal.until(/✓ ready[^]*q quit$/);
  terminal.press("r");
  await terminal.until(/restarting$/);
  // A question stays.
  terminal.press("d");
  await terminal.until(/delete Cluster default\/dev\? y: yes/);
  screen.process("starting");
  await terminal.until(/… starting/);
  screen.process("ready");
  expect(await terminal.until(/✓ ready/)).toContain("delete Cluster default/dev? y: yes");
  terminal.press("n");
});

test("the screen has another size as soon as the terminal has", async () => {
  expect(terminal.seen()).toContain("SINCE");
  terminal.resize(40, 12);
  const small = await terminal.until(/^foo {2}infrastructure {2}✓ ready\n/);
  await terminal.until(/\? help {2}q quit$/);
  expect(small.split("\n")).toHaveLength(12);
});

test("what is printed is in the log, and in lines after the end", async () => {
  screen.terminal.out("changed: src/a.ts\n");
  screen.terminal.err("not shown\n");
  await terminal.until(/info {2}changed: src\/a\.ts/);
  expect(terminal.isRaw).toBe(true);
  screen.problems("project", [{ code: "a/b", severity: "error", message: "it is wrong" }]);
  await terminal.until(/1 error/);
  terminal.stop.abort();
  expect(terminal.isRaw).toBe(false);
  await expect.poll(() => terminal.isAlternate).toBe(false);
  screen.terminal.out("stopped\n");
  expect(terminal.printed).toBe(
    "error a/b: it is wrong\nthe kubeconfig of the control plane was foo/kubeconfig\nstopped\n",
  );
});

test("faults, what is simulated and errors that come again are seen", async () => {
  screen.simulates("core, Nodes");
  screen.faults(["slow"]);
  screen.clock(3600);
  screen.again("Reconciler error of Machine default/a: no host (again, 3 times)");
  await terminal.until(/✓ ready {2}! fault: API server slow {2}clock \+1 hour\n/);
  const seen = await terminal.until(/ error no host \(again, 3 times\) {2}Machine default\/a$/m);
  expect(seen).toContain("\nsimulated: core, Nodes · yours: infrastructure\n");
  const severity = "error";
  screen.problems("types", [{ code: "dev/types", severity, message: "Type 'number' is wrong" }]);
  await terminal.until(/! runs, 1 error/);
  screen.changed();
  await terminal.until(/✓ ready, checking types/);
});

test("an error that nothing catches finds the terminal as it was", async () => {
  await terminal.until(/ready/);
  for (const listener of process.listeners("uncaughtExceptionMonitor")) listener(new Error("a"), "uncaughtException");
  expect(terminal.isRaw).toBe(false);
  await expect.poll(() => terminal.isAlternate).toBe(false);
});
