// Webhooks of a provider's author as an API server calls them: `startProvider` serves and declares them without more.
import { ApiError, type Client, createClient, isNotFound } from "@capstan/client";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { coreCrds } from "@capstan/api/crds";
import { admitted, rejected } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { type RunningProvider, startProvider } from "../src/testing/start-provider.ts";

interface Foo extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "WebFoo"> {
  spec: { zone: string; size?: number; mode?: string };
}
interface FooTemplate extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "WebFooTemplate"> {
  spec: { template: { spec: Foo["spec"] } };
}
const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta1";
const Foo = resourceOf<Foo>(apiVersion, "WebFoo");
const FooTemplate = resourceOf<FooTemplate>(apiVersion, "WebFooTemplate");

const kit: ProviderKit<{ zones(): Promise<readonly string[]> }> = initProvider();

const seen: string[] = [];
const provider = kit.provider({
  name: "web-foo",
  type: "infrastructure",
  controllers: [],
  templates: [FooTemplate],
  webhooks: [
    kit.default(Foo, {
      create: ({ object, user }) => {
        object.spec.size ??= 1;
        seen.push(user.username);
      },
    }),
    kit.validate(Foo, {
      path: "/check-foos",
      immutable: ["spec.zone"],
      timeoutSeconds: 1,
      async create({ object, dryRun }, ctx) {
        const { mode, zone } = object.spec;
        if (mode === "throw") throw new Error("a secret");
        if (mode === "hang") await new Promise(() => undefined);
        if (mode === "dry") return rejected(`dryRun is ${dryRun}`);
        const supported = await ctx.services.zones();
        if (supported.includes(zone)) return undefined;
        return rejected([{ path: "spec.zone", type: "NotSupported", value: zone, supported }]);
      },
      update: ({ object, old }) =>
        object.spec.size === old.spec.size ? undefined : admitted({ warnings: ["it restarts"] }),
      delete: ({ object }) => (object.spec.mode === "keep" ? rejected("it is kept") : undefined),
    }),
  ],
});

function crd(kind: string): object {
  const plural = `${kind.toLowerCase()}s`;
  const spec = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.infrastructure.cluster.x-k8s.io` },
    spec: {
      group: "infrastructure.cluster.x-k8s.io",
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: "v1beta1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
}

let env: TestEnv;
let running: RunningProvider;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), crd("WebFoo"), crd("WebFooTemplate")] });
  running = startProvider(provider, { credentials: env.credentials, services: { zones: async () => ["a", "b"] } });
  client = running.client;
}, 120_000);
afterAll(async () => {
  await running.stop();
  await env.stop();
});

const key = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
const foo = (name: string, spec: Foo["spec"]): Foo => ({ apiVersion, kind: "WebFoo", metadata: key(name), spec });

async function errorOf(call: Promise<unknown>): Promise<Partial<ApiError>> {
  const error: unknown = await call.then(
    () => new Error("it did not fail"),
    (caught: unknown) => caught,
  );
  return error instanceof ApiError ? error : { message: String(error) };
}

test("the first write of a test waits for the webhooks", async () => {
  const created = await client.create(Foo, foo("first", { zone: "a" }));
  expect(created.spec).toEqual({ zone: "a", size: 1 });
  expect(seen).toHaveLength(1);
});

test("a rejected field reads as the API server's own, with its cause", async () => {
  const status = await errorOf(client.create(Foo, foo("wrong", { zone: "x" })));
  const because = 'Unsupported value: "x": supported values: "a", "b"';
  expect(status).toMatchObject({
    status: 422,
    reason: "Invalid",
    message: expect.stringContaining(
      `admission webhook "validate.webfoos.infrastructure.cluster.x-k8s.io" denied the request: WebFoo.infrastructure.cluster.x-k8s.io "wrong" is invalid: spec.zone: ${because}`,
    ),
    details: { kind: "WebFoo", causes: [{ reason: "FieldValueNotSupported", field: "spec.zone", message: because }] },
  });
});

test("an immutable field cannot change, also by a patch, and others can", async () => {
  await client.create(Foo, foo("fixed", { zone: "a" }));
  const patch = (spec: object): Promise<Foo> => client.patch(Foo, key("fixed"), { type: "merge", body: { spec } });
  expect((await errorOf(patch({ zone: "b" }))).message).toContain('spec.zone: Invalid value: "b": field is immutable');
  expect((await patch({ size: 2 })).spec.size).toBe(2);
});

test("the same field of a template is under its own rule", async () => {
  const template = {
    apiVersion,
    kind: "WebFooTemplate",
    metadata: key("t"),
    spec: { template: { spec: { zone: "a" } } },
  } as const;
  await client.create(FooTemplate, template);
  const body = { spec: { template: { spec: { zone: "b" } } } };
  expect((await errorOf(client.patch(FooTemplate, key("t"), { type: "merge", body }))).message).toContain(
    "WebFooTemplate spec.template is immutable",
  );
  const annotations = { "topology.cluster.x-k8s.io/dry-run": "" };
  const dry = { type: "merge", body: { ...body, metadata: { annotations } }, dryRun: true } as const;
  expect((await client.patch(FooTemplate, key("t"), dry)).spec.template.spec.zone).toBe("b");
});

test("a deletion can be rejected, and a dry run is told", async () => {
  await client.create(Foo, foo("kept", { zone: "a", mode: "keep" }));
  expect(await errorOf(client.delete(Foo, key("kept")))).toMatchObject({ status: 403, reason: "Forbidden" });
  expect(
    (await errorOf(client.create(Foo, foo("dry", { zone: "a", mode: "dry" }), { dryRun: true }))).message,
  ).toContain("dryRun is true");
});

test("a webhook that throws, and one that hangs, say so in time and reveal nothing", async () => {
  const thrown = await errorOf(client.create(Foo, foo("throws", { zone: "a", mode: "throw" })));
  expect(thrown.status).toBe(500);
  expect(thrown.message).toContain("the webhook validate.webfoos.infrastructure.cluster.x-k8s.io failed");
  expect(thrown.message).not.toContain("secret");
  const slow = await errorOf(client.create(Foo, foo("hangs", { zone: "a", mode: "hang" })));
  expect(slow.message).toContain("did not answer within 0.9 s");
  await expect(client.get(Foo, key("hangs"))).rejects.toSatisfy(isNotFound);
});

test("after `stop`, nothing calls the webhooks", async () => {
  const other = createClient(env.credentials);
  await running.stop();
  for (const resource of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration])
    expect((await other.list<KubeObject>(resource)).items).toEqual([]);
  const created = async (): Promise<unknown> =>
    other.create(Foo, foo(`after-${Date.now()}`, { zone: "x" })).catch(() => undefined);
  await expect.poll(created, { timeout: 10_000 }).toMatchObject({ spec: { zone: "x" } });
  other.close();
});
