// A write after which conversions could not read what they have kept themselves is rejected. The converters are written by hand.
import type { Converter } from "@capstan/contract/codegen/v1";
import { contractErrors } from "@capstan/contract";
import { diagnose, type UnstructuredObject } from "@capstan/kube";
import type { ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { convertibleRoute } from "./convertible.ts";

const group = "example.org";

/** Reports an unreadable annotation on the way to a version. */
function failing(toVersion: string): Converter {
  return {
    group,
    kind: "Foo",
    hub: `${group}/v2`,
    versions: [`${group}/v2`, `${group}/v1`],
    convert(object, apiVersion, context) {
      const problem = diagnose(contractErrors, "conversion/data-unreadable");
      if (apiVersion === `${group}/${toVersion}`) context?.report?.(problem);
      // It has all that the check reads of an object.
      return { ...(object as UnstructuredObject), apiVersion };
    },
  };
}

async function created(converter: Converter, version: string): Promise<string> {
  const object = { apiVersion: `${group}/${version}`, kind: "Foo", metadata: { name: "a" } };
  const request = { uid: "7", kind: { group, version, kind: "Foo" }, operation: "CREATE", object };
  const body = Buffer.from(JSON.stringify({ kind: "AdmissionReview", request }));
  // The route reads nothing else of a request.
  const http = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const answer = await convertibleRoute([converter]).handle(http);
  // It is the route's own answer.
  const { response } = JSON.parse(String(answer.body)) as { response: { status?: { message: string } } };
  return response.status?.message ?? "";
}

const lost =
  "conversion/data-unreadable: Foo/a would lose what is kept of it in example.org/v1: the conversion-data annotation is not a JSON object; do not edit the annotation cluster.x-k8s.io/conversion-data";

test.each([
  ["that conversions wrote in the hub", "v1", "v1", lost],
  ["that conversions wrote in another version", "v2", "v2", lost],
  ["that a user wrote in the hub's version", "v2", "v1", ""],
])("data %s", async (_, version, toVersion, message) => {
  expect(await created(failing(toVersion), version)).toBe(message);
});
