// The clock of a running server: what is stored, shown and still valid after it has jumped forward.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, createCaller } from "../../test/probes/run-probe.ts";
import type { Answer } from "../../test/probes/probe.ts";
import { widgetCrd } from "../../test/server.ts";
import { type EmbeddedEnv, startEmbedded } from "./start.ts";

const start = Date.parse("2026-01-02T03:04:05.678Z");
const hourMs = 3_600_000;
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
let now: number;
let env: EmbeddedEnv;
let caller: Caller;

beforeEach(async () => {
  now = start;
  env = await startEmbedded({ crds: [widgetCrd()], embedded: { now: () => now } });
  caller = createCaller(env.credentials);
});
afterEach(async () => {
  caller.close();
  await env.stop();
});

function post(path: string, body: object): Promise<Answer> {
  return caller.send({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    text: JSON.stringify(body),
  });
}

const createWidget = (name: string, finalizers: readonly string[] = []): Promise<Answer> =>
  post(widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name, finalizers } });

test("objects are created and deleted at the time of its clock", async () => {
  await createWidget("a", ["example.com/keep"]);
  now += hourMs;
  await caller.send({ method: "DELETE", path: `${widgets}/a` });
  const { body } = await caller.send({ method: "GET", path: `${widgets}/a` });
  const metadata = { creationTimestamp: "2026-01-02T03:04:05Z", deletionTimestamp: "2026-01-02T04:04:05Z" };
  expect(body).toMatchObject({ metadata });
});

test("definitions and the first namespaces have its time", async () => {
  const crd = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";
  const time = "2026-01-02T03:04:05Z";
  const conditions = [{ lastTransitionTime: time }, { lastTransitionTime: time }];
  const { body } = await caller.send({ method: "GET", path: crd });
  expect(body).toMatchObject({ metadata: { creationTimestamp: time }, status: { conditions } });
  const namespace = await caller.send({ method: "GET", path: "/api/v1/namespaces/default" });
  expect(namespace.body).toMatchObject({ metadata: { creationTimestamp: time } });
});

test("after a jump, a table shows what was there before as older, and what came after as new", async () => {
  await createWidget("before");
  now += hourMs;
  await createWidget("then");
  now += 5000;
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { body } = await caller.send({ method: "GET", path: widgets, headers: { accept } });
  expect(body).toMatchObject({ rows: [{ cells: ["before", "60m"] }, { cells: ["then", "5s"] }] });
});

test("a token ends by its clock", async () => {
  await post("/api/v1/namespaces/default/serviceaccounts", {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "robot" },
  });
  const { body } = await post("/api/v1/namespaces/default/serviceaccounts/robot/token", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: 3600 },
  });
  expect(body).toMatchObject({ status: { expirationTimestamp: "2026-01-02T04:04:05Z" } });
  const { token } = (body as { readonly status: { readonly token: string } }).status;
  const { certData: _, keyData: __, ...anonymous } = env.credentials;
  const robot = createCaller(anonymous);
  const statusNow = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await robot.send({ method: "GET", path: widgets, headers })).status;
  };
  now += hourMs - 1;
  expect(await statusNow()).toBe(200);
  now += 1;
  expect(await statusNow()).toBe(401);
  robot.close();
});

test("changes have the computer's time", () => {
  const times: number[] = [];
  env.changes(({ time }) => times.push(time));
  expect(Math.min(...times)).toBeGreaterThan(start + hourMs);
});
