// `capstan doctor` on a cluster with extensions that Cluster API cannot discover or call, or does not call: messages are those of core 1.14.
import { coreCrds } from "@capstan/api/crds";
import { Cluster, ClusterClass, Machine } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, createClient, type UntypedPatches } from "@capstan/client";
import type { KubeObject, Resource } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { extensionChecks } from "../doctor/failing-extensions.ts";

let at: TemporaryProject;
let env: EmbeddedEnv;
let client: Client;
beforeEach(async () => {
  at = new TemporaryProject();
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
  at.write({ "package.json": { name: "foo" }, "tsconfig.json": {}, ".kube/config": env.kubeconfig() });
});
afterEach(async () => {
  client.close();
  await env.stop();
  at[Symbol.dispose]();
});

const began = "2026-01-01T00:00:00Z";

/** An ExtensionConfig that core has not seen. */
async function newExtension(name: string): Promise<void> {
  const { apiVersion, kind } = ExtensionConfig;
  await client.create(ExtensionConfig, {
    apiVersion,
    kind,
    metadata: { name },
    spec: { clientConfig: { url: "https://example.com" } },
  });
}

async function extension(name: string, message?: string): Promise<void> {
  await newExtension(name);
  const [status, reason] =
    message === undefined ? (["True", "Discovered"] as const) : (["False", "NotDiscovered"] as const);
  const condition = { type: "Discovered", status, reason, message: message ?? "", lastTransitionTime: began };
  const body = { status: { conditions: [condition] } };
  await client.patch(ExtensionConfig, { namespace: "", name }, { type: "merge", body, subresource: "status" });
}

interface Written {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** Writes a condition as the controllers of core do. */
async function withCondition<T extends KubeObject>(resource: Resource<T>, name: string, written: Written) {
  const body = { status: { conditions: [{ ...written, lastTransitionTime: began }] } };
  const patches: UntypedPatches = client;
  await patches.patch(resource, { namespace: "default", name }, { type: "merge", body, subresource: "status" });
}

async function cluster(name: string, message: string): Promise<void> {
  const { apiVersion, kind } = Cluster;
  const metadata = { namespace: "default", name };
  const topology = { classRef: { name: "one" }, version: "v1.35.0" };
  await client.create(Cluster, { apiVersion, kind, metadata, spec: { topology } });
  const written = { type: "TopologyReconciled", status: "False", reason: "ReconcileFailed", message };
  await withCondition(Cluster, name, written);
}

async function clusterClass(name: string, message: string): Promise<void> {
  const { apiVersion, kind } = ClusterClass;
  const templateRef = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "FooTemplate", name: "one" };
  const spec = { infrastructure: { templateRef }, controlPlane: { templateRef } };
  await client.create(ClusterClass, { apiVersion, kind, metadata: { namespace: "default", name }, spec });
  const written = { type: "VariablesReady", status: "False", reason: "VariableDiscoveryFailed", message };
  await withCondition(ClusterClass, name, written);
}

async function machine(name: string, written: Omit<Written, "type" | "status">): Promise<void> {
  const { apiVersion, kind } = Machine;
  const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachine", name };
  const spec = { clusterName: "c", bootstrap: { dataSecretName: "s" }, infrastructureRef };
  await client.create(Machine, { apiVersion, kind, metadata: { namespace: "default", name }, spec });
  await withCondition(Machine, name, { type: "Updating", status: "True", ...written });
}

/** Makes core know handlers of a hook. */
async function withHandlers(config: string, hook: string, names: readonly string[]): Promise<void> {
  const requestHook = { apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook };
  const body = { status: { handlers: names.map((name) => ({ name, requestHook })) } };
  await client.patch(ExtensionConfig, { namespace: "", name: config }, { type: "merge", body, subresource: "status" });
}

async function select(name: string, namespaceSelector: object): Promise<void> {
  const body = { spec: { namespaceSelector } };
  await client.patch(ExtensionConfig, { namespace: "", name }, { type: "merge", body });
}

/** The lines of warnings about extensions, with their help. */
async function warnings(): Promise<string[]> {
  const lines = await doctor();
  // The project has no options in tsconfig.json.
  const isWarning = (line = ""): boolean => /^warning doctor\/(?!tsconfig)/.test(line);
  return lines.filter((line, at) => isWarning(line) || isWarning(lines[at - 1]));
}

async function doctor(): Promise<string[]> {
  const { text } = await at.capstan(["doctor"], { env: { HOME: at.root, PATH: "" } });
  return text.split("\n");
}

const address = 'Post "https://one.system.svc:443/hooks/patches-v1?timeout=10s": ';
const call = 'failed to call extension handler "patches-v1.one": http call failed: ';

test("no row where there is no ExtensionConfig", async () => {
  expect((await doctor()).filter((line) => line.includes("extensions"))).toEqual([]);
});

test("extensions that are discovered and called are counted", async () => {
  await extension("one");
  await cluster("other", "the ClusterClass one does not exist");
  expect(await doctor()).toContain("✓ extensions         1, called without a failure");
});

test("extensions that are not discovered yet are counted apart", async () => {
  await newExtension("new");
  expect(await doctor()).toContain(
    "? extensions         1 not discovered yet: look at them with kubectl get extensionconfigs",
  );
  await extension("one");
  expect(await doctor()).toContain(
    "? extensions         1, called without a failure; 1 not discovered yet: look at them with kubectl get extensionconfigs",
  );
});

test("a call of a handler whose ExtensionConfig does not exist", async () => {
  const missing =
    'failed to get extension handler "patches-v1.one" from registry: handler with name "patches-v1.one" has not been registered';
  await cluster("first", `failed to call extension handler "patches-v1.one": ${missing}`);
  expect(await warnings()).toEqual([
    `warning doctor/extension-fails: Cluster API cannot call the handler patches-v1.one for Cluster default/first: ${missing}`,
    "  help: no discovered ExtensionConfig has this handler: install it, or correct the name in the ClusterClass",
  ]);
});

test.each([
  { kind: ExtensionConfig, unreadable: "extensionconfigs" },
  { kind: Machine, unreadable: "machines" },
])("$unreadable that cannot be read hide nothing that others have", async ({ kind, unreadable }) => {
  await cluster("first", call + "EOF");
  const rows = async (): Promise<string[]> => {
    const checks = await extensionChecks(withoutKind(kind), AbortSignal.timeout(10_000));
    return checks.map(({ check: { state, found, help = "" } }) => `${state} ${found}: ${help}`);
  };
  const cannot = `unchecked ${unreadable} cannot be read: look at them with kubectl get ${unreadable}`;
  expect(await rows()).toEqual([
    "warning Cluster API cannot call the handler patches-v1.one for Cluster default/first: EOF: it ended during the call: read the log of its last run",
    cannot,
  ]);
  await client.delete(Cluster, { namespace: "default", name: "first" });
  expect(await rows()).toEqual([cannot]);
});

test("lists have more time than the answer of the server, and one that takes longer says so", async () => {
  env.faults.inject({ verb: "list", plural: "machines" }, { delayMs: 2300 });
  await extension("one");
  expect(await doctor()).toContain("✓ extensions         1, called without a failure");
  env.faults.inject({ verb: "list", plural: "machines" }, { delayMs: 3000 });
  const checks = await extensionChecks(client, AbortSignal.timeout(1500));
  expect(checks.map(({ check: { state, found, help } }) => [state, found, help])).toEqual([
    [
      "unchecked",
      "machines did not arrive in time: there are many, or the server is slow",
      "look at them with kubectl get machines",
    ],
  ]);
});

/** The client of someone who has no right to read a kind. */
function withoutKind({ plural }: Resource): Client {
  return {
    ...client,
    listAll: (resource, options) =>
      resource.plural === plural ? Promise.reject(new Error("forbidden")) : client.listAll(resource, options),
  };
}

test.each([
  {
    name: "stalled",
    at: address,
    error: "http request timeout expired",
    help: "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  },
  {
    name: "garbage",
    error: "failed to decode response: invalid character '<' looking for beginning of value",
    help: "what answers there is not the extension, or one for another version of the hooks: compare the Service of its ExtensionConfig",
  },
  {
    name: "expired",
    at: address,
    error: "tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
    help: "renew its certificate; with cert-manager, look at its Certificate",
  },
  {
    name: "another authority",
    at: address,
    error: "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    help: "caBundle of its ExtensionConfig is not that of its certificate: set the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret",
  },
  {
    name: "down",
    at: address,
    error: "dial tcp 10.0.0.1:443: connect: connection refused",
    help: "it does not run, or its Service does not lead to it",
  },
  {
    name: "another error",
    error: "something else",
    help: "read its log, and that of Cluster API's core manager",
  },
])("$name: what core's call fails with, and what to do", async ({ at: before = "", error, help }) => {
  await extension("one");
  await cluster("first", call + before + error);
  const lines = await doctor();
  expect(lines).toContain(
    `warning doctor/extension-fails: Cluster API cannot call the handler patches-v1.one for Cluster default/first: ${error}`,
  );
  expect(lines).toContain(`  help: ${help}`);
});

test("one warning for an extension that fails for many Clusters, and one for each that is not discovered", async () => {
  await extension("one");
  await extension(
    "two",
    'Error in discovery: failed to discover extension "two": http call failed: connection refused',
  );
  await cluster("first", call + "EOF");
  await cluster("second", call + "EOF");
  const lines = await doctor();
  const warnings = lines.filter((line) => line.includes("doctor/extension"));
  expect(warnings).toEqual([
    "warning doctor/extension-fails: Cluster API cannot call the handler patches-v1.one for 2 Clusters, default/first the first: EOF",
    "warning doctor/extension-lost: Cluster API cannot discover the extension two: connection refused",
    "next: capstan explain doctor/extension-fails",
  ]);
});

const discover = (patch: string, handler: string, error: string): string =>
  `failed to call DiscoverVariables for patch ${patch}: failed to call extension handler "${handler}": ${error}`;

test("calls of DiscoverVariables that fail, each handler of a ClusterClass", async () => {
  await extension("one");
  const down = `http call failed: ${address}dial tcp 10.0.0.1:443: connect: connection refused`;
  await clusterClass("alone", `VariableDiscovery failed: ${discover("p", "variables-v1.one", down)}`);
  const both = [discover("p", "variables-v1.one", down), discover("q", "other.one", "http call failed: EOF")];
  await clusterClass("both", `VariableDiscovery failed: [${both.join(", ")}]`);
  // The Clusters of such a class say that it is not ready, and of no call.
  await cluster("first", 'status of VariablesReady condition on ClusterClass must be "True"');
  expect(await warnings()).toEqual([
    "warning doctor/extension-fails: Cluster API cannot call the handler variables-v1.one for 2 ClusterClasses, default/alone the first: dial tcp 10.0.0.1:443: connect: connection refused",
    "  help: it does not run, or its Service does not lead to it",
    "warning doctor/extension-fails: Cluster API cannot call the handler other.one for ClusterClass default/both: EOF",
    "  help: it ended during the call: read the log of its last run",
  ]);
});

test("variables that are wrong beside a call that fails, and a call without a cause", async () => {
  const wrong = 'p.variables[size].schema.openAPIV3Schema.type: Unsupported value: "text"';
  const called = discover("q", "variables-v1.one", "http call failed: EOF");
  const bare = 'failed to call DiscoverVariables for patch r: failed to call extension handler "other.one"';
  await clusterClass("one", `VariableDiscovery failed: [${[wrong, called, bare].join(", ")}]`);
  await cluster("first", 'failed to call extension handler "patches.one"');
  const help = "  help: read its log, and that of Cluster API's core manager";
  expect(await warnings()).toEqual([
    `warning doctor/class-variables: Cluster API cannot use the variables of the ClusterClass default/one: ${wrong}`,
    "  help: correct the variables that the extension declares, or those of the class",
    "warning doctor/extension-fails: Cluster API cannot call the handler patches.one for Cluster default/first: no cause is given",
    help,
    "warning doctor/extension-fails: Cluster API cannot call the handler variables-v1.one for ClusterClass default/one: EOF",
    "  help: it ended during the call: read the log of its last run",
    "warning doctor/extension-fails: Cluster API cannot call the handler other.one for ClusterClass default/one: no cause is given",
    help,
  ]);
});

test("what the message of a handler has of other calls is a part of it", async () => {
  const own = 'quota: failed to call extension handler "inner.other": down, failed to call extension handler "more"';
  const failure = `got failure response with message: ${own}`;
  await cluster("first", `failed to call extension handler "patches-v1.one": ${failure}`);
  const both = [discover("p", "variables-v1.one", failure), discover("q", "other.one", "http call failed: EOF")];
  await clusterClass("both", `VariableDiscovery failed: [${both.join(", ")}]`);
  const lines = (await warnings()).filter((line) => line.startsWith("warning"));
  const fails = "warning doctor/extension-fails: Cluster API cannot call the handler";
  expect(lines).toEqual([
    `${fails} patches-v1.one for Cluster default/first: ${failure}`,
    `${fails} variables-v1.one for ClusterClass default/both: ${failure}`,
    `${fails} other.one for ClusterClass default/both: EOF`,
  ]);
});

test("variables that were discovered and are wrong", async () => {
  await extension("one");
  await clusterClass("one", "VariableDiscovery failed: the following variables have conflicting schemas: size");
  expect(await warnings()).toEqual([
    "warning doctor/class-variables: Cluster API cannot use the variables of the ClusterClass default/one: the following variables have conflicting schemas: size",
    "  help: correct the variables that the extension declares, or those of the class",
  ]);
});

describe("an update of a machine in place that fails", () => {
  const failed = {
    reason: "InPlaceUpdateFailed",
    message: "UpdateMachine hook failed: please check controller logs for errors",
  };
  const warning = (machines: string): string =>
    `warning doctor/update-fails: Cluster API cannot update ${machines} in place: ${failed.message}`;

  test("names the handler of UpdateMachine, and not machines whose update is in progress", async () => {
    await extension("one");
    await withHandlers("one", "UpdateMachine", ["update-machine.one"]);
    await machine("a", failed);
    await machine("b", { reason: "InPlaceUpdating", message: "In-place update in progress: resizing" });
    expect(await warnings()).toEqual([
      warning("the Machine default/a"),
      '  help: read the log of Cluster API\'s core manager from "in-place update failed" on, and that of the extension of update-machine.one',
    ]);
  });

  test("counts machines, and says that several handlers are none", async () => {
    await extension("one");
    await extension("two");
    await withHandlers("one", "UpdateMachine", ["update-machine.one"]);
    await withHandlers("two", "UpdateMachine", ["update-machine.two"]);
    await machine("a", failed);
    await machine("b", failed);
    expect(await warnings()).toEqual([
      warning("2 Machines, default/a the first,"),
      "  help: keep one of the handlers of UpdateMachine: Cluster API calls none of several (update-machine.one, update-machine.two)",
    ]);
  });

  test("counts the handlers of those that select its namespace", async () => {
    await extension("one");
    await extension("two");
    await withHandlers("one", "UpdateMachine", ["update-machine.one"]);
    await withHandlers("two", "UpdateMachine", ["update-machine.two"]);
    const { apiVersion, kind } = Namespace;
    await client.create(Namespace, { apiVersion, kind, metadata: { name: "gold", labels: { tier: "gold" } } });
    await select("two", { matchLabels: { tier: "gold" } });
    await machine("a", failed);
    expect(await warnings()).toEqual([
      warning("the Machine default/a"),
      '  help: read the log of Cluster API\'s core manager from "in-place update failed" on, and that of the extension of update-machine.one',
    ]);
    await select("one", { matchLabels: { tier: "gold" } });
    expect(await warnings()).toEqual([
      warning("the Machine default/a"),
      "  help: no ExtensionConfig with UpdateMachine selects the namespace default: label it as spec.namespaceSelector wants it, or correct the selector",
    ]);
  });

  test("says that there is no handler, or no infrastructure machine", async () => {
    await extension("one");
    await withHandlers("one", "GeneratePatches", ["patches-v1.one"]);
    await machine("a", failed);
    const message = "In-place update not possible: InfraMachine not found";
    await machine("b", { reason: "InPlaceUpdateFailed", message });
    expect(await warnings()).toEqual([
      warning("the Machine default/a"),
      "  help: no ExtensionConfig has a handler of UpdateMachine: install the extension, or look why it is not discovered",
      `warning doctor/update-fails: Cluster API cannot update the Machine default/b in place: ${message}`,
      "  help: restore its infrastructure machine, or delete the Machine",
    ]);
  });
});

test("a namespaceSelector that matches no namespace, until one has the labels", async () => {
  await extension("one");
  await extension("two");
  await select("one", {});
  await select("two", { matchLabels: { tier: "gold" }, matchExpressions: [{ key: "old", operator: "DoesNotExist" }] });
  expect(await warnings()).toEqual([
    "warning doctor/extension-unused: the namespaceSelector of the ExtensionConfig two matches no namespace: tier=gold,!old",
    "  help: label the namespaces of the Clusters that the extension is for, or correct the selector",
  ]);
  const { apiVersion, kind } = Namespace;
  await client.create(Namespace, { apiVersion, kind, metadata: { name: "gold", labels: { tier: "gold" } } });
  expect(await doctor()).toContain("✓ extensions         2, called without a failure");
});
