// What the wire of an extension must be, assertion by assertion, over TLS and with a client of Node alone. The fifteenth is about documents of
// releases: generators/hooks/src/changes/upstream-changes.test.ts.
import { type KubeObject, type Resource, isCapstanError, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { defineExtension, defineVariables, patchTemplates, proceed, retryAfter } from "../../src/index.ts";
import type { Handlers } from "../../src/authoring/handlers.ts";
import { serveExtension } from "../../src/serving/serve-extension.ts";
import { createSelfSigned } from "../../src/testing/index.ts";
import { type CalledHook, hookRequests } from "../hook-requests.ts";
import { applyWirePatch, type Tree, type WirePatch } from "./apply-patches.ts";
import { type PlainAnswer, plainClient, type PlainClient } from "./plain-client.ts";

const group = "/hooks.runtime.cluster.x-k8s.io/v1alpha1";
const apiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1";
const deletionPath = `${group}/beforeclusterdelete/before-cluster-delete`;
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
};

type Options = Parameters<typeof defineExtension>[1];

/** Serves handlers over TLS. */
async function serve(
  handlers: Handlers,
  options: Options = {},
  prefix = "",
): Promise<PlainClient & AsyncDisposable & { readonly url: string; readonly certPem: string }> {
  const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  const running = await serveExtension(defineExtension(handlers, options), { tls, port: 0, prefix });
  return {
    ...plainClient(running.url, tls.certPem),
    url: running.url,
    certPem: tls.certPem,
    [Symbol.asyncDispose]: () => running.close({ drainMs: 0 }),
  };
}

async function answered(handlers: Handlers, path: string, body: object | string): Promise<PlainAnswer> {
  await using server = await serve(handlers);
  return await server.post(path, body);
}

const held = (): ReturnType<typeof retryAfter> => retryAfter("5s", "not yet");
const everyHook: Handlers = {
  beforeClusterCreate: held,
  afterControlPlaneInitialized: () => proceed(),
  beforeClusterUpgrade: held,
  beforeControlPlaneUpgrade: held,
  afterControlPlaneUpgrade: held,
  beforeWorkersUpgrade: held,
  afterWorkersUpgrade: held,
  afterClusterUpgrade: () => proceed(),
  beforeClusterDelete: () => proceed(),
  generatePatches: { patches: () => proceed({ items: [] }) },
  validateTopology: { checks: () => proceed() },
  discoverVariables: { variables: () => proceed({ variables: [] }) },
  generateUpgradePlan: { plan: () => proceed({}) },
  canUpdateMachine: () => proceed({}),
  canUpdateMachineSet: () => proceed({}),
  updateMachine: held,
};

test("assertion 1: discovery is answered without a Content-Type, sorted, in its group and version", async () => {
  const { status, body } = await answered(everyHook, `${group}/discovery`, { apiVersion, kind: "DiscoveryRequest" });
  expect({ status, answer: body["status"] }).toEqual({ status: 200, answer: "Success" });
  const handlers = listOf<{ name: string; requestHook: { apiVersion: string } }>(body["handlers"]);
  expect(handlers).toHaveLength(16);
  expect(handlers.map(({ name }) => name)).toEqual(handlers.map(({ name }) => name).toSorted());
  expect(new Set(handlers.map(({ requestHook }) => requestHook.apiVersion))).toEqual(new Set([apiVersion]));
});

test("assertion 3: unknown fields pass; optional ones that are missing are undefined", async () => {
  const seen: object[] = [];
  const beforeClusterUpgrade = (request: object): ReturnType<typeof proceed> => {
    seen.push(request);
    return proceed();
  };
  const path = `${group}/beforeclusterupgrade/before-cluster-upgrade`;
  const versions = { fromKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" };
  const request = { cluster: { ...cluster, later: { a: [1] } }, ...versions, later: true };
  const { body } = await answered({ beforeClusterUpgrade }, path, request);
  expect(body).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
  expect(seen).toEqual([expect.objectContaining(versions)]);
  expect(seen[0]).not.toHaveProperty("controlPlaneUpgrades");
  expect(seen[0]).not.toHaveProperty("settings");
});

test("assertion 4: a path has its hook in small letters, below the prefix", async () => {
  const beforeClusterDelete = (): ReturnType<typeof proceed> => proceed();
  await using plain = await serve({ beforeClusterDelete });
  await using below = await serve({ beforeClusterDelete }, {}, "/hooks");
  const status = async (client: PlainClient, path: string): Promise<number | undefined> =>
    (await client.post(path, { cluster })).status;
  expect(await status(plain, deletionPath)).toBe(200);
  expect(await status(plain, `${group}/BeforeClusterDelete/before-cluster-delete`)).toBe(404);
  expect(await status(below, `/hooks${deletionPath}`)).toBe(200);
  expect(await status(below, deletionPath)).toBe(404);
});

test("assertion 5: a handler that throws is a Failure with a stable message, without its stack, and the next call is answered", async () => {
  let calls = 0;
  const beforeClusterDelete = (): never => {
    calls += 1;
    throw new TypeError(`password ${calls} at ${import.meta.url}`);
  };
  await using server = await serve({ beforeClusterDelete });
  const [first, second] = [await server.post(deletionPath, { cluster }), await server.post(deletionPath, { cluster })];
  expect({ status: first.status, answer: first.body["status"], calls }).toEqual({
    status: 200,
    answer: "Failure",
    calls: 2,
  });
  expect(first.body["message"]).toMatch(/TypeError/);
  expect(second.text).toBe(first.text);
  expect(first.text).not.toMatch(/password|\.ts|\bat /);
});

test("assertion 6: a handler that never settles is aborted and answered for within the caller's second", async () => {
  const signals: AbortSignal[] = [];
  const never = (_: object, { signal }: { readonly signal: AbortSignal }): Promise<never> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  await using server = await serve({ beforeClusterDelete: never, validateTopology: { checks: never } });
  /** The answer that came first of a few: a busy machine delays some, and the handshake counts too. */
  const timed = async (path: string, request: object, tries = 5): Promise<[number, PlainAnswer["body"]]> => {
    const from = performance.now();
    const { body } = await server.post(`${path}?timeout=1s`, request);
    const ms = performance.now() - from;
    return ms < 1000 || tries === 1 ? [ms, body] : await timed(path, request, tries - 1);
  };
  const [deletionMs, deletion] = await timed(deletionPath, { cluster });
  const [checkMs, check] = await timed(`${group}/validatetopology/checks`, hookRequests.ValidateTopology);
  expect(deletion).toMatchObject({ status: "Success", retryAfterSeconds: expect.any(Number) });
  expect(deletion["retryAfterSeconds"]).toBeGreaterThan(0);
  expect(check).toMatchObject({ status: "Failure" });
  expect(Math.max(deletionMs, checkMs)).toBeLessThan(1000);
  expect(new Set(signals.map(({ aborted }) => aborted))).toEqual(new Set([true]));
});

/** The hooks whose response has a delay. */
const delaying: ReadonlySet<CalledHook> = new Set<CalledHook>([
  "BeforeClusterCreate",
  "BeforeClusterUpgrade",
  "BeforeControlPlaneUpgrade",
  "AfterControlPlaneUpgrade",
  "BeforeWorkersUpgrade",
  "AfterWorkersUpgrade",
  "AfterClusterUpgrade",
  "BeforeClusterDelete",
  "UpdateMachine",
]);

test("assertion 7: a delay is a whole number where the hook has one, 0 to go on, and absent elsewhere", async () => {
  await using server = await serve(everyHook);
  const { body } = await server.post(`${group}/discovery`, "{}");
  const handlers = listOf<{ name: string; requestHook: { hook: CalledHook } }>(body["handlers"]);
  expect(handlers).toHaveLength(Object.keys(hookRequests).length);
  for (const { name, requestHook } of handlers) {
    const { hook } = requestHook;
    const { text } = await server.post(`${group}/${hook.toLowerCase()}/${name}`, hookRequests[hook]);
    const [, literal] = /"retryAfterSeconds":([^,}]*)[,}]/.exec(text) ?? [];
    const goesOn = hook === "AfterClusterUpgrade" || hook === "BeforeClusterDelete";
    expect(`${hook} ${literal}`).toBe(`${hook} ${delaying.has(hook) ? (goesOn ? "0" : "5") : undefined}`);
  }
});

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { template: { spec: { image?: string; tags?: string[]; old?: boolean } } };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const variables = defineVariables({ image: { required: true, schema: { type: "string" } } });
const patching: Handlers = {
  generatePatches: {
    patches: patchTemplates(variables).on(FooTemplate, (template, { image }) => {
      const { spec } = template.spec.template;
      spec.image = image;
      spec.tags = [...(spec.tags ?? []).filter((tag) => tag !== "~/old" && tag !== "né"), "né"].toSorted();
      delete spec.old;
      template.metadata.labels = { ...template.metadata.labels, "example.dev/image": "set" };
    }),
  },
};

function template(name: string, spec: FooTemplate["spec"]["template"]["spec"], labels?: Record<string, string>): Tree {
  const metadata = { name, namespace: "n", ...(labels === undefined ? {} : { labels }) };
  return JSON.parse(
    JSON.stringify({ apiVersion: "example.dev/v1", kind: "FooTemplate", metadata, spec: { template: { spec } } }),
  );
}
const label = { "example.dev/image": "set" };
const changed = template("a", { tags: ["b", "~/old"], old: true });
const unchanged = template("b", { image: "one", tags: ["né"] }, label);
const item = (uid: string, object: Tree, holder: string): object => ({
  uid,
  object,
  holderReference: {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    namespace: "n",
    name: holder,
    fieldPath: "spec",
  },
});
const image = { name: "image", value: "one" };
const patchesPath = `${group}/generatepatches/patches`;

test("assertion 8: patches are standard base64 and lead to the template that is wanted; unchanged templates have none", async () => {
  const items = [item("1", changed, "a"), item("2", unchanged, "b")];
  const { body } = await answered(patching, patchesPath, { variables: [image], items });
  const patches = listOf<WirePatch>(body["items"]);
  expect(patches.map(({ uid }) => uid)).toEqual(["1"]);
  for (const patch of patches)
    expect(applyWirePatch(changed, patch)).toEqual(template("a", { image: "one", tags: ["b", "né"] }, label));
});

test("assertion 9: the order of items and variables, and their uids, change no patch", async () => {
  await using server = await serve(patching);
  const of = async (request: object): Promise<Readonly<Record<string, string>>> => {
    const { body } = await server.post(patchesPath, request);
    return Object.fromEntries(listOf<WirePatch>(body["items"]).map(({ uid, patch }) => [uid.slice(-1), patch]));
  };
  const unused = { name: "builtin", value: { cluster: { name: "c" } } };
  const other = template("c", { image: "two" });
  const one = await of({ variables: [image, unused], items: [item("x1", changed, "a"), item("x2", other, "b")] });
  const two = await of({ variables: [unused, image], items: [item("y2", other, "b"), item("y1", changed, "a")] });
  expect(Object.keys(one)).toEqual(["1", "2"]);
  expect(two).toEqual(one);
});

test("assertion 10: a body of more than 20 MiB is a Failure, and no handler runs", async () => {
  let ran = false;
  const beforeClusterDelete = (): ReturnType<typeof proceed> => {
    ran = true;
    return proceed();
  };
  const body = JSON.stringify({ cluster, filler: "x".repeat(20 * 1024 * 1024) });
  const answer = await answered({ beforeClusterDelete }, deletionPath, body);
  expect({ status: answer.status, answer: answer.body["status"], ran }).toEqual({
    status: 200,
    answer: "Failure",
    ran: false,
  });
});

const check = { handle: () => proceed() };
const rejected: Readonly<Record<string, () => unknown>> = {
  "an empty name": () => defineExtension({ validateTopology: { "": check } }),
  Foo: () => defineExtension({ validateTopology: { Foo: check } }),
  "a.b": () => defineExtension({ validateTopology: { "a.b": check } }),
  "64 characters": () => defineExtension({ validateTopology: { ["a".repeat(64)]: check } }),
  "a name for two hooks": () =>
    defineExtension({ validateTopology: { same: check }, beforeClusterCreate: { ...check, name: "same" } }),
  "31 seconds": () => defineExtension({ validateTopology: { a: { ...check, timeout: "31s" } } }),
  "less than nothing": () => defineExtension({ validateTopology: { a: { ...check, timeout: "-1s" } } }),
  fail: () => defineExtension({ validateTopology: { a: { ...check, ...JSON.parse('{"failurePolicy":"fail"}') } } }),
  "an unknown hook": () => defineExtension(JSON.parse('{"beforeTea":null}')),
};

test("assertion 11: what discovery would reject is rejected when it is defined, each with its code", () => {
  const codes = Object.entries(rejected).map(([name, define]) => {
    try {
      define();
      return [name, "accepted"];
    } catch (error) {
      return [name, isCapstanError(error) ? error.code : String(error)];
    }
  });
  const badName = "extension/handler-name";
  expect(Object.fromEntries(codes)).toEqual({
    "an empty name": badName,
    Foo: badName,
    "a.b": badName,
    "64 characters": badName,
    "a name for two hooks": "extension/duplicate-handler-name",
    "31 seconds": "extension/timeout",
    "less than nothing": "extension/timeout",
    fail: "extension/failure-policy",
    "an unknown hook": "extension/unknown-hook",
  });
});

test("assertion 12: Clusters of v1beta1 without their kind and of v1beta2 arrive as one", async () => {
  const metadata = { name: "c", namespace: "n" };
  const values = { version: "v1.35.0", variables: [{ name: "size", value: 3 }] };
  const older = { metadata, spec: { topology: { class: "big", classNamespace: "classes", ...values } } };
  const newer = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata,
    spec: { topology: { classRef: { name: "big", namespace: "classes" }, ...values } },
  };
  const seen: object[] = [];
  await using server = await serve({
    beforeClusterDelete: ({
      cluster: {
        metadata: { name, namespace },
        spec,
      },
    }) => {
      const { classRef, version, variables: given } = spec.topology ?? {};
      seen.push({ name, namespace, classRef, version, given });
      return proceed();
    },
  });
  for (const one of [older, newer]) await server.post(deletionPath, { cluster: one });
  const classRef = { name: "big", namespace: "classes" };
  const want = { name: "c", namespace: "n", classRef, version: "v1.35.0", given: values.variables };
  expect(seen).toEqual([want, want]);
});

/** The hooks that Cluster API 1.12 brought. */
const newIn112: readonly CalledHook[] = [
  "BeforeControlPlaneUpgrade",
  "BeforeWorkersUpgrade",
  "AfterWorkersUpgrade",
  "CanUpdateMachine",
  "CanUpdateMachineSet",
  "UpdateMachine",
  "GenerateUpgradePlan",
];

test.each([
  { clusterApi: ">=1.11", hidden: 7 },
  { clusterApi: ">=1.12", hidden: 0 },
])("assertion 14: with $clusterApi discovery leaves out $hidden hooks", async ({ clusterApi, hidden }) => {
  await using server = await serve(everyHook, { clusterApi });
  const { body } = await server.post(`${group}/discovery`, "{}");
  const found = listOf<{ requestHook: { hook: string } }>(body["handlers"]).map(({ requestHook }) => requestHook.hook);
  expect(found).toHaveLength(16 - hidden);
  expect(newIn112.filter((hook) => !found.includes(hook))).toEqual(hidden === 0 ? [] : newIn112);
});

/** A list of an answer, whose elements the caller names. */
function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : [];
}
