// What kube-apiserver makes of an object before it asks for its conversion: the JSON that it sends, and what a delete adds to it without a check.
import { type ConversionPlan, converterOf } from "@capstan/contract/codegen/v1";
import { type Client, createClient } from "@capstan/client";
import { jsonSize, type KubeObject, parseExactJson, resourceOf } from "@capstan/kube";
import { type CustomResourceDefinition, ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { type Route, type RunningServer, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";
import { storedJson } from "./stored-json.ts";

const group = "storage.example.org";
const mode = { type: "string", default: "x".repeat(150) };
/** Names in the older version are elements with a default in the newer one. */
const rules: ConversionPlan["rules"] = {
  fields: [
    {
      older: ["spec", "names"],
      newer: ["spec", "items"],
      as: {
        toNewer: (names) => (Array.isArray(names) ? names.map((name: string) => ({ name })) : names),
        toOlder: (items) => (Array.isArray(items) ? items.map(({ name }: { name: string }) => name) : items),
      },
      shape: { list: { fields: { name: "string", mode: "string" } } },
    },
  ],
};
const defaults = {
  newer: { fields: { spec: { fields: { items: { list: { fields: { mode: { default: mode.default } } } } } } } },
};
const disk = converterOf({ group, kind: "Disk", older: "v1", newer: "v2", hub: "newer", rules, defaults });

interface Disk extends KubeObject {
  spec?: object;
  status?: object;
}
const Old = resourceOf<Disk>(`${group}/v1`, "Disk");
const Hub = resourceOf<Disk>(`${group}/v2`, "Disk");
const limits = { jsonValues: 8000 };

/** The body of the last ConversionReview. */
let sent = "";
const conversion = conversionRoute([disk], { limits });
const recorded: Route = {
  ...conversion,
  async handle(request) {
    sent = Buffer.from(await request.body()).toString();
    return conversion.handle(request);
  },
};

let server: RunningServer;
let env: TestEnv;
let client: Client;

beforeAll(async () => {
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const routes = [recorded, convertibleRoute([disk], { limits })];
  server = await startServer({ host: "127.0.0.1", port: 0, tls, routes });
  const clientConfig = (path: string) => ({
    url: `https://127.0.0.1:${server.port}${path}`,
    caBundle: Buffer.from(tls.certPem).toString("base64"),
  });
  const any = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const items = { type: "array", items: { type: "object", properties: { name: { type: "string" }, mode } } };
  const specs: Record<string, object> = { v1: any, v2: { ...any, properties: { items } } };
  const version = (name: string): CustomResourceDefinition["spec"]["versions"][number] => ({
    name,
    served: true,
    storage: name === "v2",
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: "object", properties: { spec: specs[name] ?? any, status: any } } },
  });
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `disks.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Disk", plural: "disks", singular: "disk", listKind: "DiskList" },
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: clientConfig("/convert"), conversionReviewVersions: ["v1"] },
      },
      versions: [version("v1"), version("v2")],
    },
  };
  env = await startTestEnv({ backend: "envtest", crds: [crd] });
  client = createClient(env.credentials);
  await client.create(ValidatingWebhookConfiguration, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "disks" },
    webhooks: [
      {
        name: `convertible.disks.${group}`,
        clientConfig: clientConfig("/convertible"),
        rules: [
          { apiGroups: [group], apiVersions: ["v1", "v2"], operations: ["CREATE", "UPDATE"], resources: ["disks"] },
        ],
        failurePolicy: "Fail",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  const isCalled = async (): Promise<void> =>
    expect(await client.create(Hub, hub("full", { keys: keys(9000) }), { dryRun: true }).catch(String)).toContain(
      "serve/json-too-many-values",
    );
  await vi.waitFor(isCalled, { timeout: 30_000, interval: 200 });
});
afterAll(async () => {
  client.close();
  await env.stop();
  await server.close({ drainMs: 0 });
});

const keys = (count: number): readonly string[] => Array(count).fill("");

function hub(name: string, spec: object, finalizers: string[] = []): Disk {
  return { apiVersion: Hub.apiVersion, kind: "Disk", metadata: { namespace: "default", name, finalizers }, spec };
}

test("objects are sent as the check counts them", async () => {
  const names = ["b", "a", "10", "9", "-", "B", "&", "<>", "\u2028", "\ue000", "😀", "\ufffd", "é", '"\\', "\b\u0001"];
  const values = { long: 9_007_199_254_740_992, large: 1e17, small: 1e-7, half: 0.5, none: [], map: {} };
  const spec = { ...Object.fromEntries(names.map((name) => [name, name])), values };
  await client.create(Hub, hub("names", spec));
  await client.get(Old, { namespace: "default", name: "names" });
  // It is the API server's own request.
  const { request } = parseExactJson(sent) as { request: { objects: readonly object[] } };
  expect(sent).toContain(storedJson(request.objects[0]));
});

test("the check sets the defaults that the API server sets in what conversions make", async () => {
  const old = (name: string, count: number): Disk => ({
    apiVersion: Old.apiVersion,
    kind: "Disk",
    metadata: { namespace: "default", name },
    spec: { names: Array.from({ length: count }, (_, i) => `n${i}`) },
  });
  await client.create(Old, old("few", 2));
  const { spec } = await client.get(Hub, { namespace: "default", name: "few" });
  const items = ["n0", "n1"].map((name) => ({ name, mode: mode.default }));
  expect(spec).toEqual({ items });
  const { metadata } = await client.get(Old, { namespace: "default", name: "few" });
  expect(metadata.annotations?.["cluster.x-k8s.io/conversion-data"]).toContain(mode.default);
  expect(await client.create(Old, old("many", 2000)).catch(String)).toContain("conversion/data-too-large");
});

test("an object that was filled as far as it is allowed can be listed in all versions while it is being deleted", async () => {
  const key = { namespace: "default", name: "full" };
  await client.create(Hub, hub(key.name, { keys: keys(7000) }, ["example.org/a"]));
  const size = async (): Promise<number> => {
    const { metadata, ...rest } = await client.get(Hub, key);
    const { managedFields: _, ...counted } = metadata;
    const json = Buffer.from(storedJson({ ...rest, metadata: counted }));
    return jsonSize(json, { values: Number.POSITIVE_INFINITY, depth: 100, shapes: Number.POSITIVE_INFINITY }).values;
  };
  const fill = async (values: number): Promise<string> => {
    const read = await client.get(Hub, key);
    const now = (read.spec as { keys: readonly string[] }).keys.length;
    const spec = { keys: keys(now + values - (await size())) };
    return client.update(Hub, { ...read, spec }).then(() => "allowed", String);
  };
  const propagate = (propagationPolicy: string): Promise<unknown> =>
    client.request({
      method: "DELETE",
      path: `/apis/${group}/v2/namespaces/default/disks/full`,
      body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy },
    });
  expect(await fill(7501)).toContain("serve/json-too-many-values");
  // With a status, users' writes may take the rest: all but 8 values for replicas, and what a delete adds to the object as it is.
  await client.patch(Hub, key, { type: "merge", subresource: "status", body: { status: { keys: keys(800) } } });
  for (const [policy, growth] of [
    ["Orphan", 12],
    ["Foreground", 9],
    ["Orphan", 9],
  ] as const) {
    expect(await fill(8000 - growth + 1)).toContain("serve/json-too-many-values");
    expect(await fill(8000 - growth)).toBe("allowed");
    await propagate(policy);
    expect((await client.list(Old)).items.map(({ metadata }) => metadata.name)).toContain("full");
  }
});
