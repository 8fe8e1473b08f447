// One call of a handler, without a server: what it is given, what is logged, and what the caller reads when something fails.
import { defineHook, type Hook } from "@capstan/api";
import type { Client } from "@capstan/client";
import { CapstanError } from "@capstan/kube";
import { createPinoLogger } from "@capstan/process";
import { parseJsonBody } from "@capstan/serve";
import { describe, expect, test } from "vitest";
import type { HookContext } from "../authoring/context.ts";
import { defineExtension, type Extension, type ExtensionOptions } from "../authoring/define-extension.ts";
import { handle, type Handlers } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { answerCall, type IncomingCall } from "./answer-call.ts";
import type { HookResponse } from "./to-response.ts";

const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
};
const client: Client = { server: "https://test" } as unknown as Client;

interface Answered {
  readonly response: HookResponse;
  readonly log: readonly Record<string, unknown>[];
}

async function answered(
  extension: Extension,
  request: unknown = { cluster },
  call: Partial<IncomingCall> = {},
): Promise<Answered> {
  const log: Record<string, unknown>[] = [];
  const write = (line: string): void => void log.push(JSON.parse(line) as Record<string, unknown>);
  const [handler] = extension.handlers;
  if (handler === undefined) throw new Error("the extension has no handler");
  const response = await answerCall(
    { extension, handler },
    {
      json: () => parseJsonBody(new TextEncoder().encode(JSON.stringify(request))),
      timeout: null,
      signal: new AbortController().signal,
      ...call,
    },
    { log: await createPinoLogger({ level: "debug", write }), client: async () => client },
  );
  return { response, log };
}

type Handle = Extract<NonNullable<Handlers["beforeClusterDelete"]>, (...args: never[]) => unknown>;
const deletion = (handler: Handle, options: ExtensionOptions = {}): Extension =>
  defineExtension({ beforeClusterDelete: handler }, options);

describe("a handler is given", () => {
  test("the request and a context", async () => {
    let seen: unknown;
    let context: HookContext | undefined;
    const before = Date.now();
    await answered(
      deletion(
        (request, ctx) => {
          [seen, context] = [request, ctx];
          return proceed();
        },
        { settings: { gate: { default: "open" }, door: { default: "shut" } } },
      ),
      { cluster, settings: { door: "ajar" } },
      { timeout: "5s" },
    );
    expect(seen).toEqual({ cluster, settings: { door: "ajar" } });
    expect(context).toMatchObject({ handler: "before-cluster-delete", settings: { gate: "open", door: "ajar" } });
    expect(context?.deadline).toBeGreaterThanOrEqual(before + 4500);
    expect(context?.deadline).toBeLessThan(Date.now() + 5000);
  });

  test("the Cluster as v1beta2 without its status", async () => {
    let seen: unknown;
    const handler: Handle = (request) => {
      seen = request.cluster;
      return proceed();
    };
    const older = { ...cluster, apiVersion: "cluster.x-k8s.io/v1beta1", status: { phase: "Provisioned" } };
    await answered(deletion(handler), { cluster: older });
    expect(seen).toEqual(cluster);
  });

  test("a client, when the extension declares rules", async () => {
    let seen: unknown;
    const handler: Handle = async (_, ctx) => {
      seen = await ctx.client();
      return proceed();
    };
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get" as const] }];
    await answered(deletion(handler, { rules }));
    expect(seen).toBe(client);
  });

  test("a signal that aborts when the caller closes the connection", async () => {
    const caller = new AbortController();
    let aborted = false;
    const handler: Handle = async (_, { signal }) => {
      caller.abort();
      aborted = signal.aborted;
      return proceed();
    };
    await answered(deletion(handler), { cluster }, { signal: caller.signal });
    expect(aborted).toBe(true);
  });
});

const retryAfterBy = (seconds: number): object => ({ result: "retryAfter", payload: { seconds, message: "" } });

describe("is logged:", () => {
  const fields = { hook: "BeforeClusterDelete", handler: "before-cluster-delete", cluster: "n/c" };

  test("the response of a hook that can block", async () => {
    const { log } = await answered(deletion(() => retryAfter("30s", "not ready")));
    expect(log).toEqual([
      {
        level: "info",
        ts: expect.any(String),
        ...fields,
        status: "Success",
        retryAfterSeconds: 30,
        answer: "not ready",
        msg: "Answered",
      },
    ]);
  });

  test("the Machine of an update in place", async () => {
    const extension = defineExtension({ updateMachine: () => retryAfter("3s", "being resized") });
    const infrastructureRef = { apiGroup: "example.dev", kind: "Foo", name: "foo" };
    const machine = {
      metadata: { namespace: "n", name: "m" },
      spec: { clusterName: "c", bootstrap: {}, infrastructureRef },
    };
    const { log } = await answered(extension, { desired: { machine, infrastructureMachine: {} } });
    expect(log).toMatchObject([{ hook: "UpdateMachine", machine: "n/m", answer: "being resized", msg: "Answered" }]);
  });

  test("the response of another hook, for debugging", async () => {
    const extension = defineExtension({ validateTopology: { check: () => proceed() } });
    const { log } = await answered(extension, { items: [] });
    expect(log).toEqual([
      {
        level: "debug",
        ts: expect.any(String),
        hook: "ValidateTopology",
        handler: "check",
        status: "Success",
        msg: "Answered",
      },
    ]);
  });

  test("what the handler logs, with the fields of the call", async () => {
    const { log } = await answered(
      deletion((_, ctx) => {
        ctx.log.warn("Odd", { count: 1 });
        return proceed();
      }),
    );
    expect(log[0]).toEqual({ level: "warn", ts: expect.any(String), ...fields, count: 1, msg: "Odd" });
  });

  test("an answer that must not leave, with what was returned and where", async () => {
    const { log } = await answered(deletion((() => retryAfterBy(-5)) as unknown as Handle));
    expect(log).toMatchObject([
      {
        level: "error",
        msg: "Call failed",
        ...fields,
        code: "extension/response-invalid",
        path: "seconds",
        returned: "-5",
      },
    ]);
  });

  test("a message as the handler wrote it, where something was taken out", async () => {
    const { log } = await answered(deletion(() => fail("no quota since 2026-01-02T03:04:05Z")));
    expect(log).toMatchObject([{ answer: "no quota since <time>", original: "no quota since 2026-01-02T03:04:05Z" }]);
  });

  test("an error with its stack", async () => {
    const { log } = await answered(
      deletion(() => {
        throw new Error("the password is s3cret");
      }),
    );
    expect(log).toMatchObject([{ level: "error", hook: "BeforeClusterDelete", msg: "Call failed" }]);
    expect(log[0]?.["stack"]).toMatch(/^Error: the password is s3cret\n {4}at /);
  });

  test("a caller's mistake with its code and without a stack", async () => {
    const { log } = await answered(deletion(proceed), { cluster: 1 });
    expect(log).toMatchObject([{ level: "error", msg: "Call failed", code: expect.any(String) }]);
    expect(log[0]).not.toHaveProperty("stack");
  });

  test("a timeout", async () => {
    const { log } = await answered(
      deletion(() => new Promise(() => {})),
      { cluster },
      { timeout: "30ms" },
    );
    expect(log).toMatchObject([
      { level: "error", msg: "Handler timed out", ms: 10 },
      { level: "info", msg: "Answered", retryAfterSeconds: 10 },
    ]);
  });

  test("no Cluster where the request has none", async () => {
    const { log } = await answered(defineExtension({ validateTopology: { check: () => proceed() } }), { items: [] });
    expect(log[0]).not.toHaveProperty("cluster");
  });

  test("unknown settings are one warning, however many calls have them, and known ones are none", async () => {
    const extension = deletion(() => proceed(), { settings: { door: {} } });
    const settings = { wall: "green", door: "ajar", arch: "red" };
    const { log } = await answered(extension, { cluster, settings });
    expect(log[0]).toMatchObject({ level: "warn", unknown: ["arch", "wall"] });
    expect((await answered(extension, { cluster, settings })).log).toHaveLength(1);
    expect((await answered(extension, { cluster, settings: { ...settings, roof: "" } })).log[0]).toMatchObject({
      unknown: ["roof"],
    });
    expect((await answered(extension, { cluster, settings: { door: "ajar" } })).log).toHaveLength(1);
  });
});

describe("is a Failure:", () => {
  const returning = (value: unknown): Handle => (() => value) as unknown as Handle;
  const throwing =
    (error: unknown): Handle =>
    () => {
      throw error;
    };
  const invalid = (problem: string): string =>
    `handler before-cluster-delete returned what its hook does not allow: ${problem}`;
  const notCreated = invalid("proceed, retryAfter or fail did not create it");

  test.each([
    { name: "undefined", handler: returning(undefined), want: notCreated },
    { name: "a string", handler: returning("proceed"), want: notCreated },
    { name: "an unknown result", handler: returning({ result: "stop", payload: {} }), want: notCreated },
    { name: "a result without a payload", handler: returning({ result: "fail" }), want: notCreated },
    {
      name: "a payload that does not fit",
      handler: returning(proceed({ message: 1 })),
      want: invalid("message: proceed, retryAfter and fail set it"),
    },
    {
      name: "an error of this package",
      handler: throwing(new CapstanError("extension/own", "the reason")),
      want: "the reason",
    },
    {
      name: "an error of another package",
      handler: throwing(new CapstanError("client/other", "a secret")),
      want: "handler before-cluster-delete failed with CapstanError; the log of the extension has the reason",
    },
    {
      name: "an error that is not an Error",
      handler: throwing("a secret"),
      want: "handler before-cluster-delete failed with Error; the log of the extension has the reason",
    },
  ])("$name", async ({ handler, want }) => {
    const { response } = await answered(deletion(handler));
    expect(response).toMatchObject({ status: "Failure", message: want });
  });

  test("retryAfter of a hook that cannot block", async () => {
    const check = (() => retryAfter("1s", "later")) as unknown as () => ReturnType<typeof proceed>;
    const { response } = await answered(defineExtension({ validateTopology: { check } }), { items: [] });
    expect(response.message).toBe("handler check returned what its hook does not allow: this hook cannot block");
  });

  test("a body that is not UTF-8", async () => {
    const { response } = await answered(
      deletion(() => proceed()),
      {},
      { json: () => parseJsonBody(new Uint8Array([0x22, 0xff, 0x22])) },
    );
    expect(response.message).toBe("the request is not a BeforeClusterDeleteRequest: it is not JSON");
  });

  test.each([null, [], 1])("a body that is %j", async (request) => {
    const { response } = await answered(
      deletion(() => proceed()),
      request,
    );
    expect(response.message).toBe("the request is not a BeforeClusterDeleteRequest: it is not a JSON object");
  });
});

interface ResizeResponse {
  status: "Success" | "Failure";
  allowed?: boolean;
}
const BeforeFooResize: Hook<{ size: string }, ResizeResponse> = defineHook({
  apiVersion: "hooks.foo.example.dev/v1alpha1",
  name: "BeforeFooResize",
  summary: "Called before a foo is resized",
  description: "Called before a foo is resized.",
});

test("a hook that a provider declared is answered without a schema", async () => {
  const extension = defineExtension(
    {
      custom: [
        handle(BeforeFooResize, ({ size }, ctx) => proceed({ allowed: size === "s" && ctx.settings["a"] === "1" }), {
          unchecked: true,
        }),
      ],
    },
    { settings: { a: { default: "1" } } },
  );
  const { response, log } = await answered(extension, { size: "s", settings: { a: 2 } });
  expect(log[0]).toMatchObject({ level: "warn", wrong: ["a"] });
  expect((await answered(extension, { size: "s", settings: { a: 2 } })).log).toHaveLength(1);
  expect(response).toEqual({
    apiVersion: "hooks.foo.example.dev/v1alpha1",
    kind: "BeforeFooResizeResponse",
    status: "Success",
    allowed: true,
  });
});
