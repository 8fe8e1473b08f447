// What Cluster API's client meets: requests without headers, paths, statuses, limits, and handlers that misbehave.
import { createPinoLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import type { Handlers } from "../authoring/handlers.ts";
import { served } from "../testing/served.ts";

const group = "/hooks.runtime.cluster.x-k8s.io/v1alpha1";
const apiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1";
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
};
const deletion = JSON.stringify({ apiVersion, kind: "BeforeClusterDeleteRequest", cluster });

const answerOf = async (handlers: Handlers, path: string, body: string): Promise<unknown> => {
  await using server = await served(defineExtension(handlers));
  const { status, text } = await server.send("POST", path, body);
  expect(status).toBe(200);
  return JSON.parse(text);
};

test("Discovery is answered without a Content-Type, sorted by name", async () => {
  await using server = await served(
    defineExtension({ validateTopology: { zeta: () => proceed() }, beforeClusterCreate: () => proceed() }),
  );
  const { status, text, contentType } = await server.send("POST", `${group}/discovery`, `{"kind":"DiscoveryRequest"}`);
  expect({ status, contentType }).toEqual({ status: 200, contentType: "application/json" });
  expect(JSON.parse(text)).toEqual({
    apiVersion,
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: [
      {
        name: "before-cluster-create",
        requestHook: { apiVersion, hook: "BeforeClusterCreate" },
        timeoutSeconds: 10,
        failurePolicy: "Fail",
      },
      {
        name: "zeta",
        requestHook: { apiVersion, hook: "ValidateTopology" },
        timeoutSeconds: 10,
        failurePolicy: "Fail",
      },
    ],
  });
});

test.each([
  {
    name: "the hook in small letters",
    method: "POST",
    path: `${group}/beforeclusterdelete/before-cluster-delete`,
    want: 200,
  },
  {
    name: "the hook with capitals",
    method: "POST",
    path: `${group}/BeforeClusterDelete/before-cluster-delete`,
    want: 404,
  },
  { name: "no handler's name", method: "POST", path: `${group}/beforeclusterdelete`, want: 404 },
  { name: "another handler's name", method: "POST", path: `${group}/beforeclusterdelete/other`, want: 404 },
  { name: "another method", method: "GET", path: `${group}/beforeclusterdelete/before-cluster-delete`, want: 405 },
])("$name gives $want", async ({ method, path, want }) => {
  await using server = await served(defineExtension({ beforeClusterDelete: () => proceed() }));
  expect((await server.send(method, path, method === "POST" ? deletion : undefined)).status).toBe(want);
});

test("paths can have a prefix", async () => {
  await using server = await served(defineExtension({ beforeClusterDelete: () => proceed() }), { prefix: "/hooks" });
  const path = `/hooks${group}/beforeclusterdelete/before-cluster-delete`;
  expect((await server.send("POST", path, deletion)).status).toBe(200);
});

const path = `${group}/beforeclusterdelete/before-cluster-delete`;
const response = { apiVersion, kind: "BeforeClusterDeleteResponse" };

test.each([
  {
    name: "proceed",
    handle: () => proceed(),
    want: { ...response, status: "Success", retryAfterSeconds: 0 },
  },
  {
    name: "retryAfter",
    handle: () => retryAfter("1500ms", "a snapshot is being taken"),
    want: { ...response, status: "Success", retryAfterSeconds: 2, message: "a snapshot is being taken" },
  },
  {
    name: "fail, with what changes from call to call taken out",
    handle: () => fail("no quota at 10.1.2.3:443 since 2026-01-02T03:04:05Z for 6f1e2d3c-1111-2222-3333-444455556666"),
    want: {
      ...response,
      status: "Failure",
      retryAfterSeconds: 0,
      message: "no quota at 10.1.2.3:443 since <time> for <uuid>",
    },
  },
  {
    name: "a handler that throws",
    handle: () => {
      throw new TypeError("the password is s3cret");
    },
    want: {
      ...response,
      status: "Failure",
      retryAfterSeconds: 0,
      message: "handler before-cluster-delete failed with TypeError; the log of the extension has the reason",
    },
  },
  {
    name: "a handler that returns nothing",
    handle: (() => undefined) as unknown as () => ReturnType<typeof proceed>,
    want: {
      ...response,
      status: "Failure",
      retryAfterSeconds: 0,
      message:
        "handler before-cluster-delete returned what its hook does not allow: proceed, retryAfter or fail did not create it",
    },
  },
  {
    name: "a handler that asks for a client without rules",
    handle: async (_: unknown, ctx: { client(): Promise<unknown> }) => {
      await ctx.client();
      return proceed();
    },
    want: {
      ...response,
      status: "Failure",
      retryAfterSeconds: 0,
      message: "handler before-cluster-delete asked for a client, but the extension declares no rules",
    },
  },
])("$name", async ({ handle, want }) => {
  expect(await answerOf({ beforeClusterDelete: handle }, path, deletion)).toEqual(want);
});

test.each([
  { name: "no JSON", body: "{", want: "the request is not a BeforeClusterDeleteRequest: it is not JSON" },
  { name: "no object", body: "[]", want: "the request is not a BeforeClusterDeleteRequest: it is not a JSON object" },
  {
    name: "no cluster",
    body: "{}",
    want: "the request is not a BeforeClusterDeleteRequest: cluster: Required value",
  },
  {
    name: "a wrong type deep inside",
    body: JSON.stringify({ cluster: { ...cluster, spec: { paused: "yes" } } }),
    want: `the request is not a BeforeClusterDeleteRequest: cluster.spec.paused: Invalid value: "string": cluster.spec.paused in body must be of type boolean: "string"`,
  },
])("a body that is $name is a Failure, and the handler is not run", async ({ body, want }) => {
  let ran = false;
  const beforeClusterDelete = (): ReturnType<typeof proceed> => {
    ran = true;
    return proceed();
  };
  const { message } = (await answerOf({ beforeClusterDelete }, path, body)) as { message: string };
  expect(message).toBe(want);
  expect(ran).toBe(false);
});

test("unknown fields are ignored", async () => {
  const body = JSON.stringify({ cluster: { ...cluster, spec: { later: true } }, later: { a: 1 } });
  expect(await answerOf({ beforeClusterDelete: () => proceed() }, path, body)).toMatchObject({ status: "Success" });
});

test("null is what Go writes for nothing", async () => {
  const metadata = { ...cluster.metadata, creationTimestamp: null };
  const body = JSON.stringify({ settings: null, cluster: { ...cluster, metadata, spec: { topology: null } } });
  expect(await answerOf({ beforeClusterDelete: () => proceed() }, path, body)).toMatchObject({ status: "Success" });
});

test("a body beyond the limit is a Failure, and the handler is not run", async () => {
  const body = `{"cluster":"${"x".repeat(20 * 1024 * 1024)}"}`;
  expect(await answerOf({ beforeClusterDelete: () => proceed() }, path, body)).toEqual({
    ...response,
    status: "Failure",
    retryAfterSeconds: 0,
    message: "the request body is larger than 20971520 bytes (limits.bodyBytes)",
  });
});

test("a body nested too deep is a Failure that names the limit", async () => {
  const body = `{"cluster":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  expect(await answerOf({ beforeClusterDelete: () => proceed() }, path, body)).toMatchObject({
    status: "Failure",
    message:
      "the request is not a BeforeClusterDeleteRequest: the request body has more than 500 objects and lists inside each other (limits.jsonDepth)",
  });
});

test.each([
  {
    name: "asks for a delay where the hook can block",
    handlers: (seen: AbortSignal[]): Handlers => ({ beforeClusterDelete: (_, ctx) => never(seen, ctx.signal) }),
    path,
    body: deletion,
    want: {
      ...response,
      status: "Success",
      retryAfterSeconds: 10,
      message: "handler before-cluster-delete did not answer within the 0.2s of its caller",
    },
  },
  {
    name: "fails where it cannot",
    handlers: (seen: AbortSignal[]): Handlers => ({ validateTopology: { check: (_, ctx) => never(seen, ctx.signal) } }),
    path: `${group}/validatetopology/check`,
    body: `{"items":[]}`,
    want: {
      apiVersion,
      kind: "ValidateTopologyResponse",
      status: "Failure",
      message: "handler check did not answer within the 0.2s of its caller",
    },
  },
])("a handler that never settles is aborted before the caller's timeout, and $name", async (given) => {
  const seen: AbortSignal[] = [];
  expect(await answerOf(given.handlers(seen), `${given.path}?timeout=200ms`, given.body)).toEqual(given.want);
  expect(seen[0]?.aborted).toBe(true);
});

test("a handler is not started for a call that leaves it no time", async () => {
  const seen: AbortSignal[] = [];
  const handlers: Handlers = { beforeClusterDelete: (_, ctx) => never(seen, ctx.signal) };
  expect(await answerOf(handlers, `${path}?timeout=1ns`, deletion)).toMatchObject({
    retryAfterSeconds: 10,
    message: "handler before-cluster-delete did not answer within the 0.001s of its caller",
  });
  expect(seen).toEqual([]);
});

function never(seen: AbortSignal[], signal: AbortSignal): Promise<ReturnType<typeof proceed>> {
  seen.push(signal);
  return new Promise(() => undefined);
}

test("settings have their defaults; undeclared ones are logged once", async () => {
  const lines: unknown[] = [];
  const log = await createPinoLogger({ level: "warn", write: (line) => void lines.push(JSON.parse(line)) });
  let settings: unknown;
  const extension = defineExtension(
    {
      beforeClusterDelete: (_, ctx) => {
        settings = ctx.settings;
        return proceed();
      },
    },
    { settings: { gate: { default: "open" }, door: { default: "shut" } } },
  );
  await using server = await served(extension, { log });
  for (let call = 0; call < 3; call += 1)
    await server.send("POST", path, JSON.stringify({ cluster, settings: { door: "ajar", wall: "green" } }));
  expect(settings).toEqual({ gate: "open", door: "ajar" });
  expect(lines).toEqual([
    {
      level: "warn",
      ts: expect.any(String),
      msg: "Calls have settings that the extension does not declare; this is logged once",
      hook: "BeforeClusterDelete",
      handler: "before-cluster-delete",
      cluster: "n/c",
      unknown: ["wall"],
    },
  ]);
});

const cyclic: Record<string, unknown> = {};
cyclic["spec"] = cyclic;

test.each<{ readonly name: string; readonly patch: () => unknown }>([
  { name: "a BigInt", patch: () => ({ spec: { size: 1n } }) },
  { name: "a cycle", patch: () => cyclic },
  {
    name: "a getter that throws",
    patch: () => ({
      get spec(): never {
        throw new Error("s3cret");
      },
    }),
  },
  { name: "a huge string", patch: () => ({ spec: "x".repeat(20_000_000) }) },
])("$name in an answer is a Failure with status 200, which names the handler", async ({ patch }) => {
  const handlers: Handlers = {
    generatePatches: { odd: () => proceed({ items: [{ uid: "a", patch: patch() as never }] }) },
  };
  const object = { apiVersion: "a.example/v1", kind: "FooTemplate", spec: {} };
  const holderReference = { apiVersion: "a.example/v1", kind: "Foo", namespace: "n", name: "c", fieldPath: "spec.a" };
  const body = JSON.stringify({ items: [{ uid: "a", holderReference, object }] });
  const answer = await answerOf(handlers, `${group}/generatepatches/odd`, body);
  expect(answer).toMatchObject({
    status: "Failure",
    message: expect.stringContaining("handler odd returned what its hook does not allow: "),
  });
  expect(JSON.stringify(answer)).not.toContain("s3cret");
});

test("a setting without a value is a Failure", async () => {
  const extension = defineExtension({ beforeClusterDelete: () => proceed() }, { settings: { gate: {} } });
  await using server = await served(extension);
  expect(JSON.parse((await server.send("POST", path, deletion)).text)).toMatchObject({
    status: "Failure",
    message: 'setting "gate" is missing',
  });
});

test("health probes are plain http on another port", async () => {
  const extension = defineExtension({ beforeClusterDelete: () => proceed() });
  await using server = await served(extension, { healthAddress: "127.0.0.1:0" });
  for (const probe of ["healthz", "readyz"]) {
    expect((await fetch(`${server.running.healthUrl}/${probe}`)).status).toBe(200);
  }
});
