// What conversions get of server-side apply: before the real server drops nulls and sets defaults, it converts the object, to compare what the managers
// of other versions own.
import type { UnstructuredObject } from "@capstan/kube";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestEnv, type TestEnv } from "../../src/start.ts";
import type { Answer } from "./probe.ts";
import { createCaller, type Caller } from "./run-probe.ts";
import { startProbeWebhook, type ProbeWebhook } from "./webhook-server.ts";

const converted: unknown[] = [];
let converter: ProbeWebhook;
let env: TestEnv;
let caller: Caller;

beforeAll(async () => {
  converter = await startProbeWebhook({
    convert: (object, apiVersion) => ({ ...object, apiVersion }),
    converted: (objects: readonly UnstructuredObject[]) => converted.push(...objects.map(({ spec }) => spec)),
  });
  env = await startTestEnv({ backend: "envtest" });
  await env.applyCrds([definition(converter)]);
  caller = createCaller(env.credentials);
});
afterAll(async () => {
  caller.close();
  await env.stop();
  await converter[Symbol.asyncDispose]();
});

function apply(manager: string, version: string, spec: object): Promise<Answer> {
  const object = { apiVersion: `applied.test/${version}`, kind: "Owned", metadata: { name: "a" }, spec };
  return caller.send({
    method: "PATCH",
    path: `/apis/applied.test/${version}/owneds/a?fieldManager=${manager}&force=true`,
    headers: { "content-type": "application/apply-patch+yaml" },
    text: JSON.stringify(object),
  });
}

test("a null of a field with a default is converted as it was sent, and stored as the default", async () => {
  expect(await apply("first", "v1", { note: "n" })).toMatchObject({ status: 201, body: { spec: { kind: "Secret" } } });
  expect(await apply("second", "v1beta1", { other: "o" })).toMatchObject({ status: 200 });
  converted.length = 0;
  const applied = await apply("first", "v1", { note: "n", kind: null });
  expect(applied).toMatchObject({ status: 200, body: { spec: { note: "n", other: "o", kind: "Secret" } } });
  expect(converted).toContainEqual({ note: "n", other: "o", kind: null });
});

function definition({ url, caBundle }: ProbeWebhook): object {
  const text = { type: "string" };
  const spec = { type: "object", properties: { note: text, other: text, kind: { ...text, default: "Secret" } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const webhook = { clientConfig: { url: `${url}/convert`, caBundle }, conversionReviewVersions: ["v1"] };
  const names = { kind: "Owned", plural: "owneds" };
  const versions = ["v1", "v1beta1"].map((name) => ({ name, served: true, storage: name === "v1", schema }));
  const conversion = { strategy: "Webhook", webhook };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "owneds.applied.test" },
    spec: { group: "applied.test", scope: "Cluster", names, versions, conversion },
  };
}
