// What the server sets in built-in kinds, and what of them is immutable.
import { describe, expect, test } from "vitest";
import type { ApiObject } from "./api-kind.ts";
import { behaviors } from "./builtin-behavior.ts";

const object = (kind: string, more: object = {}): ApiObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name: "a" },
  ...more,
});
const base64 = (content: string): string => Buffer.from(content).toString("base64");

/** The object as it is after a write over `old`, or after its creation. */
function prepared(id: string, given: ApiObject, old?: ApiObject, subresource = ""): ApiObject {
  const next = structuredClone(given);
  behaviors[id]?.prepare?.(next, old === undefined ? undefined : { old, subresource });
  return next;
}

describe("a namespace", () => {
  const held = object("Namespace", { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } });

  test("gets its label, finalizer and phase", () => {
    const given = object("Namespace", { metadata: { name: "a", labels: { x: "y" } }, spec: { finalizers: [] } });
    expect(prepared("/Namespace", given)).toEqual({
      ...held,
      metadata: { name: "a", labels: { x: "y", "kubernetes.io/metadata.name": "a" } },
    });
  });

  test.each([
    { subresource: "", want: ["kubernetes"] },
    { subresource: "status", want: ["kubernetes"] },
    { subresource: "finalize", want: [] },
  ])("keeps its finalizers except through finalize ($subresource)", ({ subresource, want }) => {
    const next = prepared("/Namespace", object("Namespace", { spec: { finalizers: [] } }), held, subresource);
    expect(next).toMatchObject({
      spec: { finalizers: want },
      metadata: { labels: { "kubernetes.io/metadata.name": "a" } },
    });
    expect(next).not.toHaveProperty("status");
  });

  test("is terminating before it is deleted", () => {
    const next = structuredClone(held);
    behaviors["/Namespace"]?.beforeDelete?.(next);
    expect(next["status"]).toEqual({ phase: "Terminating" });
  });
});

test.each([
  { name: "has a type", given: {}, want: { type: "Opaque" } },
  { name: "keeps its type", given: { type: "x/y", data: { a: "YQ==" } }, want: { type: "x/y", data: { a: "YQ==" } } },
  {
    name: "stores stringData as data",
    given: { stringData: { a: "1", b: "ü" }, data: { a: "old", c: "kept" } },
    want: { type: "Opaque", data: { a: base64("1"), b: base64("ü"), c: "kept" } },
  },
  {
    name: "stores stringData without data",
    given: { stringData: { a: "1" } },
    want: { type: "Opaque", data: { a: base64("1") } },
  },
])("a Secret $name", ({ given, want }) => {
  expect(prepared("/Secret", object("Secret", given))).toStrictEqual(object("Secret", want));
});

describe("a Service", () => {
  const address = expect.stringMatching(/^10\.0\.\d{1,3}\.\d{1,3}$/);
  const defaults = { type: "ClusterIP", sessionAffinity: "None", clusterIP: address };
  const old = object("Service", { spec: { clusterIP: "10.0.0.7" } });

  test.each([
    { name: "without a spec", given: {}, before: undefined, want: defaults },
    {
      name: "with its own values",
      given: { spec: { type: "NodePort", sessionAffinity: "ClientIP", clusterIP: "None" } },
      before: old,
      want: { type: "NodePort", sessionAffinity: "ClientIP", clusterIP: "None" },
    },
    { name: "keeps its address", given: { spec: {} }, before: old, want: { ...defaults, clusterIP: "10.0.0.7" } },
    { name: "over one without a spec", given: {}, before: object("Service"), want: defaults },
    {
      name: "of a name outside has no address",
      given: { spec: { type: "ExternalName", externalName: "x" } },
      before: undefined,
      want: { type: "ExternalName", externalName: "x", sessionAffinity: "None" },
    },
  ])("$name", ({ given, before, want }) => {
    expect(prepared("/Service", object("Service", given), before)["spec"]).toEqual(want);
  });

  test("has an address of its own, and all are valid", () => {
    const all = Array.from({ length: 600 }, () => prepared("/Service", object("Service")));
    const addresses = all.map(({ spec }) => (spec as { clusterIP: string }).clusterIP);
    expect(new Set(addresses).size).toBe(600);
    const lasts = addresses.map((one) => one.split(".").map(Number));
    expect(lasts.every(([a, b, c = -1, d = 0]) => a === 10 && b === 0 && c >= 0 && c < 256 && d > 0 && d < 255)).toBe(
      true,
    );
  });
});

describe("webhook configurations", () => {
  const id = (kind: string): string => `admissionregistration.k8s.io/${kind}WebhookConfiguration`;
  const defaults = {
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    timeoutSeconds: 10,
    namespaceSelector: {},
    objectSelector: {},
  };
  const given = object("X", {
    webhooks: [
      {
        name: "a",
        clientConfig: { service: { name: "s", namespace: "n" } },
        rules: [{ resources: ["pods"] }, { resources: ["nodes"], scope: "Cluster" }],
        timeoutSeconds: 3,
      },
      { name: "b", clientConfig: { url: "https://x" } },
      { name: "c", clientConfig: { service: { name: "s", port: 8443 } } },
      "no webhook",
    ],
  });
  const completed = [
    {
      ...defaults,
      name: "a",
      clientConfig: { service: { name: "s", namespace: "n", port: 443 } },
      rules: [
        { resources: ["pods"], scope: "*" },
        { resources: ["nodes"], scope: "Cluster" },
      ],
      timeoutSeconds: 3,
    },
    { ...defaults, name: "b", clientConfig: { url: "https://x" }, rules: [] },
    { ...defaults, name: "c", clientConfig: { service: { name: "s", port: 8443 } }, rules: [] },
  ];

  test("validating ones get their defaults", () => {
    expect(prepared(id("Validating"), given)["webhooks"]).toEqual(completed);
  });

  test("mutating ones are not called again by default", () => {
    const want = completed.map((webhook) => ({ ...webhook, reinvocationPolicy: "Never" }));
    expect(prepared(id("Mutating"), given)["webhooks"]).toEqual(want);
  });

  test("without webhooks they stay as they are", () => {
    expect(prepared(id("Mutating"), object("X"))).toStrictEqual(object("X"));
  });
});

describe("immutable", () => {
  const why = "field is immutable when `immutable` is set";
  const fields = (id: string, next: object, old?: object): unknown =>
    behaviors[id]
      ?.validate?.(object("X", next), old === undefined ? undefined : object("X", old))
      .map(({ field, message }) => [field, message]);
  const forbidden = (...names: string[]): unknown => names.map((name) => [name, `Forbidden: ${why}`]);

  test.each([
    { id: "/Secret", old: undefined, next: { immutable: true, data: { a: "1" } }, want: [] },
    { id: "/Secret", old: { data: {} }, next: { data: { a: "1" }, type: "x" }, want: [] },
    { id: "/Secret", old: { immutable: false, data: {} }, next: { data: { a: "1" } }, want: [] },
    { id: "/Secret", old: { immutable: true, data: {} }, next: { immutable: true, data: {}, other: 1 }, want: [] },
    { id: "/Secret", old: { immutable: true, data: {} }, next: { immutable: true, data: { a: "1" } }, want: ["data"] },
    { id: "/Secret", old: { immutable: true, type: "x" }, next: { immutable: true, type: "y" }, want: ["type"] },
    { id: "/Secret", old: { immutable: true }, next: {}, want: ["immutable"] },
    { id: "/Secret", old: { immutable: true }, next: { immutable: false, type: "y" }, want: ["type", "immutable"] },
    {
      id: "/ConfigMap",
      old: { immutable: true, binaryData: {} },
      next: { immutable: true, data: {}, type: "y" },
      want: ["data", "binaryData"],
    },
  ])("$id: $old over $next", ({ id, old, next, want }) => {
    expect(fields(id, next, old)).toEqual(forbidden(...want));
  });
});
