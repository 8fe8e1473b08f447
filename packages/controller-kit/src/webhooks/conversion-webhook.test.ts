// Answers to ConversionReviews.
import { startServer, type RunningServer } from "@capstan/serve";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Converter } from "@capstan/api/codegen/v1";
import type { KubeObject, UnstructuredObject } from "@capstan/kube";
import { conversionRoute } from "./conversion-webhook.ts";

const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v2", "example.org/v1"],
  convert(object, apiVersion) {
    const { metadata, ...rest } = object as UnstructuredObject;
    if (metadata.name === "odd") throw new Error("spec.size is not a number");
    return { ...rest, metadata, apiVersion };
  },
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ host: "127.0.0.1", port: 0, routes: [conversionRoute([foo])] });
});
afterAll(() => server.close());

const object = (apiVersion: string, name: string, kind = "Foo"): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

async function review(objects: readonly KubeObject[]): Promise<unknown> {
  const request = { uid: "7", desiredAPIVersion: "example.org/v2", objects };
  const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
  const response = await fetch(`${server.url}/convert`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  return ((await response.json()) as { response: unknown }).response;
}

test("converts the objects that are not in the desired version, in order", async () => {
  expect(await review([object("example.org/v1", "a"), object("example.org/v2", "b")])).toEqual({
    uid: "7",
    result: { status: "Success" },
    convertedObjects: [object("example.org/v2", "a"), object("example.org/v2", "b")],
  });
});

test.each([
  { name: "a conversion that throws", objects: [object("example.org/v1", "odd")], want: "spec.size is not a number" },
  {
    name: "an unknown kind",
    objects: [object("example.org/v1", "a", "Bar")],
    want: "Bar of example.org/v1 has no conversion here",
  },
])("$name fails the review with its text", async ({ objects, want }) => {
  expect(await review(objects)).toEqual({
    uid: "7",
    result: { status: "Failure", message: want },
    convertedObjects: [],
  });
});

test("a body that is not a review is rejected", async () => {
  const response = await fetch(`${server.url}/convert`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "the body is not a ConversionReview with a request" },
  ]);
});
