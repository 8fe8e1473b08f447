// What the verbs answer over HTTP, and what they leave in the store.
import { beforeEach, describe, expect, test } from "vitest";
import { createHttp, type TestHttp } from "../../../test/http.ts";
import { create, createState, read, type TestObject } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";

const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const configMaps = "/api/v1/namespaces/default/configmaps";
const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const configMap: TestObject = { resource: "v1/configmaps", name: "a" };
const held = { metadata: { finalizers: ["example.com/one"] } };
const merge = { "content-type": "application/merge-patch+json" };

let state: ServerState;
let http: TestHttp;
beforeEach(async () => {
  state = await createState();
  http = createHttp(state);
});

const body = (spec: object = {}, metadata: object = {}): object => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", ...metadata },
  spec,
});
const warning = { warning: ['299 - "unknown field \\"spec.b\\""'] };
const resourceVersion = (): string => read(state, widget)?.metadata.resourceVersion ?? "";

describe("POST", () => {
  test("creates an object and answers with it", async () => {
    const reply = await http.send("POST", widgets, { json: body({ b: 1 }) });
    expect(reply).toMatchObject({ code: 201, headers: warning });
    expect(reply.body).toEqual(read(state, widget));
    expect(reply.body).toMatchObject({ spec: { size: 3 }, metadata: { namespace: "default" } });
  });

  test("with dryRun answers as if it had created the object", async () => {
    const reply = await http.send("POST", `${widgets}?dryRun=All`, { json: body({ b: 1 }) });
    expect(reply).toMatchObject({ code: 201, headers: warning, body: { spec: { size: 3 } } });
    expect(read(state, widget)).toBeUndefined();
  });

  test("across namespaces is rejected", async () => {
    const want = { code: 400, body: { message: "an empty namespace may not be set during creation" } };
    expect(await http.send("POST", "/apis/example.com/v1/widgets", { json: body() })).toMatchObject(want);
  });

  test("of a cluster-scoped object has no namespace", async () => {
    const gadget = { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "g" } };
    const reply = await http.send("POST", "/apis/example.com/v1/gadgets", { json: gadget });
    expect([reply.code, reply.body]).toMatchObject([201, { metadata: { name: "g" } }]);
    expect(reply.body).not.toHaveProperty("metadata.namespace");
  });
});

describe("PUT", () => {
  beforeEach(() => create(state, widget, { spec: {} }));

  test("replaces the object", async () => {
    const json = body({ color: "red", b: 1 }, { resourceVersion: resourceVersion() });
    const reply = await http.send("PUT", `${widgets}/a`, { json });
    expect(reply).toMatchObject({ code: 200, headers: warning });
    expect(reply.body).toEqual(read(state, widget));
    expect(reply.body).toMatchObject({ spec: { color: "red", size: 3 } });
  });

  test("with dryRun answers as if it had replaced it", async () => {
    const json = body({ color: "red" }, { resourceVersion: resourceVersion() });
    const reply = await http.send("PUT", `${widgets}/a?dryRun=All`, { json });
    expect(reply).toMatchObject({ code: 200, body: { spec: { color: "red" } } });
    expect(read(state, widget)?.["spec"]).toEqual({ size: 3 });
  });

  test("of the status changes nothing else", async () => {
    const json = { ...body({ color: "red" }, { resourceVersion: resourceVersion() }), status: { phase: "Ready" } };
    expect((await http.send("PUT", `${widgets}/a/status`, { json })).code).toBe(200);
    expect(read(state, widget)).toMatchObject({ spec: { size: 3 }, status: { phase: "Ready" } });
  });
});

describe("PATCH", () => {
  beforeEach(() => create(state, widget, { spec: {} }));

  test("changes the object", async () => {
    const reply = await http.send("PATCH", `${widgets}/a`, { json: { spec: { color: "red", b: 1 } }, headers: merge });
    expect(reply).toMatchObject({ code: 200, headers: warning });
    expect(reply.body).toEqual(read(state, widget));
    expect(reply.body).toMatchObject({ spec: { color: "red", size: 3 } });
  });

  test("with dryRun answers as if it had changed it", async () => {
    const asked = { json: { spec: { color: "red" } }, headers: merge };
    const reply = await http.send("PATCH", `${widgets}/a?dryRun=All`, asked);
    expect(reply).toMatchObject({ code: 200, body: { spec: { color: "red" } } });
    expect(read(state, widget)?.["spec"]).toEqual({ size: 3 });
  });

  test("with unknown fields is rejected as a whole when Strict", async () => {
    const text = '{"spec":{"b":1}}';
    const reply = await http.send("PATCH", `${widgets}/a?fieldValidation=Strict`, { body: text, headers: merge });
    const message = ` "" is invalid: patch: Invalid value: ${JSON.stringify(text)}: strict decoding error: unknown field "spec.b"`;
    expect(reply).toMatchObject({ code: 422, body: { message } });
  });
});

describe("DELETE", () => {
  test.each([
    { at: widget, url: `${widgets}/a`, kind: { group: "example.com", kind: "widgets" } },
    { at: configMap, url: `${configMaps}/a`, kind: { kind: "configmaps" } },
  ])("of $url answers with a Status", async ({ at, url, kind }) => {
    await create(state, at);
    const { uid } = read(state, at)?.metadata ?? {};
    const reply = await http.send("DELETE", url);
    expect([reply.code, reply.body]).toEqual([
      200,
      { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details: { name: "a", ...kind, uid } },
    ]);
    expect(read(state, at)).toBeUndefined();
  });

  test("of an object with a finalizer answers with the object", async () => {
    await create(state, widget, held);
    const reply = await http.send("DELETE", `${widgets}/a`);
    expect([reply.code, reply.body]).toEqual([200, read(state, widget)]);
    expect(reply.body).toHaveProperty("metadata.deletionTimestamp");
  });

  test.each([
    { name: "query", url: `${widgets}/a?dryRun=All`, asked: {} },
    { name: "body", url: `${widgets}/a`, asked: { json: { dryRun: ["All"] } } },
  ])("with dryRun in the $name deletes nothing", async ({ url, asked }) => {
    await create(state, widget);
    const { resourceVersion: before } = read(state, widget)?.metadata ?? {};
    expect(await http.send("DELETE", url, asked)).toMatchObject({ code: 200, body: { status: "Success" } });
    expect(read(state, widget)?.metadata.resourceVersion).toBe(before);
  });

  test("warns of what webhooks are not asked", async () => {
    await create(
      state,
      { resource: "admissionregistration.k8s.io/v1/validatingwebhookconfigurations", name: "v" },
      {
        webhooks: [
          {
            name: "v.example.com",
            clientConfig: { service: { namespace: "default", name: "none" } },
            rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["DELETE"], resources: ["widgets"] }],
            matchConditions: [{ name: "c", expression: "true" }],
            admissionReviewVersions: ["v1"],
            sideEffects: "None",
            failurePolicy: "Ignore",
          },
        ],
      },
    );
    await create(state, widget);
    expect((await http.send("DELETE", `${widgets}/a`)).headers).toMatchObject({
      warning: ['299 - "matchConditions of webhook v.example.com are not evaluated by the embedded API server"'],
    });
  });
});

describe("DELETE of a collection", () => {
  beforeEach(async () => {
    await create(state, { ...configMap, name: "a" }, { metadata: { labels: { x: "1" } } });
    await create(state, { ...configMap, name: "b" }, { metadata: { labels: { x: "1" }, ...held.metadata } });
    await create(state, { ...configMap, name: "c" }, { metadata: { labels: { x: "2" } } });
    await create(state, { ...configMap, name: "d", namespace: "kube-system" }, { metadata: { labels: { x: "1" } } });
  });
  const left = async (): Promise<unknown[]> => {
    const { items } = (await http.send("GET", "/api/v1/configmaps")).body as {
      items: { metadata: { name: string } }[];
    };
    return items.map(({ metadata }) => metadata.name);
  };

  test.each([
    { url: configMaps, deleted: ["a", "b", "c"], want: ["b", "d"] },
    { url: `${configMaps}?labelSelector=x%3D1`, deleted: ["a", "b"], want: ["b", "c", "d"] },
    { url: `${configMaps}?fieldSelector=metadata.name%3Dnone`, deleted: [], want: ["a", "b", "c", "d"] },
    { url: `${configMaps}?dryRun=All`, deleted: ["a", "b", "c"], want: ["a", "b", "c", "d"] },
  ])("$url", async ({ url, deleted, want }) => {
    const reply = await http.send("DELETE", url);
    const items = deleted.map((name) => expect.objectContaining({ metadata: expect.objectContaining({ name }) }));
    expect(reply).toMatchObject({ code: 200, body: { kind: "ConfigMapList" } });
    expect(reply.body).toHaveProperty("items", items);
    expect(await left()).toEqual(want);
  });

  test("is not allowed for all namespaces of a built-in kind", async () => {
    const reply = await http.send("DELETE", "/api/v1/configmaps?labelSelector=x%3D1");
    expect(reply).toMatchObject({ code: 405, body: { reason: "MethodNotAllowed" } });
    expect(await left()).toEqual(["a", "b", "c", "d"]);
  });

  test("follows its options for each object", async () => {
    await http.send("DELETE", configMaps, { json: { propagationPolicy: "Orphan" } });
    expect(read(state, { ...configMap, name: "a" })?.metadata.finalizers).toEqual(["orphan"]);
  });

  test("ends with the first error, but not with an object that was deleted in between", async () => {
    const json = { preconditions: { uid: read(state, configMap)?.metadata.uid } };
    expect(await http.send("DELETE", configMaps, { json })).toMatchObject({ code: 409, body: { reason: "Conflict" } });
    expect(await left()).toEqual(["b", "c", "d"]);
    const both = [http.send("DELETE", configMaps), http.send("DELETE", configMaps)];
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([200, 200]);
  });
});

describe("GET of one object", () => {
  beforeEach(() => create(state, widget, { spec: {} }));

  test("answers with it", async () => {
    expect(await http.send("GET", `${widgets}/a`)).toMatchObject({ code: 200, body: read(state, widget) });
  });

  test("answers with its metadata when that is accepted", async () => {
    const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    const reply = await http.send("GET", `${widgets}/a`, { headers: { accept } });
    const { metadata } = read(state, widget) ?? {};
    expect(reply.body).toEqual({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata });
  });

  test.each([
    { url: `${widgets}/b`, code: 404, message: 'widgets.example.com "b" not found' },
    { url: "/apis/example.com/v1/namespaces/other/widgets/a", code: 404, message: 'widgets.example.com "a" not found' },
    {
      url: `${widgets}/a?resourceVersion=9999`,
      code: 504,
      message: /^Timeout: Too large resource version: 9999, current: \d+$/,
    },
    { url: `${widgets}/b?resourceVersion=x`, code: 400, message: /^Invalid value: "x": resourceVersion: / },
  ])("$url is rejected with $code", async ({ url, code, message }) => {
    const reply = await http.send("GET", url);
    expect(reply).toMatchObject({ code, body: { message: expect.stringMatching(message) } });
  });

  test("at a version up to the current one is served", async () => {
    const url = `${widgets}/a?resourceVersion=${state.store.revision}`;
    expect((await http.send("GET", url)).code).toBe(200);
  });
});

test.each([
  { method: "POST", url: widgets, kind: "CreateOptions" },
  { method: "PUT", url: `${widgets}/a`, kind: "UpdateOptions" },
  { method: "PATCH", url: `${widgets}/a`, kind: "PatchOptions" },
  { method: "DELETE", url: `${widgets}/a`, kind: "DeleteOptions" },
  { method: "DELETE", url: widgets, kind: "DeleteOptions" },
])("options of a $method that are wrong are $kind", async ({ method, url, kind }) => {
  const asked = { json: method === "DELETE" ? {} : body(), headers: method === "PATCH" ? merge : {} };
  expect(await http.send(method, `${url}?dryRun=Some`, asked)).toMatchObject({
    code: 422,
    body: {
      reason: "Invalid",
      message: `${kind}.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"`,
      details: { group: "meta.k8s.io", kind, causes: [{ reason: "FieldValueNotSupported", field: "dryRun" }] },
    },
  });
});

test("GET of a collection honors the namespace and the query", async () => {
  await create(state, configMap);
  await create(state, { ...configMap, name: "b" });
  await create(state, { ...configMap, namespace: "kube-system" });
  const named = (name: string): object => ({ metadata: { name, namespace: "default" } });
  const reply = await http.send("GET", `${configMaps}?fieldSelector=metadata.name%3Db`);
  expect(reply).toMatchObject({ code: 200, body: { kind: "ConfigMapList", items: [named("b")] } });
  expect((await http.send("GET", configMaps)).body).toMatchObject({ items: [named("a"), named("b")] });
});
