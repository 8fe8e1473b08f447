// What webhooks answer: decisions, warnings, patches, and what happens when an author's function throws, returns something else, or never returns.
import { isCapstanError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { type RunningServer, startServer, textResponse } from "@capstan/serve";
import { afterEach, expect, test } from "vitest";
import { admitted, rejected } from "./admission-result.ts";
import { defineDefaulting, defineHandler, defineValidation, type WebhookDefinition } from "./webhook-definition.ts";
import { webhookServer } from "./webhook-server.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { zone?: string; size?: number; sizes?: number[]; labels?: Record<string, string> };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

const logged: (readonly [string, LogFields])[] = [];
const counted: string[] = [];
const log: Logger = {
  ...silentLogger,
  error: (message, fields = {}) => void logged.push([message, fields]),
  warn: (message, fields = {}) => void logged.push([message, fields]),
  child: () => log,
};

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close({ drainMs: 0 });
  server = undefined;
  logged.length = 0;
  counted.length = 0;
});

async function serve(...webhooks: WebhookDefinition[]): Promise<void> {
  const options = webhookServer(webhooks, { port: 0, host: "127.0.0.1" });
  server = await startServer(
    options({ log, countProblem: (code) => void counted.push(code), countPanic: () => undefined }),
  );
}

const foo = (spec: Foo["spec"] | object = {}): object => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { name: "a", namespace: "n" },
  spec,
});
const kind = { group: "example.com", version: "v1", kind: "Foo" };
const validate = "/validate/foos.example.com/v1";
const mutate = "/default/foos.example.com/v1";

async function send(path: string, request: object | string): Promise<readonly [number, unknown]> {
  const body =
    typeof request === "string"
      ? request
      : JSON.stringify({
          apiVersion: "admission.k8s.io/v1",
          kind: "AdmissionReview",
          request: { uid: "1", kind, name: "a", namespace: "n", ...request },
        });
  const response = await fetch(`${server?.url}${path}`, { method: "POST", body });
  const text = await response.text();
  return [response.status, response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text];
}

/** The response in the review; the answer itself when it is none. */
async function review(path: string, request: object): Promise<unknown> {
  const [status, answer] = await send(path, request);
  return status === 200 ? (answer as { response: unknown }).response : [status, answer];
}

const create = (spec: object = {}): object => ({ operation: "CREATE", object: foo(spec), oldObject: null });
const update = (spec: object, old: object): object => ({ operation: "UPDATE", object: foo(spec), oldObject: foo(old) });

test("a function gets the objects of its operation, and nothing returned admits", async () => {
  const seen: unknown[] = [];
  await serve(
    defineValidation(Foo, {
      create: ({ operation, object, dryRun, user }) => void seen.push([operation, object.spec, dryRun, user]),
      update: ({ operation, object, old, uid, name, namespace }) =>
        void seen.push([operation, object.spec, old.spec, uid, name, namespace]),
      delete: async ({ operation, object }) => void seen.push([operation, object.spec]),
    }),
  );
  const userInfo = { username: "eve", groups: ["g", 1] };
  expect(await review(validate, { ...create({ size: 1 }), dryRun: true, userInfo })).toEqual({
    uid: "1",
    allowed: true,
  });
  expect(await review(validate, update({ size: 2 }, { size: 1 }))).toEqual({ uid: "1", allowed: true });
  expect(await review(validate, { operation: "DELETE", object: null, oldObject: foo({ size: 3 }) })).toEqual({
    uid: "1",
    allowed: true,
  });
  expect(seen).toEqual([
    ["CREATE", { size: 1 }, true, { username: "eve", groups: ["g"] }],
    ["UPDATE", { size: 2 }, { size: 1 }, "1", "a", "n"],
    ["DELETE", { size: 3 }],
  ]);
});

test("fields are rejected as the API server does it, with causes", async () => {
  await serve(
    defineValidation(Foo, {
      create: ({ object }) =>
        rejected(
          [
            { path: "spec.zone", type: "Invalid", value: object.spec.zone, detail: "must be a zone" },
            { path: "spec.size", type: "Required" },
          ],
          { warnings: ["zones change"] },
        ),
      update: () => rejected([]),
    }),
  );
  expect(await review(validate, create({ zone: "x" }))).toEqual({
    uid: "1",
    allowed: false,
    warnings: ["zones change"],
    status: {
      status: "Failure",
      reason: "Invalid",
      code: 422,
      message:
        'Foo.example.com "a" is invalid: [spec.zone: Invalid value: "x": must be a zone, spec.size: Required value]',
      details: {
        name: "a",
        group: "example.com",
        kind: "Foo",
        causes: [
          { reason: "FieldValueInvalid", message: 'Invalid value: "x": must be a zone', field: "spec.zone" },
          { reason: "FieldValueRequired", message: "Required value", field: "spec.size" },
        ],
      },
    },
  });
  expect(await review(validate, update({}, {}))).toEqual({ uid: "1", allowed: true });
});

test("a sentence rejects with 403, and admitting can warn", async () => {
  await serve(
    defineValidation(Foo, {
      create: () => rejected("the quota of n is used"),
      delete: () => admitted({ warnings: ["its disk stays"] }),
    }),
  );
  expect(await review(validate, create())).toEqual({
    uid: "1",
    allowed: false,
    status: { status: "Failure", reason: "Forbidden", code: 403, message: "the quota of n is used" },
  });
  const deleted = { operation: "DELETE", object: null, oldObject: foo() };
  expect(await review(validate, deleted)).toEqual({ uid: "1", allowed: true, warnings: ["its disk stays"] });
});

test("immutable fields keep their value, also when they have none", async () => {
  await serve(
    defineValidation(Foo, {
      immutable: ["spec.zone", "spec.labels"],
      update: ({ object }) =>
        object.spec.size === 0 ? rejected([{ path: "spec.size", type: "Forbidden" }]) : undefined,
    }),
  );
  const rejection = async (spec: object, old: object): Promise<unknown> => {
    const answer = (await review(validate, update(spec, old))) as { status?: { message: string } };
    return answer.status?.message;
  };
  expect(await rejection({ zone: "a", size: 2 }, { zone: "a", size: 1 })).toBeUndefined();
  expect(await rejection({ zone: "b" }, { zone: "a" })).toBe(
    'Foo.example.com "a" is invalid: spec.zone: Invalid value: "b": field is immutable',
  );
  expect(await rejection({}, { zone: "a" })).toBe(
    'Foo.example.com "a" is invalid: spec.zone: Invalid value: null: field is immutable',
  );
  expect(await rejection({ labels: { a: "2" }, size: 0 }, { labels: { a: "1" } })).toBe(
    'Foo.example.com "a" is invalid: [spec.labels: Invalid value: {"a":"2"}: field is immutable, spec.size: Forbidden]',
  );
});

test("what a defaulting function changes is a patch, and large numbers keep their digits", async () => {
  await serve(
    defineDefaulting(Foo, {
      create({ object }) {
        object.spec.size ??= 1;
        object.spec.sizes?.unshift(0, ...object.spec.sizes);
        delete object.spec.zone;
      },
      update: ({ object, old }) => void (object.spec.zone ??= old.spec.zone ?? "none"),
    }),
  );
  const patchOf = (response: unknown): string =>
    Buffer.from((response as { patch: string }).patch, "base64").toString();
  const body = (spec: string): string =>
    `{"kind":"AdmissionReview","request":{"uid":"1","kind":${JSON.stringify(kind)},"operation":"CREATE","object":{"metadata":{},"spec":${spec}}}}`;
  const [, answer] = await send(mutate, body('{"zone":"a","sizes":[9007199254740993]}'));
  const { response } = answer as { response: unknown };
  expect(response).toMatchObject({ uid: "1", allowed: true, patchType: "JSONPatch" });
  expect(patchOf(response)).toBe(
    '[{"op":"remove","path":"/spec/zone"},{"op":"add","path":"/spec/size","value":1},{"op":"add","path":"/spec/sizes/0","value":0},{"op":"add","path":"/spec/sizes/1","value":9007199254740993}]',
  );
  expect(patchOf(await review(mutate, update({}, { zone: "b" })))).toBe(
    '[{"op":"add","path":"/spec/zone","value":"b"}]',
  );
  expect(await review(mutate, update({ zone: "c" }, {}))).toEqual({ uid: "1", allowed: true });
});

test("a function that throws is a failure, whose message only the log has", async () => {
  await serve(
    defineValidation(Foo, {
      create() {
        throw new Error("password=secret");
      },
      update: () => Promise.reject(new Error("password=secret")),
    }),
  );
  const want = [500, "operator/webhook-failed: the webhook validate.foos.example.com failed"];
  expect(await review(validate, create())).toEqual(want);
  expect(await review(validate, update({}, {}))).toEqual(want);
  expect(counted).toEqual(["operator/webhook-failed", "operator/webhook-failed"]);
  expect(logged).toMatchObject([
    ["Webhook failed", { code: "operator/webhook-failed", error: "password=secret" }],
    ["Webhook failed", { code: "operator/webhook-failed", error: "password=secret" }],
  ]);
});

test.each([
  [{ decision: "yes" }, "an object"],
  [{ decision: "rejected", because: [{ path: "spec", type: "Wrong" }] }, "an object"],
  [null, "null"],
  [["a"], "a list"],
  ["no", "a string"],
  [true, "a boolean"],
])("a function that returns %j is a failure", async (returned, named) => {
  // As JavaScript may.
  await serve(defineValidation(Foo, { create: () => returned as never }));
  const message = `the webhook validate.foos.example.com returned ${named}, which is not a result`;
  expect(await review(validate, create())).toEqual([500, `operator/webhook-result: ${message}`]);
  expect(counted).toEqual(["operator/webhook-result"]);
});

test("a function that does not answer is cut before its caller gives up, and counts until it ends", async () => {
  let aborted: unknown;
  let end = (): void => undefined;
  await serve(
    defineValidation(Foo, {
      timeoutSeconds: 30,
      async create(_, { signal }) {
        signal.addEventListener("abort", () => (aborted = signal.reason));
        await new Promise<void>((resolve) => (end = resolve));
      },
    }),
  );
  const began = performance.now();
  const message = "the webhook validate.foos.example.com did not answer within 0.9 s";
  expect(await send(`${validate}?timeout=1s`, create())).toEqual([500, `operator/webhook-slow: ${message}`]);
  expect(performance.now() - began).toBeLessThan(1000);
  expect(isCapstanError(aborted) && aborted.code).toBe("operator/webhook-slow");
  expect(counted).toEqual(["operator/webhook-slow"]);
  end();
  await expect
    .poll(() => logged.map(([text]) => text))
    .toEqual(["Webhook failed", "A webhook that was too slow has ended"]);
});

test("the bodies of calls that never end take no more memory than those of all requests may", async () => {
  const never = new Promise<never>(() => undefined);
  const routes = webhookServer([defineValidation(Foo, { create: () => never })], { port: 0 })({
    log,
    countProblem: () => undefined,
    countPanic: () => undefined,
  }).routes;
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    routes,
    limits: { inFlightBytes: 20_000, bodyBytes: 10_000 },
  });
  const large = create({ zone: "z".repeat(6000) });
  const answers = [];
  for (let call = 0; call < 4; call += 1) answers.push(await send(`${validate}?timeout=100ms`, large));
  expect(answers.map(([status]) => status)).toContain(503);
});

test("the signal of a call aborts when the caller leaves, and nothing is logged", async () => {
  let aborted = false;
  let began = (): void => undefined;
  const calling = new Promise<void>((resolve) => (began = resolve));
  await serve(
    defineValidation(Foo, {
      create: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          began();
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(signal.reason as Error);
          });
        }),
    }),
  );
  const caller = new AbortController();
  const body = JSON.stringify({ kind: "AdmissionReview", request: { uid: "1", kind, ...create() } });
  const call = fetch(`${server?.url}${validate}`, { method: "POST", body, signal: caller.signal });
  await calling;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  await expect.poll(() => aborted).toBe(true);
  expect([logged, counted]).toEqual([[], []]);
});

const ofAnotherKind =
  "the webhook validate.foos.example.com is for the kind Foo of example.com/v1, and the request for another one";
const ofAnotherOperation =
  "the webhook validate.foos.example.com has no function for the operation of the request, only for CREATE and UPDATE";
const noObject = (field: string): string => `the field ${field} of the request has no object with metadata`;

test.each([
  ["another kind", { ...create(), kind: { ...kind, kind: "Bar" } }, ofAnotherKind],
  ["another version", { ...create(), kind: { ...kind, version: "v2" } }, ofAnotherKind],
  ["an operation without a function", { ...create(), operation: "DELETE" }, ofAnotherOperation],
  ["no operation", { ...create(), operation: undefined }, ofAnotherOperation],
  ["no object", { operation: "CREATE", object: null }, noObject("object")],
  ["an object without metadata", { operation: "CREATE", object: { spec: {} } }, noObject("object")],
  ["an update of no object", { ...update({}, {}), oldObject: null }, noObject("oldObject")],
])("a review of %s is answered with 400, which says what is wrong", async (_, request, error) => {
  await serve(defineValidation(Foo, { create: () => undefined, update: () => undefined }));
  expect(await send(validate, request)).toEqual([400, { error }]);
});

test("a handler answers its path, with limits and a time of its own", async () => {
  await serve(
    defineHandler("/hello", { method: "GET", handle: ({ query }) => textResponse(200, `hello ${query.get("name")}`) }),
    defineHandler("/throws", {
      handle() {
        throw new Error("secret");
      },
    }),
    defineHandler("/slow", { timeoutSeconds: 1, handle: () => new Promise(() => undefined) }),
    defineHandler("/small", {
      limits: { bodyBytes: 2 },
      handle: async (request) => textResponse(200, String((await request.body()).length)),
    }),
  );
  const get = await fetch(`${server?.url}/hello?name=a`);
  expect([get.status, await get.text()]).toEqual([200, "hello a"]);
  expect(await send("/throws", "")).toEqual([500, "operator/webhook-failed: the webhook /throws failed"]);
  expect(await send("/slow", "")).toEqual([
    500,
    "operator/webhook-slow: the webhook /slow did not answer within 0.9 s",
  ]);
  expect((await send("/small", "123"))[0]).toBe(413);
  expect(await send("/small", "12")).toEqual([200, "2"]);
});
