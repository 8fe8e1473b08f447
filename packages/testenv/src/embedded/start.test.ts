// A running server over HTTPS: credentials, definitions, Services, controllers and its end.
import { formatKubeconfig, isCapstanError } from "@capstan/kube";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Caller, createCaller } from "../../test/probes/run-probe.ts";
import type { Answer } from "../../test/probes/probe.ts";
import { widgetCrd } from "../../test/server.ts";
import { startWebhook } from "../../test/webhook.ts";
import { type EmbeddedEnv, startEmbedded, type StartEmbeddedOptions } from "./start.ts";

interface Running {
  readonly env: EmbeddedEnv;
  readonly send: (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Answer>;
}

async function start(options?: StartEmbeddedOptions): Promise<Running> {
  const env = await startEmbedded(options);
  onTestFinished(() => env.stop());
  const caller: Caller = createCaller(env.credentials);
  onTestFinished(() => caller.close());
  return {
    env,
    send: (method, path, body) =>
      caller.send({
        method,
        path,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { text: JSON.stringify(body) }),
      }),
  };
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string, metadata: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
});

test("the credentials are those of an administrator", async () => {
  const { env, send } = await start();
  expect([env.backend, env.credentials.server]).toEqual([
    "embedded",
    expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
  ]);
  expect(env.kubeconfig()).toBe(formatKubeconfig(env.credentials));
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  expect(await send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", review)).toMatchObject({
    status: 201,
    body: {
      status: { userInfo: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] } },
    },
  });
});

test("other users have credentials of their own", async () => {
  const { env } = await start();
  const jane = createCaller(env.addUser({ name: "jane", groups: ["developers", "testers"] }));
  onTestFinished(() => jane.close());
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const headers = { "content-type": "application/json" };
  const answer = await jane.send({ method: "POST", path, headers, text: JSON.stringify(review) });
  const groups = ["developers", "testers", "system:authenticated"];
  expect(answer).toMatchObject({ body: { status: { userInfo: { username: "jane", groups } } } });
});

test("callers without a certificate are Unauthorized", async () => {
  const { env } = await start();
  const anonymous = createCaller(env.credentials, { anonymous: true });
  onTestFinished(() => anonymous.close());
  expect(await anonymous.send({ method: "GET", path: configMaps })).toMatchObject({ status: 401 });
});

test("a server listens on its port, and the next one on the same after its end", async () => {
  const { env } = await start();
  const port = Number(new URL(env.credentials.server).port);
  await env.stop();
  const next = await start({ embedded: { port } });
  expect(next.env.credentials.server).toBe(env.credentials.server);
});

test("a stopped server does not answer, and can be stopped again", async () => {
  const { env, send } = await start();
  await env[Symbol.asyncDispose]();
  await env.stop();
  await expect(send("GET", configMaps)).rejects.toThrow("ECONNREFUSED");
});

describe("definitions", () => {
  test("are served from the start, and are added or replaced later", async () => {
    const { env, send } = await start({ crds: [widgetCrd()] });
    expect((await send("GET", "/apis/example.com/v1/widgets")).status).toBe(200);
    expect((await send("GET", "/apis/example.com/v1/gadgets")).status).toBe(404);
    const crd = widgetCrd();
    const names = { ...crd.spec.names, shortNames: ["w"] };
    await env.applyCrds([{ ...crd, spec: { ...crd.spec, names } }, widgetCrd("Cluster")]);
    const { body } = await send("GET", "/apis/example.com/v1");
    expect((body as { resources: object[] }).resources).toMatchObject([
      { name: "widgets", shortNames: ["w"] },
      { name: "widgets/status" },
      { name: "gadgets" },
      { name: "gadgets/status" },
    ]);
  });

  test("belong to the caller", async () => {
    const crd = widgetCrd();
    const before = structuredClone(crd);
    await start({ crds: [crd] });
    expect(crd).toEqual(before);
  });

  test.each([
    { crd: { kind: "Secret" }, got: '{"kind":"Secret"}' },
    { crd: { kind: "Secret", metadata: { name: "a" } }, got: '{"kind":"Secret","name":"a"}' },
    { crd: { kind: "CustomResourceDefinition", metadata: {} }, got: '{"kind":"CustomResourceDefinition"}' },
    { crd: { kind: "CustomResourceDefinition", metadata: 1 }, got: '{"kind":"CustomResourceDefinition"}' },
    { crd: [], got: "{}" },
  ])("are expected instead of $crd", async ({ crd, got }) => {
    const error: unknown = await startEmbedded({ crds: [crd] }).catch((caught: unknown) => caught);
    expect(isCapstanError(error, "testenv/not-a-crd") && error.message).toBe(
      `expected a CustomResourceDefinition with a name, got ${got}`,
    );
  });

  test("that are invalid are rejected", async () => {
    const { env } = await start();
    const crd = { ...widgetCrd(), spec: {} };
    const error: unknown = await env.applyCrds([crd]).catch((caught: unknown) => caught);
    expect(isCapstanError(error, "testenv/crd-rejected") && error.message).toBe(
      'the embedded API server rejects the definition widgets.example.com: CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: [spec.group: Required value, spec.names: Required value, spec.scope: Required value, spec.versions: Required value]',
    );
    expect(error).toMatchObject({ cause: { status: { reason: "Invalid" } } });
  });

  test("that cannot be read are the caller's error", async () => {
    const crd = { ...widgetCrd(), toJSON: 1, spec: () => undefined };
    await expect(startEmbedded({ crds: [crd] })).rejects.toThrow("could not be cloned");
  });
});

describe("controllers", () => {
  const orphan = configMap("a", {
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "none", uid: "none" }],
  });

  test.each([
    { embedded: {}, status: 404 },
    { embedded: { garbageCollection: true }, status: 404 },
    { embedded: { garbageCollection: false }, status: 200 },
  ])("with $embedded an object without its owner is answered with $status", async ({ embedded, status }) => {
    const { env, send } = await start({ embedded });
    await send("POST", configMaps, orphan);
    await env.idle();
    expect((await send("GET", `${configMaps}/a`)).status).toBe(status);
  });

  test.each([true, false])("empty deleted namespaces, with garbage collection: %s", async (garbageCollection) => {
    const { env, send } = await start({ embedded: { garbageCollection } });
    await send("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "n" } });
    await send("POST", "/api/v1/namespaces/n/configmaps", configMap("a"));
    await send("DELETE", "/api/v1/namespaces/n");
    await env.idle();
    expect((await send("GET", "/api/v1/namespaces/n")).status).toBe(404);
  });

  test("are idle when each has done what the other left", async () => {
    const { env, send } = await start();
    await send("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "n" } });
    const created = await send("POST", "/api/v1/namespaces/n/configmaps", configMap("owner"));
    const { uid } = (created.body as { metadata: { uid: string } }).metadata;
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid, blockOwnerDeletion: true };
    await send("POST", "/api/v1/namespaces/n/configmaps", configMap("dependent", { ownerReferences: [owner] }));
    await send("DELETE", "/api/v1/namespaces/n/configmaps/owner?propagationPolicy=Foreground");
    await send("DELETE", "/api/v1/namespaces/n");
    await env.idle();
    expect((await send("GET", "/api/v1/namespaces/n")).status).toBe(404);
  });
});

test("history is forgotten on request, with the pages of unfinished lists", async () => {
  const { env, send } = await start();
  const page = (await send("GET", "/api/v1/namespaces?limit=1")).body as { metadata: { continue: string } };
  await send("POST", configMaps, configMap("a"));
  env.faults.expireHistory();
  expect((await send("GET", `${configMaps}?watch=true&resourceVersion=2`)).body).toMatchObject([
    { type: "ERROR", object: { code: 410, reason: "Expired" } },
  ]);
  const next = await send("GET", `/api/v1/namespaces?limit=1&continue=${page.metadata.continue}`);
  expect(next).toMatchObject({ status: 410, body: { reason: "Expired" } });
});

test.each([undefined, 443])("webhooks of a Service are called where it is mapped to, port %s", async (port) => {
  const hook = await startWebhook();
  onTestFinished(() => hook.close());
  hook.respond = ({ body }) => {
    const { uid } = (body as { request: { uid: string } }).request;
    return { text: JSON.stringify({ response: { uid, allowed: false, status: { message: "by service" } } }) };
  };
  const { env, send } = await start();
  const service = { namespace: "default", name: "hook" };
  env.mapService({ ...service, ...(port === undefined ? {} : { port }) }, hook.url);
  const webhook = {
    name: "v.example.com",
    clientConfig: { service, caBundle: hook.caBundle },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
  };
  await send("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "v" },
    webhooks: [webhook],
  });
  expect(await send("POST", configMaps, configMap("a"))).toMatchObject({
    status: 400,
    body: { message: 'admission webhook "v.example.com" denied the request: by service' },
  });
});
