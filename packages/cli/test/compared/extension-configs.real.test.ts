// The controller of ExtensionConfigs beside Cluster API's core: both get the same ExtensionConfigs of the same extensions, and write the same status.
import { hookCatalog } from "@capstan/api/catalog";
import { coreCrds } from "@capstan/api/crds";
import { ExtensionConfig, type ExtensionConfigStatus } from "@capstan/api/runtime/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { manageExtensions } from "@capstan/controller-kit/extensions";
import { defineExtension, proceed } from "@capstan/extension-kit";
import { createSelfSigned, startExtension, type TestExtension } from "@capstan/extension-kit/testing";
import { Secret } from "@capstan/kube/builtin";
import { createManager, silentLogger } from "@capstan/operator";
import { jsonResponse, startServer } from "@capstan/serve";
import { startTestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRealCluster } from "./real-cluster.ts";

/** A server and its end. */
interface Server {
  readonly client: Client;
  readonly stop: () => Promise<void>;
}

let core: Server;
let own: Server;
let extension: TestExtension;

beforeAll(async () => {
  extension = await startExtension(
    defineExtension({
      beforeClusterCreate: { name: "create", timeout: "5s", failurePolicy: "Ignore", handle: () => proceed() },
      beforeClusterDelete: { name: "delete", handle: () => proceed() },
    }),
  );
  [core, own] = await Promise.all([startRealCluster(), startOwn()]);
}, 240_000);
afterAll(async () => {
  await core.stop();
  await own.stop();
  await extension.stop();
});

async function startOwn(): Promise<Server> {
  const env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const end = new AbortController();
  const manager = createManager({ client, log: silentLogger });
  manageExtensions(manager);
  const ended = manager.run(end.signal);
  return {
    client,
    async stop() {
      end.abort();
      await ended;
      client.close();
      await env.stop();
    },
  };
}

interface Given {
  readonly name: string;
  readonly url: string;
  readonly ca: string | undefined;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Creates an ExtensionConfig in both. Core's webhook may need another moment. */
async function create({ name, url, ca, annotations = {} }: Given): Promise<void> {
  const clientConfig = { url, ...(ca !== undefined && { caBundle: base64(ca) }) };
  for (const { client } of [core, own]) {
    const created = (): Promise<string> =>
      client
        .create(ExtensionConfig, {
          apiVersion: ExtensionConfig.apiVersion,
          kind: ExtensionConfig.kind,
          metadata: { name, annotations: { ...annotations } },
          spec: { clientConfig, namespaceSelector: {} },
        })
        .then(() => "created", String);
    await expect.poll(created, { timeout: 60_000 }).toBe("created");
  }
}

function base64(value: string): string {
  return Buffer.from(value).toString("base64");
}

const keyOfConfig = (name: string) => ({ namespace: "", name });

/**
 * The status without times, and with the beginning of messages: each says in its own words what is wrong. Core leaves the generation of Paused behind when it injects certificates, until the next reconcile.
 */
async function statusOf({ client }: Server, name: string): Promise<ExtensionConfigStatus> {
  const { status = {} } = await client.get(ExtensionConfig, keyOfConfig(name));
  const compared = structuredClone(status);
  for (const condition of [...(compared.conditions ?? []), ...(compared.deprecated?.v1beta1?.conditions ?? [])]) {
    condition.lastTransitionTime = "";
    condition.message = condition.message?.replace(/^(Error in discovery: ).*/s, "$1") ?? "";
    if (condition.type === "Paused") Object.assign(condition, { observedGeneration: 0 });
  }
  return compared;
}

/** What both have written, once they have a condition with this status. */
async function written(
  name: string,
  type: string,
  status: string,
): Promise<Record<"core" | "own", ExtensionConfigStatus>> {
  const conditionOf = async (server: Server): Promise<string | undefined> =>
    (await statusOf(server, name)).conditions?.find((condition) => condition.type === type)?.status;
  for (const server of [core, own])
    await expect.poll(() => conditionOf(server), { timeout: 60_000, interval: 250 }).toBe(status);
  return { core: await statusOf(core, name), own: await statusOf(own, name) };
}

test("handlers and conditions of an extension are the same", async () => {
  await create({ name: "good", url: extension.url, ca: extension.caBundle });
  const status = await written("good", "Discovered", "True");
  expect(status.own).toEqual(status.core);
  expect(status.own.handlers?.length).toBe(2);
});

test("certificates of a Secret are injected, and the conditions are of the generation that has them", async () => {
  for (const { client } of [core, own])
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: "default", name: "certs" },
      data: { "ca.crt": base64(extension.caBundle) },
    });
  const annotations = { "runtime.cluster.x-k8s.io/inject-ca-from-secret": "default/certs" };
  await create({ name: "injected", url: extension.url, ca: undefined, annotations });
  const status = await written("injected", "Discovered", "True");
  expect(status.own).toEqual(status.core);
});

test("without its Secret neither writes that an extension is not discovered", async () => {
  const annotations = { "runtime.cluster.x-k8s.io/inject-ca-from-secret": "default/none" };
  await create({ name: "no-secret", url: extension.url, ca: undefined, annotations });
  const status = await written("no-secret", "Paused", "False");
  expect(status.own).toEqual(status.core);
});

test("an extension that does not answer is not discovered", async () => {
  await create({ name: "down", url: "https://127.0.0.1:1", ca: extension.caBundle });
  const status = await written("down", "Discovered", "False");
  expect(status.own).toEqual(status.core);
});

test("an ExtensionConfig that is paused is left alone, and goes on later", async () => {
  await create({
    name: "paused",
    url: extension.url,
    ca: extension.caBundle,
    annotations: { "cluster.x-k8s.io/paused": "" },
  });
  const paused = await written("paused", "Paused", "True");
  expect(paused.own).toEqual(paused.core);
  const body = { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } };
  for (const { client } of [core, own])
    await client.patch(ExtensionConfig, keyOfConfig("paused"), { type: "merge", body });
  const status = await written("paused", "Discovered", "True");
  expect(status.own).toEqual(status.core);
});

const requestHook = { apiVersion: hookCatalog.BeforeClusterCreate.apiVersion, hook: "BeforeClusterCreate" };

test.each([
  { name: "an unknown hook", handlers: [{ name: "a", requestHook: { ...requestHook, hook: "BeforeLunch" } }] },
  { name: "a name with capitals", handlers: [{ name: "A", requestHook }] },
  {
    name: "one name twice",
    handlers: [
      { name: "a", requestHook },
      { name: "a", requestHook },
    ],
  },
  { name: "a long timeout", handlers: [{ name: "a", requestHook, timeoutSeconds: 31 }] },
  { name: "an unknown policy", handlers: [{ name: "a", requestHook, failurePolicy: "Later" }] },
])("handlers with $name are rejected", async ({ name, handlers }) => {
  const tls = createSelfSigned({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const answer = jsonResponse(200, { status: "Success", handlers });
  const server = await startServer({
    port: 0,
    tls,
    routes: [{ method: "POST", path: hookCatalog.Discovery.path, handle: () => answer }],
  });
  try {
    const config = name.replaceAll(" ", "-");
    await create({ name: config, url: server.url, ca: tls.certPem });
    const status = await written(config, "Discovered", "False");
    expect(status.own).toEqual(status.core);
  } finally {
    await server.close({ drainMs: 0 });
  }
});
