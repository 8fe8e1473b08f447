// The check of a write tries what lists do while any version is the stored one: each version is converted to each other one, and none becomes too large.
import { type Converter, converterOf, seconds } from "@capstan/contract/codegen/v1";
import type { UnstructuredObject } from "@capstan/kube";
import type { ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";

const group = "example.org";

/** The letters that each version has for one of `spec.count`. */
const lettersOf: Readonly<Record<string, number>> = { v1: 0, v2: 60, v3: 120 };

/** A number in v1, and a string in v2 and v3. */
const growing: Converter = {
  group,
  kind: "Foo",
  hub: `${group}/v2`,
  versions: Object.keys(lettersOf).map((version) => `${group}/${version}`),
  convert(object, apiVersion) {
    const { metadata, spec } = object as UnstructuredObject & { spec: { count: number } };
    const letters = (lettersOf[apiVersion.split("/")[1] ?? ""] ?? 0) * spec.count;
    return { apiVersion, kind: "Foo", metadata, spec: { count: spec.count, text: "x".repeat(letters) } };
  },
};

async function call(route: ReturnType<typeof conversionRoute>, review: object): Promise<Record<string, unknown>> {
  const body = async (): Promise<Uint8Array> => Buffer.from(JSON.stringify(review));
  // The routes read nothing else of a request.
  const answer = await route.handle({ body, signal: new AbortController().signal } as unknown as ServeRequest);
  return (JSON.parse(Buffer.from(answer.body as Uint8Array).toString()) as { response: Record<string, unknown> })
    .response;
}

const foo = (version: string, count: number, metadata: object = {}): object => ({
  apiVersion: `${group}/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...metadata },
  spec: { count, text: "x".repeat((lettersOf[version] ?? 0) * count) },
});

/** The answer to a creation; empty when it is allowed. */
async function created(version: string, count: number, metadata?: object): Promise<string> {
  const request = { uid: "7", kind: { group, version, kind: "Foo" }, object: foo(version, count, metadata) };
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
  const { status } = await call(convertibleRoute([growing]), review);
  return ((status ?? {}) as { message?: string }).message ?? "";
}

/** The answer about a stored object. */
async function read(object: object, version: string): Promise<unknown> {
  const request = { uid: "7", desiredAPIVersion: `${group}/${version}`, objects: [object] };
  return (
    await call(conversionRoute([growing]), { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request })
  )["result"];
}

test("an object is rejected that one version would make too large of another, whatever version is stored", async () => {
  expect(await created("v2", 5000)).toBe("");
  // Each step by way of the hub would be small enough.
  expect(await created("v2", 15_000)).toMatch(
    /^conversion\/answer-too-large: .* could fail the lists of example.org\/v3/,
  );
  expect(await created("v1", 15_000)).toMatch(/^conversion\/answer-too-large/);
});

test("objects that each may be stored do not fail a list of all of them", async () => {
  const count = 5000;
  expect(await created("v1", count)).toBe("");
  const objects = Array.from({ length: 50 }, () => foo("v1", count));
  const request = { uid: "7", desiredAPIVersion: `${group}/v3`, objects };
  const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request };
  // They have 30 MB together.
  expect((await call(conversionRoute([growing]), review))["result"]).toEqual({ status: "Success" });
});

test("managed fields, which go without a check, make no object larger", async () => {
  const managedFields = [{ manager: "m", fieldsV1: { "f:a": "x".repeat(2_000_000) } }];
  expect(await created("v1", 20_000, { managedFields })).toMatch(/^conversion\/answer-too-large/);
});

test("what the check has beside the stored object does not make it larger than lists allow", async () => {
  // 262,144 bytes of an annotation can be six times as many in the fields that they become, which the API server drops then.
  const dropped = 6 * 262_144;
  const most = 2 * dropped + 1024 * 1024;
  const count = Math.floor(most / 120);
  expect(await read(foo("v1", count), "v3")).toEqual({ status: "Success" });
});

/** A duration in the older version, and a number in the hub. */
const timed: Converter = converterOf({
  group,
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: { fields: [{ older: ["spec", "timeout"], newer: ["spec", "seconds"], as: seconds() }] },
});

/** The answer to a write of a timeout; empty when it is allowed. */
async function written(timeout: string, oldTimeout?: string): Promise<string> {
  const withTimeout = (value: string): object => ({ ...foo("v1", 0), spec: { timeout: value } });
  const oldObject = oldTimeout === undefined ? null : withTimeout(oldTimeout);
  const request = { uid: "7", kind: { group, version: "v1", kind: "Foo" }, object: withTimeout(timeout), oldObject };
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
  const { status } = await call(convertibleRoute([timed]), review);
  return ((status ?? {}) as { message?: string }).message ?? "";
}

test("a string that is no duration is rejected where the hub has a number", async () => {
  expect(await written("90s")).toBe("");
  expect(await written("soon")).toBe(
    'conversion/no-duration: Foo/a would have no value for a field in example.org/v2: soon is not a duration, so the newer version has no value for it; write a duration such as "90s" or "1m30s"',
  );
  // One from before there was a check can be changed.
  expect(await written("later", "soon")).toBe("");
});
