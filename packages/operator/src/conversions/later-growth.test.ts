// Space for what the API server adds without asking webhooks: an object that a user has filled as far as the check allows stays readable, whatever is deleted and scaled.
import { type ConversionPlan, converterOf } from "@capstan/contract/codegen/v1";
import { jsonSize } from "@capstan/kube";
import type { Route, ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";
import { growthOf } from "./later-growth.ts";
import { storedJson } from "./stored-json.ts";

const bytes = (json: string): Buffer => Buffer.from(json);

test.each([
  ["nothing yet", '{"metadata":{"name":"a"},"spec":{}}', 13],
  ["no spec", '{"metadata":{}}', 13],
  ["replicas", '{"metadata":{"name":"a"},"spec":{"a":1,"replicas":3}}', 5],
  ["a finalizer of its own", '{"metadata":{"finalizers":["a/b"]},"spec":{"replicas":3}}', 4],
  ["no finalizer any more", '{"metadata":{"finalizers":[]},"spec":{"replicas":3}}', 4],
  [
    "all of a delete but the other finalizer",
    '{"metadata":{"deletionGracePeriodSeconds":0,"deletionTimestamp":"x","finalizers":["a/b","foregroundDeletion"]},"spec":{"replicas":3}}',
    1,
  ],
  ["what is no JSON", '{"metadata":{"finalizers":[', 13],
])("an object with %s can grow by some values", (_, json, values) => {
  expect(growthOf(bytes(json)).values).toBe(values);
});

test("the digits of replicas can become ten", () => {
  const growth = (replicas: number): number => growthOf(bytes(storedJson({ spec: { replicas } }))).annotationBytes;
  expect([growth(1), growth(100), growth(2_147_483_647)]).toEqual([9, 7, 0]);
});

const group = "example.org";
const note = { newer: ["status", "note"], shape: "string" } as const;
const plan: ConversionPlan = {
  group,
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: { fields: [note] },
};
/** A kind whose older version has no replicas. */
const keeping: ConversionPlan = {
  ...plan,
  kind: "Bar",
  rules: { fields: [note, { newer: ["spec", "replicas"], shape: "int32" }] },
};
const converters = [plan, keeping].map((one) => converterOf(one));
const limits = { jsonValues: 8000, jsonShapes: 5000, bodyBytes: 1_000_000 };
const routes = { check: convertibleRoute(converters, { limits }), convert: conversionRoute(converters, { limits }) };

async function call(route: Route, review: object): Promise<{ status?: { message: string }; result?: object }> {
  const body = bytes(storedJson(review));
  // The routes read nothing else of a request.
  const http = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const answer = await route.handle(http);
  // It is the route's own answer.
  return (JSON.parse(Buffer.from(answer.body as Uint8Array).toString()) as { response: object }).response;
}

interface Foo {
  readonly kind: string;
  readonly metadata: { readonly finalizers?: readonly string[]; readonly [name: string]: unknown };
  readonly spec: { readonly keys?: readonly string[]; readonly replicas?: number; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

/** What a write is rejected with; empty when it is not. */
async function write(object: Foo, oldObject: Foo | null, subResource?: string): Promise<string> {
  const kind = { group, version: "v2", kind: object.kind };
  const request = { uid: "7", kind, ...(subResource && { subResource }), object, oldObject };
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
  return (await call(routes.check, review)).status?.message ?? "";
}

/** Whether lists of the older version have it. */
async function expectReadable(object: Foo): Promise<void> {
  const request = { uid: "1", desiredAPIVersion: `${group}/v1`, objects: [object] };
  const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request };
  expect((await call(routes.convert, review)).result).toEqual({ status: "Success" });
}

function foo(metadata: object = {}, spec: Foo["spec"] = {}): Foo {
  const name = { namespace: "n", name: "a" };
  return { apiVersion: `${group}/v2`, kind: "Foo", metadata: { ...name, ...metadata }, spec };
}

/** The object with so many values. */
function filled(object: Foo, values: number): Foo {
  const withKeys = (count: number): Foo => ({ ...object, spec: { ...object.spec, keys: Array(count).fill("") } });
  const none = { values: Number.POSITIVE_INFINITY, depth: 10, shapes: Number.POSITIVE_INFINITY };
  return withKeys(1 + values - jsonSize(bytes(storedJson(withKeys(1))), none).values);
}

/** What a delete makes of an object that has finalizers. */
function deleted(object: Foo, finalizer: string): Foo {
  const { finalizers = [], ...metadata } = object.metadata;
  const kept = finalizers.filter((one) => one !== "orphan" && one !== "foregroundDeletion");
  const pending = { deletionGracePeriodSeconds: 0, deletionTimestamp: "2026-01-01T00:00:00Z" };
  return { ...object, metadata: { ...metadata, ...pending, finalizers: [...kept, finalizer] } };
}

const scaled = (object: Foo): Foo => ({ ...object, spec: { ...object.spec, replicas: 2_147_483_647 } });

/** An object in which a status has taken a part of what users leave, so that they can take the rest. */
const started = filled(foo({ finalizers: ["x/y"] }), 7600);

test.each<[string, (object: Foo) => Foo]>([
  ["is deleted", (object) => deleted(object, "foregroundDeletion")],
  ["is deleted twice", (object) => deleted(deleted(object, "orphan"), "foregroundDeletion")],
  ["is scaled", scaled],
  ["is scaled and deleted", (object) => deleted(scaled(object), "foregroundDeletion")],
])("an object that users fill and fill again can be read after it %s", async (_, grow) => {
  let stored = started;
  // The last one has been deleted and scaled before, and is filled without its replicas.
  for (const before of [started, grow(started), foo(deleted(scaled(started), "orphan").metadata)]) {
    const full = limits.jsonValues - growthOf(bytes(storedJson(before))).values;
    expect(await write(filled(before, full + 1), stored)).toContain("serve/json-too-many-values");
    expect(await write(filled(before, full), stored)).toBe("");
    stored = grow(filled(before, full));
    await expectReadable(stored);
    expect(await write(stored, stored)).toBe("");
  }
});

test("a write of the status leaves as much, and so does a create", async () => {
  const full = limits.jsonValues - growthOf(bytes(storedJson(started))).values;
  expect(await write(filled(started, full + 1), started, "status")).toContain("serve/json-too-many-values");
  expect(await write(filled(started, full), started, "status")).toBe("");
  expect(await write(filled(started, 7501), null)).toContain("serve/json-too-many-values");
});

test("an object from before this check, which left no room, can be changed, and deleted", async () => {
  const before = filled(started, limits.jsonValues);
  expect(await write(filled(foo({ labels: { a: "b" }, finalizers: ["x/y"] }), limits.jsonValues), before)).toBe("");
  expect(await write(filled(started, limits.jsonValues + 1), before)).toContain("serve/json-too-many-values");
  expect(await write(filled(foo(), limits.jsonValues - 2), before)).toBe("");
});

test("annotations leave room for replicas that are kept there", async () => {
  const annotated = (length: number): Foo => ({
    ...foo({ annotations: { a: "x".repeat(length - 1) } }),
    kind: "Bar",
    status: { note: "z".repeat(10_000) },
  });
  const stored = annotated(250_000);
  const largest = 262_144 - 256 - Buffer.byteLength('cluster.x-k8s.io/conversion-data{"status":{"note":""}}') - 10_000;
  expect(await write(annotated(largest + 1), stored)).toContain("conversion/data-too-large");
  const full = annotated(largest);
  expect(await write(full, stored)).toBe("");
  expect(await write(annotated(largest + 1), stored, "status")).toContain("conversion/data-too-large");
  await expectReadable(scaled(full));
});

test("names of fields leave room for those that metadata and the spec have then", async () => {
  const names = (count: number): object[] =>
    Array.from({ length: count / 100 }, (_, i) =>
      Object.fromEntries(Array.from({ length: 100 }, (__, k) => [`n${i}-${k}`, ""])),
    );
  const status = (count: number): Promise<string> => write(foo({}, { list: names(count) }), foo(), "status");
  expect(await status(limits.jsonShapes - 400)).toBe("");
  expect(await status(limits.jsonShapes - 300)).toContain("serve/json-too-many-shapes");
});

test("bytes leave room for metadata", async () => {
  const long = (length: number): Foo => foo({}, { replicas: 1, long: "x".repeat(length) });
  expect(await write(long(limits.bodyBytes - 20_000), null)).toBe("");
  expect(await write(long(limits.bodyBytes - 16_000), null)).toContain("conversion/object-too-large");
  expect(await write(long(limits.bodyBytes - 16_000), long(limits.bodyBytes - 1000))).toBe("");
});
