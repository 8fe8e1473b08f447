// What only the embedded server does: faults, mapped Services, no authorization, and its own limits. Behavior it shares
// with a real server is in ./probes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { probeDefinitions } from "./probes/definitions.ts";
import type { Answer } from "./probes/probe.ts";
import { createCaller, type Caller } from "./probes/run-probe.ts";
import { startEmbedded, type EmbeddedEnv } from "../src/embedded/start.ts";

let env: EmbeddedEnv;
let caller: Caller;
beforeAll(async () => {
  env = await startEmbedded({ crds: probeDefinitions });
  caller = createCaller(env.credentials);
});
afterEach(() => env.faults.clear());
afterAll(async () => {
  caller.close();
  await env.stop();
});

const path = "/api/v1/namespaces/default/configmaps";
const headers = { "content-type": "application/json" };
const get = (from: string): Promise<Answer> => caller.send({ method: "GET", path: from });
const post = (to: string, body: object): Promise<Answer> =>
  caller.send({ method: "POST", path: to, headers, text: JSON.stringify(body) });
const configMap = (name: string, data: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

describe("callers", () => {
  test.each([
    { name: "without credentials", more: {} },
    { name: "with an unknown token", more: { headers: { authorization: "Bearer nonsense" } } },
  ])("are rejected $name", async ({ more }) => {
    const anonymous = createCaller(env.credentials, { anonymous: true });
    expect(await anonymous.send({ method: "GET", path, ...more })).toMatchObject({
      status: 401,
      body: { kind: "Status", reason: "Unauthorized", message: "Unauthorized", code: 401 },
    });
    anonymous.close();
  });

  test("are whom their token says", async () => {
    await post("/api/v1/namespaces/default/serviceaccounts", {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "robot" },
    });
    const { body } = await post("/api/v1/namespaces/default/serviceaccounts/robot/token", {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: {},
    });
    const { token } = (body as { status: { token: string } }).status;
    const robot = createCaller(env.credentials, { anonymous: true });
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    const answer = await robot.send({
      method: "POST",
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      headers: { ...headers, authorization: `Bearer ${token}` },
      text: JSON.stringify(review),
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { status: { userInfo: { username: "system:serviceaccount:default:robot" } } },
    });
    robot.close();
  });
});

describe("faults", () => {
  test("reject as often as set, with Retry-After", async () => {
    env.faults.inject(
      { verb: "list", plural: "configmaps" },
      { reason: "TooManyRequests", retryAfterSeconds: 1, times: 1 },
    );
    const refused = await get(path);
    expect(refused).toMatchObject({
      status: 429,
      headers: { "retry-after": "1" },
      body: { reason: "TooManyRequests" },
    });
    expect((await get("/api/v1/secrets")).status).toBe(200);
    expect((await get(path)).status).toBe(200);
  });

  test("cut connections", async () => {
    env.faults.inject({ plural: "configmaps" }, { cut: true, times: 1 });
    await expect(get(path)).rejects.toThrow("socket hang up");
  });

  test("drop watches in the middle", async () => {
    const watch = get(`${path}?watch=true&timeoutSeconds=60`);
    const dropped = async (): Promise<number> => {
      for (;;) {
        const count = env.faults.dropWatches({ plural: "configmaps" });
        if (count > 0) return count;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const [count, end] = await Promise.all([dropped(), watch.catch((error: unknown) => error)]);
    expect(count).toBe(1);
    expect(end).toMatchObject({ code: "ECONNRESET" });
  });
});

describe("webhooks", () => {
  const configuration = (failurePolicy: string): object => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "gone" },
    webhooks: [
      {
        name: "gone.probe.test",
        clientConfig: { service: { namespace: "default", name: "gone", path: "/validate" } },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["secrets"], operations: ["*"] }],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy,
      },
    ],
  });
  const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { generateName: "s-" } };
  afterEach(async () => void (await caller.send({ method: "DELETE", path: `${configurations}/gone` })));

  test("that cannot be reached fail the write", async () => {
    await post(configurations, configuration("Fail"));
    expect(await post("/api/v1/namespaces/default/secrets", secret)).toMatchObject({
      status: 500,
      body: {
        reason: "InternalError",
        message:
          'Internal error occurred: failed calling webhook "gone.probe.test": failed to call webhook: Post "https://gone.default.svc:443/validate": service "gone" not found; map it with mapService',
      },
    });
  });

  test("that cannot be reached may be ignored", async () => {
    await post(configurations, configuration("Ignore"));
    expect((await post("/api/v1/namespaces/default/secrets", secret)).status).toBe(201);
  });
});

describe("what it does not do", () => {
  test("is server-side apply", async () => {
    const answer = await caller.send({
      method: "PATCH",
      path: `${path}/a`,
      headers: { "content-type": "application/apply-patch+yaml" },
      text: "{}",
    });
    expect(answer).toMatchObject({
      status: 415,
      body: {
        reason: "UnsupportedMediaType",
        message:
          'server-side apply is not served by the embedded API server: start the test environment with { backend: "envtest" }, or capstan dev with --real - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json',
      },
    });
  });

  test("is evaluating CEL rules, and it says so", async () => {
    await env.applyCrds([
      {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "ruleds.probe.test" },
        spec: {
          group: "probe.test",
          scope: "Cluster",
          names: { kind: "Ruled", plural: "ruleds" },
          versions: [
            {
              name: "v1",
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: "object", "x-kubernetes-validations": [{ rule: "false" }] } },
            },
          ],
        },
      },
    ]);
    const answer = await post("/apis/probe.test/v1/ruleds", {
      apiVersion: "probe.test/v1",
      kind: "Ruled",
      metadata: { name: "r" },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers["warning"]).toBe(
      '299 - "x-kubernetes-validations of this kind are not evaluated by the embedded API server"',
    );
  });

  test("is reading bodies without end", async () => {
    expect(await post(path, configMap("big", { text: "x".repeat(3 * 1024 * 1024) }))).toMatchObject({
      status: 413,
      body: { reason: "RequestEntityTooLarge", message: "Request entity too large: limit is 3145728" },
    });
  });
});

describe("definitions", () => {
  test("go with their objects", async () => {
    const crd = { ...(probeDefinitions[1] as { spec: object }), metadata: { name: "gones.probe.test" } };
    await env.applyCrds([{ ...crd, spec: { ...crd.spec, names: { kind: "Gone", plural: "gones" } } }]);
    await post("/apis/probe.test/v1/gones", {
      apiVersion: "probe.test/v1",
      kind: "Gone",
      metadata: { name: "g" },
      spec: { size: 1 },
    });
    await caller.send({
      method: "DELETE",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gones.probe.test",
    });
    await env.idle();
    expect((await get("/apis/probe.test/v1/gones")).status).toBe(404);
    expect((await get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gones.probe.test")).status).toBe(404);
  });
});

test("a namespace that is replaced is still held by its content", async () => {
  const namespaces = "/api/v1/namespaces";
  const named = { apiVersion: "v1", kind: "Namespace", metadata: { name: "held" } };
  await post(namespaces, named);
  const replaced = await caller.send({
    method: "PUT",
    path: `${namespaces}/held`,
    headers,
    text: JSON.stringify(named),
  });
  expect(replaced).toMatchObject({
    status: 200,
    body: { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } },
  });
  await post(`${namespaces}/held/configmaps`, configMap("inside"));
  await caller.send({ method: "DELETE", path: `${namespaces}/held` });
  await env.idle();
  expect((await get(`${namespaces}/held`)).status).toBe(404);
  expect((await get(`${namespaces}/held/configmaps/inside`)).status).toBe(404);
});

// Ten thousand requests take their time where other suites run beside this one.
test("ten thousand objects are listed and watched in order", { timeout: 120_000 }, async () => {
  await using large = await startEmbedded();
  const other = createCaller(large.credentials);
  const count = 10_000;
  const name = (i: number): string => `o-${String(i).padStart(5, "0")}`;
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count)
      await other.send({ method: "POST", path, headers, text: JSON.stringify(configMap(name(next++))) });
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const list = (await other.send({ method: "GET", path })).body as { items: { metadata: { name: string } }[] };
  expect(list.items.map((item) => item.metadata.name)).toEqual(Array.from({ length: count }, (_, i) => name(i)));
  const watch = await other.send({ method: "GET", path: `${path}?watch=true&timeoutSeconds=1&resourceVersion=1` });
  const events = watch.body as { object: { metadata: { resourceVersion: string } } }[];
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions.length).toBe(count);
  expect(versions.every((version, i) => i === 0 || version > (versions[i - 1] ?? 0))).toBe(true);
  other.close();
});
