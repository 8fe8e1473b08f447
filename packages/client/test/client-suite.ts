// What a client does on a whole API server, the embedded one or the real one: the same suite for both.
// Imported by a test file for each backend.
import { describeError, type KubeObject, parseKey, type Resource, resourceOf } from "@capstan/kube";
import { ConfigMap, Namespace, Secret } from "@capstan/kube/builtin";
import { type Faults, startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isConflict, isExpired, isInvalid, isNotFound } from "../src/api-error.ts";
import type { Client } from "../src/client.ts";
import { createClient } from "../src/create-client.ts";
import { loadCredentials, parseKubeconfig } from "../src/credentials/load-credentials.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number; tags?: string[] };
  status?: { ready?: boolean };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  size: { type: "integer", maximum: 9 },
                  tags: { type: "array", items: { type: "string" } },
                },
              },
              status: { type: "object", properties: { ready: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};

/** Chosen by the test file, before this is imported. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";

let env: TestEnv;
let client: Client;
beforeAll(async () => {
  env = await startTestEnv({ backend, crds: [crd] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

function foo(name: string, spec: Foo["spec"] = {}): Foo {
  return { apiVersion: "example.com/v1", kind: "Foo", metadata: { namespace: "default", name }, spec };
}

const key = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });

test("an object is created, read, changed in every way, and deleted", async () => {
  const created = await client.create(Foo, foo("life", { size: 1, tags: ["a"] }));
  expect(created.metadata).toMatchObject({ generation: 1, namespace: "default" });
  const updated = await client.update(Foo, {
    ...created,
    spec: { ...created.spec, size: 2 },
    status: { ready: true },
  });
  expect([updated.spec?.size, updated.metadata.generation, updated.status]).toEqual([2, 2, undefined]);
  const ready = await client.updateStatus(Foo, { ...updated, status: { ready: true } });
  expect(ready.status).toEqual({ ready: true });
  await client.patch(Foo, key("life"), { type: "merge", body: { spec: { size: 3 } } });
  await client.patch(Foo, key("life"), { type: "json", body: [{ op: "add", path: "/spec/tags/-", value: "b" }] });
  await client.patch(Foo, key("life"), { type: "merge", body: { status: { ready: false } }, subresource: "status" });
  expect(await client.get(Foo, key("life"))).toMatchObject({
    spec: { size: 3, tags: ["a", "b"] },
    status: { ready: false },
  });
  expect([await client.delete(Foo, key("life")), await client.delete(Foo, key("life"))]).toEqual([true, false]);
  expect(await client.find(Foo, key("life"))).toBeUndefined();
});

const names = (objects: readonly KubeObject[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.name ?? "").toSorted();

test("all objects that selectors match are deleted with one call, which returns their metadata", async () => {
  const labels = { set: "all" };
  for (const name of ["all-a", "all-b", "all-c", "all-d"]) {
    const finalizers = name === "all-c" ? ["example.com/hold"] : [];
    await client.create(Foo, { ...foo(name, { size: 1 }), metadata: { ...key(name), labels, finalizers } });
  }
  const [namespace, labelSelector] = ["default", "set=all"];
  const left = async (): Promise<readonly string[]> =>
    names((await client.list(Foo, { namespace, labelSelector })).items);
  expect(names(await client.deleteAllOf(Foo, { namespace, labelSelector, dryRun: true }))).toHaveLength(4);
  const fieldSelector = "metadata.name=all-d";
  const [deleted, ...more] = await client.deleteAllOf(Foo, { namespace, labelSelector, fieldSelector });
  expect([deleted, more]).toMatchObject([{ kind: "Foo", metadata: { name: "all-d", labels } }, []]);
  expect(deleted).not.toHaveProperty("spec");
  expect(await left()).toEqual(["all-a", "all-b", "all-c"]);
  const preconditions = { uid: "another" };
  const conflicting = client.deleteAllOf(Foo, { namespace, labelSelector, preconditions });
  await expect(conflicting).rejects.toSatisfy(isConflict);
  expect(names(await client.deleteAllOf(Foo, { namespace, labelSelector }))).toEqual(["all-a", "all-b", "all-c"]);
  expect(await left()).toEqual(["all-c"]);
  expect((await client.get(Foo, key("all-c"))).metadata.deletionTimestamp).toBeDefined();
  await client.patch(Foo, key("all-c"), { type: "merge", body: { metadata: { finalizers: null } } });
  expect(await client.deleteAllOf(Foo, { namespace, labelSelector })).toEqual([]);
});

test("a deletion of all objects says so, and names their namespace", async () => {
  const own = { ...foo("kept"), metadata: { namespace: "kube-public", name: "kept" } };
  await client.create(Foo, own);
  const caught = async (options: Parameters<Client["deleteAllOf"]>[1]): Promise<string> =>
    describeError(await client.deleteAllOf(Foo, options).catch((error: unknown) => error));
  const namespace = "kube-public";
  const empty = [
    {},
    { labelSelector: "" },
    { fieldSelector: " " },
    { fieldSelector: ", ," },
    { labelSelector: "", fieldSelector: "metadata.name!=other" },
    { labelSelector: "set=all", fieldSelector: "," },
  ];
  for (const options of empty.map((selectors) => ({ namespace, ...selectors })))
    expect(await caught(options)).toMatch(
      "cannot delete foos in kube-public: no selector says which objects are meant",
    );
  expect(await caught({ all: true })).toMatch("the key of a Foo has no namespace");
  expect(names(await client.deleteAllOf(Foo, { namespace, all: true }))).toEqual(["kept"]);
});

test("a dry run is answered and not stored", async () => {
  expect((await client.create(Foo, foo("dry"), { dryRun: true })).metadata.name).toBe("dry");
  expect(await client.find(Foo, key("dry"))).toBeUndefined();
});

test("each rejection is recognized", async () => {
  const stored = await client.create(Foo, foo("rejected"));
  await client.update(Foo, { ...stored, spec: { size: 1 } });
  const caught = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(isConflict(await caught(client.update(Foo, { ...stored, spec: { size: 2 } })))).toBe(true);
  expect(isConflict(await caught(client.delete(Foo, key("rejected"), { preconditions: { uid: "another" } })))).toBe(
    true,
  );
  expect(isNotFound(await caught(client.get(Foo, key("nobody"))))).toBe(true);
  const invalid = await caught(client.create(Foo, foo("big", { size: 10 })));
  expect(isInvalid(invalid)).toBe(true);
  expect(describeError(invalid)).toBe(
    'cannot create Foo default/big: Foo.example.com "big" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9',
  );
});

const apply = (size: number): Promise<Foo> => client.apply(Foo, foo("applied", { size }), { fieldManager: "suite" });

test.runIf(backend === "envtest")("an apply creates and changes an object", async () => {
  await apply(1);
  expect((await apply(2)).spec).toEqual({ size: 2 });
});

test.runIf(backend === "embedded")("the embedded server says that it has no apply", async () => {
  expect(describeError(await apply(1).catch((error: unknown) => error))).toBe(
    'cannot apply Foo default/applied: server-side apply is not served by the embedded API server: start the test environment with { backend: "envtest" }, or capstan dev with --real - accepted media types include: application/json-patch+json, application/merge-patch+json',
  );
});

test("pages, selectors and namespaces", async () => {
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: "pages" } });
  for (let i = 0; i < 7; i++) {
    const metadata = { namespace: "pages", name: `c${i}`, labels: { odd: String(i % 2) } };
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  }
  const names = async (options: Parameters<Client["listAll"]>[1]): Promise<string[]> =>
    (await client.listAll(ConfigMap, { namespace: "pages", ...options })).items
      .map(({ metadata }) => metadata.name ?? "")
      .filter((name) => name.startsWith("c"));
  expect(await names({ limit: 2 })).toEqual(["c0", "c1", "c2", "c3", "c4", "c5", "c6"]);
  expect(await names({ labelSelector: "odd=1" })).toEqual(["c1", "c3", "c5"]);
  expect(await names({ fieldSelector: "metadata.name=c4" })).toEqual(["c4"]);
  expect((await client.list(ConfigMap, { namespace: "pages", metadataOnly: true })).items[0]?.kind).toBe("ConfigMap");
});

test("a watch reports every change across lost connections, until its version is too old", async () => {
  const { metadata } = await client.list(Foo, { namespace: "default" });
  const controller = new AbortController();
  const told: string[] = [];
  const watching = (async () => {
    for await (const { type, object } of client.watch(Foo, {
      namespace: "default",
      resourceVersion: metadata.resourceVersion ?? "",
      signal: controller.signal,
    })) {
      told.push(`${type} ${object.metadata.name ?? ""}`);
      if (type === "DELETED") controller.abort();
    }
  })();
  const created = await client.create(Foo, foo("watched"));
  await client.update(Foo, { ...created, spec: { size: 5 } });
  await client.delete(Foo, key("watched"));
  await watching;
  expect(told).toEqual(["ADDED watched", "MODIFIED watched", "DELETED watched"]);
});

function faults(): Faults {
  if (env.backend !== "embedded") throw new Error("faults are the embedded server's");
  return env.faults;
}

test.runIf(backend === "embedded")(
  "a watch goes on after its connection was cut, and ends when its version is too old",
  async () => {
    const { metadata } = await client.list(Foo, { namespace: "default" });
    const told: string[] = [];
    const next = { wake: (): void => undefined };
    const wait = (count: number): Promise<void> =>
      new Promise((resolve) => (next.wake = () => (told.length >= count ? resolve() : undefined)));
    const first = wait(1);
    const watching = (async () => {
      for await (const { type, object } of client.watch(Foo, { resourceVersion: metadata.resourceVersion ?? "" })) {
        told.push(`${type} ${object.metadata.name ?? ""}`);
        next.wake();
      }
    })().catch((error: unknown) => error);
    const created = await client.create(Foo, foo("cut"));
    await first;
    const second = wait(2);
    faults().dropWatches({ plural: "foos" });
    const updated = await client.update(Foo, { ...created, spec: { size: 1 } });
    await second;
    expect(told).toEqual(["ADDED cut", "MODIFIED cut"]);
    faults().inject({ verb: "watch", plural: "foos" }, { reason: "InternalError", times: 1 });
    faults().dropWatches({ plural: "foos" });
    await client.update(Foo, { ...updated, spec: { size: 2 } });
    faults().expireHistory();
    expect(isExpired(await watching)).toBe(true);
  },
);

test.runIf(backend === "embedded")("faults of the server are told or waited out", async () => {
  faults().inject({ verb: "get", plural: "foos" }, { reason: "TooManyRequests", retryAfterSeconds: 1, times: 1 });
  faults().inject({ verb: "get", plural: "foos" }, { cut: true, times: 1 });
  expect(await client.find(Foo, key("nobody"))).toBeUndefined();
});

test("kinds are found by discovery, and their objects used without types", async () => {
  const kind = await client.resourceFor({ apiVersion: "example.com/v1", kind: "Foo" });
  expect(kind).toMatchObject({ plural: "foos", scope: "Namespaced" });
  const object = await client.create(kind, { ...foo("unstructured", { size: 4 }) });
  expect(object["spec"]).toEqual({ size: 4 });
  expect((await client.resourceFor({ apiVersion: "v1", kind: "Secret" })).plural).toBe(Secret.plural);
});

test("a kubeconfig's credentials work; a wrong token and an untrusted server do not", async () => {
  const own = createClient(await parseKubeconfig(env.kubeconfig()));
  expect((await own.get(Namespace, parseKey("default"))).metadata.name).toBe("default");
  own.close();
  const { certData: _, keyData: __, ...anonymous } = env.credentials;
  const stranger = createClient({ ...anonymous, token: "nonsense" });
  expect(describeError(await stranger.get(Namespace, parseKey("default")).catch((error: unknown) => error))).toMatch(
    "help: get new credentials: the server does not accept the current ones",
  );
  stranger.close();
  const { caData: ___, ...untrusting } = env.credentials;
  const wary = createClient(untrusting);
  expect(describeError(await wary.get(Namespace, parseKey("default")).catch((error: unknown) => error))).toBe(
    `cannot get Namespace default: the certificate of the API server at ${env.credentials.server} is not trusted: it is not signed by the authority in the credentials\n  help: set certificate-authority-data in the kubeconfig to the authority that signed the server's certificate`,
  );
  wary.close();
});

test("invalid certificates are rejected without being quoted", () => {
  expect(() => createClient({ server: "https://x", certData: "hunter2" })).toThrow(
    /^the credentials for https:\/\/x cannot be used: (?!.*hunter2)/,
  );
});

test("loadCredentials reports a file that cannot be used", async () => {
  expect(describeError(await loadCredentials({ kubeconfig: "/nowhere" }).catch((error: unknown) => error))).toMatch(
    "the kubeconfig /nowhere cannot be used: the file does not exist",
  );
});
