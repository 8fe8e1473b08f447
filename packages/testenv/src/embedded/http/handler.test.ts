// Routing: which path and method reach which verb, what needs no authentication, and which Status every error becomes.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, widgetCrd } from "../../../test/server.ts";
import { createHttp, eventsOf, type TestHttp } from "../../../test/http.ts";
import type { ServerState } from "../server-state.ts";

let state: ServerState;
let http: TestHttp;
beforeEach(async () => {
  state = await createState();
  http = createHttp(state);
});

const status = (code: number, reason: string, message: string): object => ({
  code,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code, reason, message },
});
const notAllowed = status(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const widget = { resource: "example.com/v1/widgets", name: "a" };

describe("without authentication", () => {
  const plain = { "content-type": "text/plain; charset=utf-8" };
  test.each(["/healthz", "/livez", "/readyz"])("%s is ok", async (url) => {
    expect(await http.send("GET", url, { subject: undefined })).toMatchObject({
      code: 200,
      text: "ok",
      headers: plain,
    });
  });

  test("the root lists paths", async () => {
    const paths = ["/api", "/apis", "/healthz", "/livez", "/readyz", "/version"];
    expect(await http.send("GET", "/", { subject: undefined })).toMatchObject({ code: 200, body: { paths } });
  });

  test("the version is that of Kubernetes, of another build", async () => {
    expect(await http.send("GET", "/version?timeout=32s", { subject: undefined })).toMatchObject({
      code: 200,
      body: {
        major: "1",
        minor: "36",
        gitVersion: "v1.36.0+capstan",
        gitCommit: "",
        gitTreeState: "clean",
        buildDate: "1970-01-01T00:00:00Z",
        goVersion: "none",
        compiler: "node",
        platform: "any",
      },
    });
  });

  test.each(["/api", "/apis/apps/v1", widgets, "/other"])("%s is Unauthorized", async (url) => {
    const reply = await http.send("GET", url, { subject: undefined });
    expect(reply).toMatchObject(status(401, "Unauthorized", "Unauthorized"));
  });
});

test("discovery documents are JSON", async () => {
  const reply = await http.send("GET", "/apis/example.com");
  expect(reply).toMatchObject({ code: 200, body: { kind: "APIGroup", name: "example.com" } });
});

test.each([
  "/other",
  "/apis/none.example.com/v1/widgets",
  "/apis/example.com/v2/widgets",
  "/apis/example.com/v1/nones",
  "/apis/example.com/v1/namespaces/default/gadgets",
  "/api/v1/namespaces/default/nodes/a",
  "/apis/example.com/v1/widgets/a",
])("%s is not found", async (url) => {
  const reply = await http.send("GET", url);
  expect([reply.code, reply.text]).toEqual([404, "404 page not found\n"]);
});

test("an invalid escape sequence is a bad request", async () => {
  const want = status(400, "BadRequest", "the path has an invalid escape sequence");
  expect(await http.send("GET", `${widgets}/%zz`)).toMatchObject(want);
});

test("a document that is nested too deeply is a bad request", async () => {
  const depth = 50_000;
  const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
  const want = status(400, "BadRequest", "the document is nested too deeply");
  expect(await http.send("POST", "/api/v1/namespaces/default/configmaps", { body })).toMatchObject(want);
});

test("an error of the server itself is an internal error", async () => {
  vi.spyOn(state.store, "collection").mockImplementation(() => {
    throw new Error("broken");
  });
  expect(await http.send("GET", widgets)).toMatchObject(
    status(500, "InternalError", "Internal error occurred: broken"),
  );
});

describe("methods", () => {
  beforeEach(() => create(state, widget));
  const json = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } };
  const merge = { "content-type": "application/merge-patch+json" };

  test.each([
    { method: "HEAD", url: `${widgets}/a` },
    { method: "HEAD", url: widgets },
    { method: "OPTIONS", url: widgets },
    { method: "POST", url: `${widgets}/a` },
    { method: "PUT", url: widgets },
    { method: "PATCH", url: widgets },
    { method: "POST", url: `${widgets}/a/status` },
    { method: "DELETE", url: `${widgets}/a/status` },
    { method: "DELETE", url: "/api/v1/configmaps" },
    { method: "GET", url: "/api/v1/namespaces/default/finalize" },
    { method: "PATCH", url: "/api/v1/namespaces/default/finalize" },
    { method: "DELETE", url: "/api/v1/namespaces/default/finalize" },
    { method: "GET", url: "/api/v1/namespaces/default/serviceaccounts/a/token" },
    { method: "GET", url: "/apis/authentication.k8s.io/v1/tokenreviews" },
    { method: "PUT", url: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" },
  ])("$method $url is not allowed", async ({ method, url }) => {
    expect(await http.send(method, url, { json, headers: merge })).toMatchObject({ ...notAllowed });
  });

  test.each([
    `${widgets}/a/scale`,
    `${widgets}/a/finalize`,
    `${widgets}/a/token`,
    "/api/v1/namespaces/default/configmaps/a/status",
    "/apis/example.com/v1/gadgets/a/finalize",
  ])("%s is a subresource that its kind does not have", async (url) => {
    const [, plural = ""] = /\/([a-z]+)\/a\//.exec(url) ?? [];
    const group = url.startsWith("/api/") ? "" : ".example.com";
    expect(await http.send("GET", url)).toMatchObject({
      ...status(404, "NotFound", `${plural}${group} "a" not found`),
    });
  });

  test.each([
    { method: "GET", url: widgets, body: { kind: "WidgetList" } },
    { method: "GET", url: `${widgets}/`, body: { kind: "WidgetList" } },
    { method: "GET", url: "/apis/example.com/v1/widgets", body: { kind: "WidgetList", items: [{}] } },
    { method: "GET", url: `${widgets}/a`, body: { kind: "Widget" } },
    { method: "GET", url: `${widgets}/a?watch=true`, body: { kind: "Widget" } },
    { method: "GET", url: `${widgets}/a/status`, body: { kind: "Widget" } },
    { method: "GET", url: "/api/v1/namespaces/default/status", body: { kind: "Namespace" } },
    { method: "DELETE", url: `${widgets}/a`, body: { kind: "Status", status: "Success" } },
    { method: "DELETE", url: widgets, body: { kind: "WidgetList" } },
    { method: "PATCH", url: `${widgets}/a`, body: { kind: "Widget" } },
    { method: "PATCH", url: `${widgets}/a/status`, body: { kind: "Widget" } },
  ])("$method $url", async ({ method, url, body }) => {
    const asked = method === "PATCH" ? { json: {}, headers: merge } : {};
    expect(await http.send(method, url, asked)).toMatchObject({ code: 200, body });
  });

  test.each([
    { query: "watch=true", watches: true },
    { query: "watch=1", watches: true },
    { query: "watch=yes", watches: true },
    { query: "watch=", watches: true },
    { query: "watch=0", watches: false },
    { query: "watch=False", watches: false },
    { query: "limit=1", watches: false },
  ])("a GET with $query is a watch: $watches", async ({ query, watches }) => {
    const response = await http.watch(`${widgets}?${query}`);
    const [first] = await eventsOf(response);
    expect([first?.type, response.sent.end]).toEqual(watches ? ["ADDED", undefined] : [undefined, "ended"]);
  });
});

describe("faults", () => {
  test("see the verb and the place of a request", async () => {
    await create(state, widget);
    const match = {
      verb: "get",
      plural: "widgets",
      group: "example.com",
      namespace: "default",
      name: "a",
      subresource: "status",
    } as const;
    http.faults.inject(match, { reason: "TooManyRequests", retryAfterSeconds: 2 });
    expect(await http.send("GET", `${widgets}/a/status`)).toMatchObject({ code: 429, headers: { "retry-after": "2" } });
    expect((await http.send("GET", `${widgets}/a`)).code).toBe(200);
  });

  test.each([
    { method: "GET", url: widgets, verb: "list" },
    { method: "GET", url: `${widgets}?watch=1`, verb: "watch" },
    { method: "POST", url: widgets, verb: "create" },
    { method: "PUT", url: `${widgets}/a`, verb: "update" },
    { method: "PATCH", url: `${widgets}/a`, verb: "patch" },
    { method: "DELETE", url: `${widgets}/a`, verb: "delete" },
    { method: "DELETE", url: widgets, verb: "deletecollection" },
  ] as const)("$method $url is $verb", async ({ method, url, verb }) => {
    http.faults.inject({ verb }, { reason: "ServiceUnavailable" });
    expect((await http.send(method, url)).code).toBe(503);
  });

  test("cut the connection without a response", async () => {
    http.faults.inject({}, { cut: true });
    const { sent } = await http.watch(widgets);
    expect(sent).toEqual({ headers: {}, end: "destroyed" });
  });
});

test("an error after the start of the response cuts the connection", async () => {
  await create(state, widget);
  vi.spyOn(state.store, "collection").mockImplementation(() => {
    throw new Error("broken");
  });
  const { sent } = await http.watch(`${widgets}?watch=1`);
  expect([sent.code, sent.end]).toEqual([200, "destroyed"]);
});

test("every response of a deprecated version has its warning", async () => {
  const crd = widgetCrd();
  const versions = [{ ...crd.spec.versions[0], deprecated: true }];
  await create(
    state,
    { resource: "apiextensions.k8s.io/v1/customresourcedefinitions", name: "olds.example.com" },
    { ...crd, metadata: {}, spec: { ...crd.spec, names: { kind: "Old", plural: "olds" }, versions } },
  );
  const olds = "/apis/example.com/v1/namespaces/default/olds";
  const headers = { warning: ['299 - "example.com/v1 Old is deprecated"'] };
  expect(await http.send("GET", olds)).toMatchObject({ code: 200, headers });
  expect(await http.send("GET", `${olds}/none`)).toMatchObject({ code: 404, headers });
  expect((await http.send("GET", widgets)).headers).not.toHaveProperty("warning");
});
