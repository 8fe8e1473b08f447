// Reviews of many megabytes. They are not beside the source: each mutant of it would run them, and counting what they reach takes time.
import type { Converter } from "@capstan/contract/codegen/v1";
import type { UnstructuredObject } from "@capstan/kube";
import { startServer, type RunningServer } from "@capstan/serve";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversionRoute } from "../src/conversions/conversion-webhook.ts";
import { splitReview } from "../src/conversions/review-parts.ts";

const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v2", "example.org/v1"],
  convert: (object, apiVersion) => ({ ...(object as UnstructuredObject), apiVersion }),
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ host: "127.0.0.1", port: 0, routes: [conversionRoute([foo])] });
});
afterAll(() => server.close());

const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<readonly [number, string]> => {
  const response = await fetch(`${server.url}/convert`, { method: "POST", body });
  return [response.status, await response.text()];
};
const reviewOf = (objects: string): string =>
  `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"7","desiredAPIVersion":"example.org/v2","objects":${objects}}}`;

test("what the API server accepts as metadata fails no review", async () => {
  const fields = `${'{"f:a":'.repeat(9000)}{}${"}".repeat(9000)}`;
  const labels = Object.fromEntries(Array.from({ length: 160_000 }, (_, i) => [`l${i.toString(36)}`, ""]));
  const metadata = JSON.stringify({ name: "a", labels }).replace("{", `{"managedFields":[{"fieldsV1":${fields}}],`);
  const [status, text] = await post(
    reviewOf(`[{"apiVersion":"example.org/v1","kind":"Foo","metadata":${metadata},"spec":{"minutes":1}}]`),
  );
  const { response } = JSON.parse(text) as { response: { result: object; convertedObjects: { metadata: object }[] } };
  expect([status, response.result]).toEqual([200, { status: "Success" }]);
  expect(response.convertedObjects[0]?.metadata).toEqual({ name: "a", labels });
});

test("a review of 20 MB is answered", async () => {
  const large = {
    apiVersion: "example.org/v1",
    kind: "Foo",
    metadata: { name: "a" },
    spec: { text: "x".repeat(1_000_000) },
  };
  const [status, text] = await post(reviewOf(JSON.stringify(Array.from({ length: 20 }, () => large))));
  expect([status, text.length > 20_000_000, text.includes('"status":"Success"')]).toEqual([200, true, true]);
});

test("a review beyond 64 MiB fails", async () => {
  const [status, text] = await post(new Uint8Array(64 * 1024 * 1024 + 1));
  expect([status, text]).toEqual([
    200,
    expect.stringContaining('"status":"Failure","message":"serve/body-too-large: '),
  ]);
});

test.each(["[", "{", "[],", '"\\\\"', '"objects":['])("many %s need little time", async (piece) => {
  const text = new TextEncoder().encode(`{"request":{"objects":[${piece.repeat(300_000)}`);
  const before = process.threadCpuUsage();
  await splitReview(text, Number.POSITIVE_INFINITY);
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
