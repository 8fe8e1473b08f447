// `ensure`, `createOrPatch` and `modify` on a whole API server, the embedded one or the real one, with writers in between.
// Imported by a test file for each backend.
import {
  addFinalizer,
  describeError,
  ensureOwner,
  type KubeObject,
  type OwnerFlags,
  type OwnerReference,
  ownerReferenceTo,
  removeFinalizer,
  removeOwner,
  setController,
} from "@capstan/kube";
import { ConfigMap, Deployment } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isConflict, isInvalid, isNotFound } from "../src/api-error.ts";
import type { Client, UntypedPatches } from "../src/client.ts";
import { createClient } from "../src/create-client.ts";
import { createOrPatch, ensure, type EnsureClient } from "../src/objects/ensure.ts";
import { modify } from "../src/objects/modify.ts";

/** Chosen by the test file, before this is imported. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";

let env: TestEnv;
let client: Client;
let writes: string[];
let count = 0;
/** What owns objects here. They exist: the embedded server deletes an object without an owner, as the garbage collector does. */
const owners = new Map<string, ConfigMap>();
let key: { readonly namespace: string; readonly name: string };

beforeAll(async () => {
  env = await startTestEnv({ backend });
  client = createClient(env.credentials);
  for (const name of ["x", "a", "b", "c", "d"])
    owners.set(
      name,
      await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name } }),
    );
  client.observe(({ method }) => void (method === "GET" || writes.push(method)));
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(() => {
  key = { namespace: "default", name: `object-${++count}` };
  writes = [];
});

const config = (data?: Record<string, string>, metadata: KubeObject["metadata"] = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { ...key, ...metadata },
  ...(data === undefined ? {} : { data }),
});
const owner = (name: string, flags: OwnerFlags = {}): OwnerReference =>
  ownerReferenceTo(owners.get(name) ?? config(), flags);
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const names = ({ metadata: { ownerReferences = [] } }: KubeObject): string[] => ownerReferences.map(({ name }) => name);

test("ensure creates an object, does not write it again, and changes what differs", async () => {
  const created = await ensure(client, ConfigMap, config({ a: "1" }, { labels: { l: "1" } }));
  const same = await ensure(client, ConfigMap, config({ a: "1" }));
  expect([created.outcome, same.outcome, writes]).toEqual(["created", "unchanged", ["POST"]]);
  expect(same.object.metadata.resourceVersion).toBe(created.object.metadata.resourceVersion);
  const updated = await ensure(client, ConfigMap, config({ a: "2" }));
  expect([updated.outcome, updated.object.data, updated.object.metadata.labels]).toEqual([
    "updated",
    { a: "2" },
    { l: "1" },
  ]);
  // What was read may be given as it is.
  expect((await ensure(client, ConfigMap, created.object)).outcome).toBe("updated");
  expect((await ensure(client, ConfigMap, updated.object)).object.data).toEqual({ a: "2" });
});

test("ensure adds its owners and finalizers to those of others", async () => {
  await client.create(ConfigMap, config({}, { finalizers: ["example.com/x"], ownerReferences: [owner("x")] }));
  const wanted = config(undefined, { finalizers: ["example.com/a"], ownerReferences: [owner("a")] });
  const { object } = await ensure(client, ConfigMap, wanted);
  expect([object.metadata.finalizers, names(object)]).toEqual([
    ["example.com/x", "example.com/a"],
    ["x", "a"],
  ]);
  expect((await ensure(client, ConfigMap, wanted)).outcome).toBe("unchanged");
  expect((await ensure(client, ConfigMap, config())).outcome).toBe("unchanged");
});

test("ensure changes an object that somebody else creates in between, and rejects one that another controls", async () => {
  const untyped: UntypedPatches = client;
  const racing: EnsureClient = {
    async find() {
      await client.create(ConfigMap, config({ b: "x" }, { ownerReferences: [owner("x", { controller: true })] }));
      return undefined;
    },
    get: (resource, at) => client.get(resource, at),
    create: (resource, object) => client.create(resource, object),
    patch: (resource, at, patch) => untyped.patch(resource, at, patch),
  };
  expect((await ensure(racing, ConfigMap, config({ a: "1" }))).object.data).toEqual({ a: "1", b: "x" });
  const mine = config();
  setController(mine, owners.get("a") ?? config());
  expect(describeError(await caught(ensure(client, ConfigMap, mine)))).toBe(
    `ConfigMap default/${key.name} is controlled by ConfigMap x, so ConfigMap a cannot control it too\n  help: give the object another name, or remove the owner reference of its controller first`,
  );
});

test("ensure passes the rejection of the server on", async () => {
  expect(isInvalid(await caught(ensure(client, ConfigMap, config({}, { labels: { "not a label": "1" } }))))).toBe(true);
});

const container = { name: "web", image: "web:1" };

test("createOrPatch changes one field of an element, and leaves what the server has set", async () => {
  const wanted = (image: string) =>
    createOrPatch(client, Deployment, {
      object: {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: key,
        spec: {
          selector: { matchLabels: { app: "a" } },
          template: { metadata: { labels: { app: "a" } }, spec: { containers: [container] } },
        },
      },
      change(draft) {
        for (const one of draft.spec?.template.spec?.containers ?? []) one.image = image;
      },
    });
  expect([(await wanted("web:1")).outcome, (await wanted("web:1")).outcome, writes]).toEqual([
    "created",
    "unchanged",
    ["POST"],
  ]);
  const { outcome, object } = await wanted("web:2");
  expect([outcome, object.spec?.template.spec?.containers[0]]).toEqual([
    "updated",
    expect.objectContaining({ name: "web", image: "web:2" }),
  ]);
});

test("two writers add and remove entries of the same lists at the same time, and lose nothing", async () => {
  const { metadata } = await client.create(ConfigMap, config());
  const others = ["a", "b", "c", "d"];
  const until = async (change: (draft: ConfigMap) => unknown): Promise<void> => {
    // Each loses five rounds at most before it begins again, as a reconcile does.
    for (;;)
      try {
        await modify(client, ConfigMap, { key, change });
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
  };
  await Promise.all(
    others.flatMap((name) => [
      until((draft) => ensureOwner(draft, owner(name))),
      until((draft) => addFinalizer(draft, `example.com/${name}`)),
    ]),
  );
  const full = await client.get(ConfigMap, key);
  expect([names(full).toSorted(), full.metadata.finalizers?.toSorted()]).toEqual([
    others,
    others.map((name) => `example.com/${name}`),
  ]);
  await Promise.all(
    others
      .slice(1)
      .flatMap((name) => [
        until((draft) => removeOwner(draft, owner(name))),
        until((draft) => removeFinalizer(draft, `example.com/${name}`)),
      ]),
  );
  const left = await client.get(ConfigMap, key);
  expect([names(left), left.metadata.finalizers, left.metadata.uid]).toEqual([["a"], ["example.com/a"], metadata.uid]);
});

test("a change of an outdated copy is made again on the stored object, and nothing is sent for no change", async () => {
  const read = await client.create(ConfigMap, config({ a: "1" }));
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { b: "2" } } });
  writes = [];
  const seen: unknown[] = [];
  const change = (draft: ConfigMap): void => {
    seen.push({ ...draft.data });
    draft.data = { ...draft.data, c: "3" };
  };
  const { outcome, object } = await modify(client, ConfigMap, { key, read, change });
  expect([outcome, object.data, seen]).toEqual([
    "updated",
    { a: "1", b: "2", c: "3" },
    [{ a: "1" }, { a: "1", b: "2" }],
  ]);
  expect(writes).toEqual(["PATCH", "PATCH"]);
  expect(await modify(client, ConfigMap, { key, read: object, change })).toEqual({ outcome: "unchanged", object });
  expect(writes).toEqual(["PATCH", "PATCH"]);
});

test("modify of the status leaves everything else", async () => {
  const container = { name: "web", image: "web:1" };
  const app = { app: "a" };
  const deployment: Deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: key,
    spec: {
      selector: { matchLabels: app },
      template: { metadata: { labels: app }, spec: { containers: [container] } },
    },
  };
  await client.create(Deployment, deployment);
  const change = (draft: Deployment): void => {
    draft.status = { ...draft.status, replicas: 2 };
    draft.metadata.labels = app;
  };
  const { object } = await modify(client, Deployment, { key, change, subresource: "status" });
  expect([object.status?.replicas, object.metadata.labels]).toEqual([2, undefined]);
});

test("modify rejects for an object that does not exist, and with what the change throws", async () => {
  const change = (draft: ConfigMap): unknown => addFinalizer(draft, "example.com/a");
  expect(isNotFound(await caught(modify(client, ConfigMap, { key, change })))).toBe(true);
  await client.create(ConfigMap, config());
  const thrower = (): never => {
    throw new Error("mine");
  };
  expect(await caught(modify(client, ConfigMap, { key, change: thrower }))).toEqual(new Error("mine"));
  expect(writes).toEqual(["POST"]);
});
