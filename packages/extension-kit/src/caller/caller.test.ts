// The caller against extensions of this kit and against servers that misbehave, with Cluster API's meaning of each answer.
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { describeError } from "@capstan/kube";
import {
  jsonResponse,
  type Route,
  type ServeRequest,
  type ServeResponse,
  startServer,
  textResponse,
} from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, describe, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import type { Handlers } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { backupCatalog, backupGroup } from "../testing/backup-hooks.ts";
import { served } from "../testing/served.ts";
import { aggregate, callAll, callHandler, connectExtension, discover, type ExtensionConnection } from "./index.ts";

const cluster: Cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec: {} };
const { BeforeClusterDelete, Discovery } = hookCatalog;
const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/** A connection to an extension that is served. */
async function connected(handlers: Handlers): Promise<ExtensionConnection> {
  const server = await served(defineExtension(handlers));
  const connection = connectExtension({ url: server.running.url, caBundle: server.caBundle });
  open.push(
    () => connection.close(),
    () => server.running.stop(),
  );
  return connection;
}

/** A connection to a server that always answers the same, with something behind its URL. */
async function answering(
  answer: ServeResponse | Route["handle"],
  path: string = Discovery.path,
  more = "",
): Promise<ExtensionConnection> {
  const tls = createSelfSigned({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const handle = typeof answer === "function" ? answer : () => answer;
  const server = await startServer({ port: 0, tls, routes: [{ method: "POST", path, handle }] });
  const connection = connectExtension({ url: `${server.url}${more}`, caBundle: tls.certPem });
  open.push(
    () => connection.close(),
    () => server.close({ drainMs: 0 }),
  );
  return connection;
}

test("discovers, calls and reads a typed answer", async () => {
  const connection = await connected({ beforeClusterDelete: () => retryAfter("30s", "a snapshot is being taken") });
  const [handler] = await discover(connection);
  expect(handler).toEqual({
    name: "before-cluster-delete",
    hook: BeforeClusterDelete,
    timeoutSeconds: 10,
    failurePolicy: "Fail",
  });
  if (handler === undefined) return;
  const answer = await callHandler(BeforeClusterDelete, { connection, handler }, { cluster });
  expect(answer.retryAfterSeconds).toBe(30);
  expect(answer.message).toBe("a snapshot is being taken");
});

test("all handlers of a hook are called; the shortest delay wins, messages come in the order of names", async () => {
  const connections = await Promise.all([
    connected({ beforeClusterDelete: { name: "b", handle: () => retryAfter("30s", "second") } }),
    connected({ beforeClusterDelete: { name: "a", handle: () => retryAfter("10s", "first") } }),
    connected({
      beforeClusterDelete: { name: "c", handle: () => proceed() },
      beforeClusterCreate: () => fail("another hook"),
    }),
  ]);
  const targets = await Promise.all(
    connections.map(async (connection) => (await discover(connection)).map((handler) => ({ connection, handler }))),
  );
  expect(await callAll(BeforeClusterDelete, targets.flat(), { cluster })).toEqual({
    status: "Success",
    retryAfterSeconds: 10,
    message: "first, second",
  });
});

test.each([
  { given: [0, 30, 10], want: 10 },
  { given: [0, 0], want: 0 },
  { given: [-5, 10], want: 10 },
  { given: [], want: 0 },
])("delays $given together are $want", ({ given, want }) => {
  expect(aggregate(given.map((retryAfterSeconds) => ({ retryAfterSeconds }))).retryAfterSeconds).toBe(want);
});

describe("what does not come through", () => {
  const path = `${BeforeClusterDelete.path}/h`;
  const handler = (failurePolicy: "Fail" | "Ignore") =>
    ({ name: "h", hook: BeforeClusterDelete, timeoutSeconds: 10, failurePolicy }) as const;
  const call = async (answer: ServeResponse, policy: "Fail" | "Ignore"): Promise<unknown> => {
    const connection = await answering(answer, path);
    try {
      return await callHandler(BeforeClusterDelete, { connection, handler: handler(policy) }, { cluster });
    } catch (error) {
      return describeError(error).split("\n")[0];
    }
  };
  const success = {
    apiVersion: Discovery.apiVersion,
    kind: "BeforeClusterDeleteResponse",
    status: "Success",
    retryAfterSeconds: 0,
  };

  test.each([
    { name: "another status", answer: textResponse(500, "broken"), why: "the status is 500: broken" },
    { name: "not an object", answer: jsonResponse(200, []), why: "the answer is not an object" },
    {
      name: "a delay that is a string",
      answer: jsonResponse(200, { status: "Success", retryAfterSeconds: "10" }),
      why: `retryAfterSeconds: Invalid value: "string": retryAfterSeconds in body must be of type integer: "string"`,
    },
  ])("$name is an error, or success by policy", async ({ answer, why }) => {
    expect(await call(answer, "Fail")).toBe(`calling BeforeClusterDelete of h failed: ${why}`);
    expect(await call(answer, "Ignore")).toEqual(success);
  });

  test.each([
    {
      name: "Failure",
      answer: jsonResponse(200, { status: "Failure", message: "no" }),
      why: "it answered Failure: no",
    },
    {
      name: "no status",
      answer: jsonResponse(200, { status: "" }),
      why: 'its status "" is neither Success nor Failure',
    },
    {
      name: "a status that cannot be converted to a string",
      answer: jsonResponse(200, { status: { toString: 1 } }),
      why: 'its status "{"toString":1}" is neither Success nor Failure',
    },
    {
      name: "a long Failure",
      answer: jsonResponse(200, { status: "Failure", message: "n".repeat(5000) }),
      why: `it answered Failure: ${"n".repeat(4096)}... (cut, it has 5000 characters)`,
    },
  ])("$name is an error whatever the policy", async ({ answer, why }) => {
    for (const policy of ["Fail", "Ignore"] as const) {
      expect(await call(answer, policy)).toBe(`calling BeforeClusterDelete of h failed: ${why}`);
    }
  });

  test("a delay out of bounds is an error, and a long message is cut", async () => {
    const answer = {
      apiVersion: BeforeClusterDelete.apiVersion,
      kind: BeforeClusterDelete.responseKind,
      status: "Success",
    };
    for (const retryAfterSeconds of [-5, 2 ** 31])
      expect(await call(jsonResponse(200, { ...answer, retryAfterSeconds }), "Fail")).toBe(
        `calling BeforeClusterDelete of h failed: retryAfterSeconds is ${retryAfterSeconds}`,
      );
    const long = jsonResponse(200, { ...answer, retryAfterSeconds: 1, message: "n".repeat(5000) });
    expect(await call(long, "Fail")).toMatchObject({ message: `${"n".repeat(4096)}... (cut, it has 5000 characters)` });
  });

  test("a missing delay is none", async () => {
    expect(await call(jsonResponse(200, { status: "Success" }), "Fail")).toMatchObject({ retryAfterSeconds: 0 });
  });

  test("the delay of a hook that cannot block is none, as in Cluster API", async () => {
    const hook = hookCatalog.AfterControlPlaneInitialized;
    const answer = jsonResponse(200, { status: "Success", message: "done", retryAfterSeconds: 30 });
    const connection = await answering(answer, `${hook.path}/h`);
    const target = { connection, handler: { ...handler("Fail"), hook } };
    expect(await callHandler(hook, target, { cluster })).toEqual({ status: "Success", message: "done" });
    expect(await callAll(hook, [target], { cluster })).toMatchObject({ retryAfterSeconds: 0 });
  });

  test("a request is one of the hook, whatever it calls itself", async () => {
    const sent: unknown[] = [];
    const handle = async (request: ServeRequest): Promise<ServeResponse> => {
      sent.push(await request.json());
      return jsonResponse(200, { status: "Success" });
    };
    const connection = await answering(handle, path);
    const request = { apiVersion: "v1", kind: "Secret", cluster };
    await callHandler(BeforeClusterDelete, { connection, handler: handler("Fail") }, request);
    const { apiVersion, requestKind: kind } = BeforeClusterDelete;
    expect(sent).toEqual([{ apiVersion, kind, cluster }]);
  });

  test("a server that is not there is an error, or success by policy", async () => {
    const connection = await answering(textResponse(200, ""), path);
    await Promise.all(open.splice(0).map((close) => close()));
    const gone = connectExtension({ url: connection.url });
    const target = { connection: gone, handler: handler("Ignore") };
    expect(await callHandler(BeforeClusterDelete, target, { cluster })).toEqual(success);
    await expect(
      callHandler(BeforeClusterDelete, { connection: gone, handler: handler("Fail") }, { cluster }),
    ).rejects.toThrow("calling BeforeClusterDelete of h failed: connect ECONNREFUSED");
  });
});

describe("discovery answers that Cluster API rejects", () => {
  const handler = { name: "h", requestHook: { apiVersion: Discovery.apiVersion, hook: "BeforeClusterDelete" } };
  test.each([
    { name: "a status", answer: { status: "failure" }, want: 'the status of the answer is "failure"' },
    {
      name: "a name",
      answer: { status: "Success", handlers: [{ ...handler, name: "A" }] },
      want: '"A" is not a name of a handler',
    },
    {
      name: "a name twice",
      answer: { status: "Success", handlers: [handler, handler] },
      want: 'two handlers are named "h"',
    },
    {
      name: "a timeout",
      answer: { status: "Success", handlers: [{ ...handler, timeoutSeconds: 31 }] },
      want: 'the timeout of "h" is 31s',
    },
    {
      name: "a policy",
      answer: { status: "Success", handlers: [{ ...handler, failurePolicy: "fail" }] },
      want: 'handlers[0].failurePolicy: Unsupported value: "fail": supported values: "Fail", "Ignore"',
    },
    {
      name: "handlers that are not a list",
      answer: { status: "Success", handlers: "none" },
      want: 'handlers: Invalid value: "string": handlers in body must be of type array: "string"',
    },
    {
      name: "a long name",
      answer: { status: "Success", handlers: [{ ...handler, name: "a".repeat(300) }] },
      want: `"${"a".repeat(200)}... (cut, it has 300 characters)" is not a name of a handler`,
    },
    {
      name: "too many handlers",
      answer: { status: "Success", handlers: Array.from({ length: 1001 }, () => handler) },
      want: "it has 1001 handlers, the most are 1000",
    },
    {
      name: "a Failure",
      answer: { status: "Failure", message: "the settings of the extension cannot be read" },
      want: "it answered Failure: the settings of the extension cannot be read",
    },
    {
      name: "a Failure whose message is no string",
      answer: { status: "Failure", message: { toString: 1 } },
      want: "it answered Failure: ",
    },
    { name: "no status", answer: {}, want: 'the status of the answer is "undefined"' },
    {
      name: "a status that cannot be converted to a string",
      answer: { status: { toString: 1 } },
      want: 'the status of the answer is "{"toString":1}"',
    },
    {
      name: "a hook",
      answer: {
        status: "Success",
        handlers: [{ ...handler, requestHook: { ...handler.requestHook, hook: "AfterAll" } }],
      },
      want: "the hook AfterAll of hooks.runtime.cluster.x-k8s.io/v1alpha1 is not known",
    },
  ])("$name", async ({ answer, want }) => {
    const connection = await answering(jsonResponse(200, answer));
    await expect(discover(connection)).rejects.toThrow(
      `the handlers of the extension at ${connection.url} cannot be discovered: ${want}`,
    );
  });
});

test.each(["//evil.com", "/evil.com/", "/evil.com//", "/a/../evil.com"])(
  "a path is joined to the one of the URL as Cluster API joins them: %s",
  async (prefix) => {
    const answer = jsonResponse(200, { status: "Success" });
    expect(await discover(await answering(answer, `/evil.com${Discovery.path}`, prefix))).toEqual([]);
  },
);

test("the query of the URL is sent, too, as Cluster API does", async () => {
  const queries: string[] = [];
  const handle = ({ query }: ServeRequest): ServeResponse => {
    queries.push(query.toString());
    return jsonResponse(200, { status: "Success" });
  };
  const connection = await answering(handle, Discovery.path, "?a=b");
  await discover(connection);
  await discover(connection, Object.values(backupCatalog));
  expect(queries).toEqual(["a=b&timeout=10s", `a=b&group=${backupGroup}&timeout=10s`]);
});

test("a URL with a user or a password is rejected, since errors show it", () => {
  for (const url of ["https://user@localhost:1", "https://:secret@localhost:1"])
    expect(() => connectExtension({ url })).toThrow(/^the URL of an extension has a user or a password: remove them/);
});
