// Writes in an older version with an annotation of conversions that was changed, on kube-apiserver: it resets the status and checks schema and rules in the version
// of the request, before anything comes back from the annotation.
import { type ConversionPlan, converterOf } from "@capstan/contract/codegen/v1";
import { type Client, createClient } from "@capstan/client";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { type CustomResourceDefinition, ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { type RunningServer, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";

const group = "storage.example.org";
const data = "cluster.x-k8s.io/conversion-data";

/** The hub v2 has an account, taints and the id of a volume; v1 has a hint and a whole object that the hub keeps, and a note in the status. */
const plan: ConversionPlan = {
  group,
  kind: "Disk",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      {
        newer: ["spec", "account"],
        shape: { of: "string", within: { pattern: "^[a-z-]+$", maxLength: 20 } },
      },
      {
        newer: ["spec", "taints"],
        shape: { list: { fields: { key: "string", effect: "string" } } },
      },
      { newer: ["status", "volumeID"], shape: "string" },
      { older: ["spec", "template"], keep: true, shape: "embeddedResource" },
      { older: ["spec", "hint"], keep: true, shape: "string" },
      { older: ["status", "note"], keep: true, shape: "string" },
    ],
  },
  defaults: {
    newer: { fields: { spec: { fields: { taints: { list: { fields: { effect: { default: "NoSchedule" } } } } } } } },
  },
};

interface Disk extends KubeObject {
  spec?: { size?: number; account?: string; hint?: string; taints?: object[]; template?: object };
  status?: { ready?: boolean; volumeID?: string; note?: string };
}
const Old = resourceOf<Disk>(`${group}/v1`, "Disk");
const Hub = resourceOf<Disk>(`${group}/v2`, "Disk");

const text = { type: "string" };
const taint = { type: "object", properties: { key: text, effect: { ...text, default: "NoSchedule" } } };
const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const immutable = { "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "field is immutable" }] };

function version(name: string, spec: object, status: object): object {
  const properties = {
    spec: { type: "object", properties: { size: { type: "integer" }, ...spec } },
    status: { type: "object", properties: { ready: { type: "boolean" }, ...status } },
  };
  return {
    name,
    served: true,
    storage: name === "v2",
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: "object", properties } },
  };
}

interface ClientConfig {
  readonly url: string;
  readonly caBundle: string;
}

function crd({ url, caBundle }: ClientConfig): object {
  const webhook = { clientConfig: { url: `${url}/convert`, caBundle }, conversionReviewVersions: ["v1"] };
  const spec: Omit<CustomResourceDefinition["spec"], "versions"> = {
    group,
    scope: "Namespaced",
    names: { kind: "Disk", plural: "disks", singular: "disk", listKind: "DiskList" },
    conversion: { strategy: "Webhook", webhook },
  };
  const versions = [
    version("v1", { hint: text, template: embedded }, { note: text }),
    version(
      "v2",
      {
        account: { ...text, pattern: "^[a-z-]+$", maxLength: 20, ...immutable },
        taints: { type: "array", items: taint },
      },
      { volumeID: text },
    ),
  ];
  const metadata = { name: `disks.${group}` };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata,
    spec: { ...spec, versions },
  };
}

function configuration({ url, caBundle }: ClientConfig): ValidatingWebhookConfiguration {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "disks" },
    webhooks: [
      {
        name: `convertible.disks.${group}`,
        clientConfig: { url: `${url}/convertible`, caBundle },
        rules: [
          {
            apiGroups: [group],
            apiVersions: ["v1", "v2"],
            operations: ["CREATE", "UPDATE"],
            resources: ["disks", "disks/status"],
          },
        ],
        failurePolicy: "Fail",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  };
}

let server: RunningServer;
let env: TestEnv;
let client: Client;

beforeAll(async () => {
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const disk = converterOf(plan);
  const routes = [conversionRoute([disk]), convertibleRoute([disk])];
  server = await startServer({ host: "127.0.0.1", port: 0, tls, routes });
  const url = `https://127.0.0.1:${server.port}`;
  const config = { url, caBundle: Buffer.from(tls.certPem).toString("base64") };
  env = await startTestEnv({ backend: "envtest", crds: [crd(config)] });
  client = createClient(env.credentials);
  await client.create(ValidatingWebhookConfiguration, configuration(config));
  const forged = disk1("first", { status: { volumeID: "a" } });
  const isCalled = async (): Promise<void> =>
    expect(await answer(client.create(Old, forged, { dryRun: true }))).toContain("conversion/status-created");
  await vi.waitFor(isCalled, { timeout: 30_000, interval: 200 });
});
afterAll(async () => {
  client.close();
  await env.stop();
  await server.close({ drainMs: 0 });
});

const key = { namespace: "default", name: "a" };

/** A disk of the older version, with this in its annotation. */
function disk1(name: string, kept?: object): Disk {
  const annotations = kept && { annotations: { [data]: JSON.stringify(kept) } };
  return {
    apiVersion: Old.apiVersion,
    kind: "Disk",
    metadata: { namespace: "default", name, ...annotations },
    spec: { size: 1 },
  };
}

/** What a call answers, as text when it is rejected. */
const answer = (call: Promise<unknown>): Promise<string> => call.then(() => "allowed", String);

beforeEach(async () => {
  await client.delete(Hub, key).catch(() => undefined);
  const metadata = key;
  await client.create(Hub, {
    apiVersion: Hub.apiVersion,
    kind: "Disk",
    metadata,
    spec: { size: 1, account: "team-a" },
  });
  await client.patch(Hub, key, {
    type: "merge",
    subresource: "status",
    body: { status: { ready: true, volumeID: "vol-1" } },
  });
});

/** What the hub has of it now. */
async function hub(): Promise<Pick<Disk, "spec" | "status">> {
  const { spec = {}, status = {} } = await client.get(Hub, key);
  return { spec, status };
}
const before = { spec: { size: 1, account: "team-a" }, status: { ready: true, volumeID: "vol-1" } };

/** Sends the object as it is read in the older version, with this in its annotation. */
async function put(kept: object | undefined): Promise<string> {
  const read = await client.get(Old, key);
  const { [data]: _, ...others } = read.metadata.annotations ?? {};
  const annotations = kept === undefined ? others : { ...others, [data]: JSON.stringify(kept) };
  return answer(client.update(Old, { ...read, metadata: { ...read.metadata, annotations } }));
}

test.each<[string, object | undefined, string]>([
  [
    "a forged status",
    { spec: { account: "team-a" }, status: { volumeID: "vol-2" } },
    "conversion/status-changed: Disk/default/a: the annotation cluster.x-k8s.io/conversion-data has another value of status.volumeID",
  ],
  ["a status that is removed", { spec: { account: "team-a" } }, "conversion/status-changed"],
  ["no annotation, where it keeps a status", undefined, "conversion/status-changed"],
  [
    "an immutable field that is changed",
    { spec: { account: "team-b" }, status: { volumeID: "vol-1" } },
    "conversion/data-changed: Disk/default/a: the annotation cluster.x-k8s.io/conversion-data has another value of spec.account",
  ],
  [
    "a value against pattern and length",
    { spec: { account: "../".repeat(20) }, status: { volumeID: "vol-1" } },
    "conversion/data-changed",
  ],
])("an update with %s is rejected, and changes nothing", async (_, kept, message) => {
  expect(await put(kept)).toContain(message);
  expect(
    await answer(
      client.patch(Old, key, {
        type: "merge",
        body: { metadata: { annotations: { [data]: kept ? JSON.stringify(kept) : null } } },
      }),
    ),
  ).toContain(message);
  expect(await hub()).toEqual(before);
});

test("apply cannot forge either", async () => {
  const forged = disk1("a", { status: { volumeID: "vol-2" } });
  expect(await answer(client.apply<Disk>(Old, forged, { fieldManager: "tenant", force: true }))).toContain(
    "conversion/status-changed",
  );
  expect(
    await answer(client.apply<Disk>(Old, disk1("new", { status: { volumeID: "vol-2" } }), { fieldManager: "tenant" })),
  ).toContain("conversion/status-created");
});

test("a client that reads, changes and writes in the older version keeps everything: by PUT, merge patch and apply", async () => {
  const read = await client.get(Old, key);
  await client.update(Old, { ...read, spec: { ...read.spec, size: 2 } });
  expect(await hub()).toEqual({ ...before, spec: { size: 2, account: "team-a" } });
  await client.patch(Old, key, { type: "merge", body: { spec: { size: 3 }, metadata: { labels: { a: "b" } } } });
  expect(await hub()).toEqual({ ...before, spec: { size: 3, account: "team-a" } });
  const { apiVersion, kind } = Old;
  await client.apply<Disk>(
    Old,
    { apiVersion, kind, metadata: key, spec: { size: 4 } },
    { fieldManager: "tenant", force: true },
  );
  expect(await hub()).toEqual({ ...before, spec: { size: 4, account: "team-a" } });
  await client.patch(Old, key, { type: "merge", subresource: "status", body: { status: { ready: false } } });
  expect((await hub()).status).toEqual({ ready: false, volumeID: "vol-1" });
});

test("an object without the annotation can be created and written, and the spec can be left out of the annotation", async () => {
  const created = await client.create(Old, disk1("plain"));
  expect(created.metadata.annotations).toBeUndefined();
  await client.update(Old, { ...created, spec: { size: 2 } });
  expect(await put({ status: { volumeID: "vol-1" } })).toBe("allowed");
  expect(await hub()).toEqual({ spec: { size: 1 }, status: before.status });
});

test("an object is created with what another one kept of its spec, and not with a status", async () => {
  const kept = { spec: { account: "team-c" } };
  await client.create(Old, disk1("clone", kept));
  expect((await client.get(Hub, { ...key, name: "clone" })).spec).toEqual({ size: 1, account: "team-c" });
  const forged = disk1("forged", { ...kept, status: { volumeID: "vol-1" } });
  expect(await answer(client.create(Old, forged))).toContain("conversion/status-created: Disk/default/forged");
  expect(await client.find(Hub, { ...key, name: "forged" })).toBeUndefined();
});

test.each([
  ["../../team-b", "pattern ^[a-z-]+$"],
  ["a".repeat(21), "maxLength 20"],
])("an object is not created with %s, which the hub's schema rejects", async (account, bound) => {
  const metadata = { ...key, name: "bounds" };
  const direct = client.create(Hub, { apiVersion: Hub.apiVersion, kind: "Disk", metadata, spec: { account } });
  expect(await answer(direct)).toContain("spec.account: ");
  expect(await answer(client.create(Old, disk1("bounds", { spec: { account } })))).toContain(
    `conversion/data-out-of-bounds: Disk/default/bounds: the annotation ${data} has a value of spec.account that is not allowed: ${bound}; correct the value, remove spec from the annotation, or create the object as ${group}/v2`,
  );
});

test("what the hub keeps for the older version cannot be forged in the hub's, and moves with clusterctl", async () => {
  await client.patch(Old, key, { type: "merge", body: { spec: { hint: "ssd" } } });
  await client.patch(Old, key, { type: "merge", subresource: "status", body: { status: { note: "seen" } } });
  const read = await client.get(Hub, key);
  const kept = { keptFor: { v1: { spec: { hint: "ssd" }, status: { note: "seen" } } } };
  // The API server orders the fields as it likes.
  expect(JSON.parse(read.metadata.annotations?.[data] ?? "")).toEqual(kept);
  const write = (next: object): Promise<string> => {
    const body = { metadata: { annotations: { [data]: JSON.stringify(next) } } };
    return answer(client.patch(Hub, key, { type: "merge", body }));
  };
  expect(await write({ keptFor: { v1: { ...kept.keptFor.v1, status: { note: "forged" } } } })).toContain(
    "keptFor.v1.status.note",
  );
  expect(await write({ keptFor: { v1: { ...kept.keptFor.v1, spec: { hint: "forged" } } } })).toContain(
    "keptFor.v1.spec.hint",
  );
  // The hub ignores it, but a later hub would not.
  expect(await write({ ...kept, status: { note: "forged" } })).toContain("has another value of status.note");
  await client.patch(Hub, key, { type: "merge", body: { spec: { size: 5 } } });
  expect(await client.get(Old, key)).toMatchObject({ spec: { size: 5, hint: "ssd" }, status: { note: "seen" } });

  const { uid: _, resourceVersion: __, ...metadata } = read.metadata;
  await client.create(Hub, { ...read, metadata: { ...metadata, name: "moved" } });
  expect((await client.get(Old, { ...key, name: "moved" })).spec).toEqual({ size: 1, hint: "ssd" });
  // What clusterctl sends before it deletes the object that it has moved.
  const value = { "clusterctl.cluster.x-k8s.io/delete-for-move": "" };
  await client.patch(Hub, key, { type: "json", body: [{ op: "add", path: "/metadata/annotations", value }] });
  const body = [{ op: "remove", path: "/metadata/annotations" }] as const;
  expect(await answer(client.patch(Hub, key, { type: "json", body }))).toContain("conversion/mark-removed");
  await client.delete(Hub, key);
});

test("data for a version that there is not cannot make the annotation unreadable, and so remove the status", async () => {
  // Written again, each of them has 18 digits, and an annotation may have 10,000 such numbers.
  const numbers = `[${Array(10_001).fill("1e17").join()}]`;
  const metadata = { ...key, name: "numbers", annotations: { [data]: `{"keptFor":{"v9":{"x":${numbers}}}}` } };
  await client.create(Hub, { apiVersion: Hub.apiVersion, kind: "Disk", metadata, spec: { size: 1, account: "a" } });
  const disk = { ...key, name: "numbers" };
  await client.patch(Hub, disk, { type: "merge", subresource: "status", body: { status: { volumeID: "vol-1" } } });
  await client.patch(Old, disk, { type: "merge", body: { metadata: { labels: { a: "b" } } } });
  expect(await client.get(Hub, disk)).toMatchObject({
    spec: { size: 1, account: "a" },
    status: { volumeID: "vol-1" },
  });
});

test("defaults that the API server sets in restored values cannot fail lists", async () => {
  const taints = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ key: String(index) }));
  const create = (name: string, count: number): Promise<string> =>
    answer(client.create(Old, disk1(name, { spec: { taints: taints(count) } })));
  expect(await create("many", 12_000)).toContain("conversion/data-too-large");
  expect(await create("some", 7000)).toContain("conversion/data-too-large");
  expect(await create("few", 100)).toBe("allowed");
  expect((await client.get(Hub, { ...key, name: "few" })).spec?.taints?.[99]).toEqual({
    key: "99",
    effect: "NoSchedule",
  });
  expect((await client.list(Old)).items.length).toBeGreaterThan(1);
});

test("what is no object that the API server can read does not come back, and fails no lists", async () => {
  const create = (name: string, metadata: unknown, apiVersion = "v1"): Promise<Disk> => {
    const template = { apiVersion, kind: "Pod", metadata };
    const annotations = { [data]: JSON.stringify({ keptFor: { v1: { spec: { template } } } }) };
    const disk = {
      apiVersion: Hub.apiVersion,
      kind: "Disk",
      metadata: { ...key, name, annotations },
      spec: { size: 1 },
    };
    return client.create(Hub, disk);
  };
  const wrong = [
    { labels: 5 },
    { labels: { a: 1 } },
    { finalizers: "a" },
    { generation: "1" },
    { generation: 2 ** 63 },
    { creationTimestamp: "soon" },
    { creationTimestamp: "2026-02-30T00:00:00Z" },
    { creationTimestamp: "2026-01-01T24:00:00Z" },
    { creationTimestamp: "9999-12-31T23:59:59-23:00" },
    { ownerReferences: {} },
    { ownerReferences: [{ controller: "yes" }] },
    { managedFields: [{ time: 1 }] },
    "a",
  ];
  for (const [index, metadata] of wrong.entries()) await create(`wrong-${index}`, metadata);
  await create("empty", {}, "");
  await create("right", { name: "a", labels: { a: "b" }, creationTimestamp: null, generation: 1 });
  const { items } = await client.list(Old);
  const found = items.filter(({ spec }) => spec?.template !== undefined).map(({ metadata }) => metadata.name);
  expect([items.length > wrong.length, found]).toEqual([true, ["empty", "right"]]);
});
