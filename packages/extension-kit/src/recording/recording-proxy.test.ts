// A proxy that records: what it passes on in both directions, what is on its tape, and what cannot go through it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hookCatalog } from "@capstan/api/catalog";
import type { Logger } from "@capstan/process";
import { jsonResponse, type Route, type RunningServer, startServer, textResponse } from "@capstan/serve";
import { createCertificateAuthority, createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectExtension, type RawAnswer } from "../caller/connection.ts";
import { readTape } from "./read-tape.ts";
import { type RecordingProxy, type RecordingProxyOptions, startRecordingProxy } from "./recording-proxy.ts";
import type { Tape } from "./tape.ts";

const { GeneratePatches, DiscoverVariables, BeforeClusterDelete, Discovery } = hookCatalog;
const authority = createCertificateAuthority({ commonName: "all" });
const serving = { commonName: "localhost", ipAddresses: ["127.0.0.1"] };
const pair = authority.issue(serving);

let folder: string;
let file: string;
let lines: string[];
/** The bodies that the extension got, by their paths with queries. */
let got: { readonly path: string; readonly query: string; readonly body: string }[];
let target: RunningServer;
let answerOf: (body: string) => object;

const log: Logger = {
  debug: () => undefined,
  info: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  warn: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  error: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  child: () => log,
};

/** An extension without this kit: it answers as one in another language does. */
function foreignRoutes(): Route[] {
  const post = (path: string, handle: (body: string) => object): Route => ({
    method: "POST",
    path,
    async handle(request) {
      const body = Buffer.from(await request.body()).toString();
      got.push({ path: request.path, query: request.query.toString(), body });
      return jsonResponse(200, handle(body));
    },
  });
  const handler = (name: string, hook: string): object => ({
    name,
    requestHook: { apiVersion: GeneratePatches.apiVersion, hook },
  });
  return [
    post(Discovery.path, () => ({
      apiVersion: Discovery.apiVersion,
      kind: Discovery.responseKind,
      status: "Success",
      handlers: [handler("patches", "GeneratePatches"), handler("delete", "BeforeClusterDelete")],
    })),
    post(`${GeneratePatches.path}/patches`, (body) => answerOf(body)),
    post(`${DiscoverVariables.path}/variables`, () => ({ status: "Success", variables: [] })),
    post(`${BeforeClusterDelete.path}/delete`, () => ({ status: "Success", retryAfterSeconds: 3, extra: "ü" })),
    post("/own.example.com/v1/approve/mine", () => ({ status: "Success", mine: true })),
    { method: "POST", path: `${GeneratePatches.path}/broken`, handle: () => textResponse(500, "no disk\n") },
    { method: "POST", path: `${GeneratePatches.path}/odd`, handle: () => textResponse(200, "not JSON") },
    {
      method: "POST",
      path: `${GeneratePatches.path}/slow`,
      handle: async ({ signal }) => textResponse(200, String(await sleep(60_000, "", { signal }).catch(() => ""))),
    },
  ];
}

/** A merge patch for each item, which has what the item has. */
function echo(body: string): object {
  const { items } = JSON.parse(body);
  const patchOf = (object: object): string =>
    Buffer.from(JSON.stringify({ spec: { made: object } })).toString("base64");
  return {
    apiVersion: GeneratePatches.apiVersion,
    kind: GeneratePatches.responseKind,
    status: "Success",
    items: items.map(({ uid, object }: { uid: string; object: { spec: object } }) => ({
      uid,
      patchType: "JSONMergePatch",
      patch: patchOf(object.spec),
    })),
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "capstan-proxy-"));
  file = join(folder, "calls.tape");
  lines = [];
  got = [];
  answerOf = echo;
  target = await startServer({ port: 0, tls: pair, routes: foreignRoutes() });
});
afterEach(async () => {
  await target.close({ drainMs: 0 });
  rmSync(folder, { recursive: true });
});

const start = (options: Partial<RecordingProxyOptions> = {}): Promise<RecordingProxy> =>
  startRecordingProxy({
    target: { url: target.url, caBundle: authority.certPem },
    file,
    tls: pair,
    port: 0,
    log,
    ...options,
  });

async function posted(proxy: RecordingProxy, path: string, body: string | object, seconds = 10): Promise<RawAnswer> {
  const connection = connectExtension({ url: proxy.url, caBundle: authority.certPem });
  try {
    return await connection.post(path, typeof body === "string" ? body : JSON.stringify(body), seconds);
  } finally {
    connection.close();
  }
}

const tape = (): Tape => readTape({ file, text: readFileSync(file, "utf8") });
const request = (spec: object): object => ({
  apiVersion: GeneratePatches.apiVersion,
  kind: GeneratePatches.requestKind,
  variables: [{ name: "builtin", value: { cluster: { name: "one", namespace: "default", uid: "u" } } }],
  items: [{ uid: "a", holderReference: { kind: "Cluster" }, object: { kind: "FooTemplate", spec } }],
});

describe("calls", () => {
  test("reach the extension as they are, with the time of the caller, and so does the answer", async () => {
    await using proxy = await start();
    got = [];
    const body = '{ "cluster" : {"b":1, "a":"é"} }';
    expect(await posted(proxy, `${BeforeClusterDelete.path}/delete`, body, 7)).toEqual({
      status: 200,
      body: '{"status":"Success","retryAfterSeconds":3,"extra":"ü"}',
    });
    expect(await posted(proxy, "/own.example.com/v1/approve/mine?a=b", "{}")).toMatchObject({ status: 200 });
    expect(await posted(proxy, `${Discovery.path}?group=own.example.com`, "{}")).toMatchObject({ status: 200 });
    expect(got).toEqual([
      { path: `${BeforeClusterDelete.path}/delete`, query: "timeout=7s", body },
      { path: "/own.example.com/v1/approve/mine", query: "a=b&timeout=10s", body: "{}" },
      { path: Discovery.path, query: "group=own.example.com&timeout=10s", body: "{}" },
    ]);
  });

  test("with large answers are passed on: a real extension sends up to 16 Mi characters of patches", async () => {
    const proxy = await start();
    const patch = "a".repeat(12 * 1024 * 1024);
    answerOf = () => ({ status: "Success", items: [{ uid: "1", patchType: "JSONPatch", patch }] });
    const many = { answerBytes: 32 * 1024 * 1024, jsonValues: 1_000_000 };
    const direct = connectExtension({ url: proxy.url, caBundle: authority.certPem, limits: many });
    const answer = await direct.post(`${GeneratePatches.path}/patches`, "{}", 10);
    expect([answer.status, answer.body.length > patch.length]).toEqual([200, true]);
    const items = Array.from({ length: 150_000 }, (_, at) => ({ uid: `${at}`, patchType: "JSONPatch" }));
    answerOf = () => ({ status: "Success", items });
    expect((await direct.post(`${GeneratePatches.path}/patches`, "{}", 10)).status).toBe(200);
    direct.close();
    await proxy.close();
  });

  test("that fail there fail here, and one without an answer is 502", async () => {
    const proxy = await start();
    expect(await posted(proxy, `${GeneratePatches.path}/broken`, "{}")).toEqual({ status: 500, body: "no disk\n" });
    expect(await posted(proxy, `${GeneratePatches.path}/odd`, "{}")).toEqual({ status: 200, body: "not JSON" });
    const late = startRecordingProxy({
      target: { url: target.url, caBundle: authority.certPem },
      file: `${file}2`,
      tls: pair,
      port: 0,
    });
    await using other = await late;
    const direct = await fetchLate(other);
    expect(direct).toMatchObject({ status: 502 });
    await target.close({ drainMs: 0 });
    expect(await posted(proxy, `${GeneratePatches.path}/patches`, request({}))).toMatchObject({ status: 502 });
    expect(proxy.counts).toEqual({ calls: 3, failed: 1, recorded: 0 });
    expect(lines.at(-1)).toContain("The extension did not answer");
    await proxy.close();
  });

  /** A caller whose query has less time than it takes itself. */
  async function fetchLate(proxy: RecordingProxy): Promise<RawAnswer> {
    return posted(proxy, `${GeneratePatches.path}/slow?timeout=50ms`, "{}", 20);
  }

  test.each(["/", "//other.example.com/v1/generatepatches/a", "/a/v1/b/../c", "/metrics", "/a/v1/b/c/d"])(
    "to %s are passed to nobody",
    async (path) => {
      await using proxy = await start();
      got = [];
      // Without a client that makes another path of it.
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const { request: send } = await import("node:https");
      const { port } = new URL(proxy.url);
      const sent = send({ host: "127.0.0.1", port, path, method: "POST", ca: authority.certPem }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.end("{}");
      expect([await promise, got, proxy.counts.calls]).toEqual([404, [], 0]);
    },
  );

  test("that are too large are not read, and others go on", async () => {
    await using proxy = await start({ limits: { bodyBytes: 1000 } });
    expect(await posted(proxy, `${BeforeClusterDelete.path}/delete`, "x".repeat(1001))).toMatchObject({ status: 413 });
    expect(await posted(proxy, `${BeforeClusterDelete.path}/delete`, "{}")).toMatchObject({ status: 200 });
  });
});

describe("the tape", () => {
  test("has calls of topology hooks once, with the name that is given", async () => {
    const proxy = await start({ name: "patcher" });
    for (const size of [1, 2, 1]) await posted(proxy, `${GeneratePatches.path}/patches`, request({ size }));
    await posted(proxy, `${DiscoverVariables.path}/variables`, "{}");
    await posted(proxy, `${BeforeClusterDelete.path}/delete`, "{}");
    await proxy.close();
    const { header, calls } = tape();
    expect(header).toMatchObject({ extension: "patcher", clusterApi: "" });
    expect(calls.map(({ hook, handler, cluster }) => [hook, handler, cluster?.name])).toEqual([
      ["GeneratePatches", "patches", "one"],
      ["GeneratePatches", "patches", "one"],
      ["DiscoverVariables", "variables", undefined],
    ]);
    expect(calls[1]).toMatchObject({
      request: request({ size: 2 }),
      response: echo(JSON.stringify(request({ size: 2 }))),
    });
    expect(proxy.counts).toEqual({ calls: 5, failed: 0, recorded: 3 });
    expect(lines).toEqual([
      'The first call of a handler {"hook":"GeneratePatches","handler":"patches","status":"Success"}',
      'The first call of a handler {"hook":"DiscoverVariables","handler":"variables","status":"Success"}',
      'The first call of a handler {"hook":"BeforeClusterDelete","handler":"delete","status":"Success"}',
    ]);
  });

  test("has no secrets: a request that has any is sent a second time without them", async () => {
    const proxy = await start({ secrets: ["joinKey"] });
    const secret = request({ files: [{ content: "s3cr3t" }], env: [{ name: "joinKey", value: "s3cr3t" }] });
    const whole = { ...secret, settings: { joinKey: "s3cr3t", other: "x" } };
    const { body } = await posted(proxy, `${GeneratePatches.path}/patches`, whole);
    expect(Buffer.from(JSON.parse(body).items[0].patch, "base64").toString()).toContain("s3cr3t");
    await proxy.close();
    const sent = got.filter(({ path }) => path.endsWith("/patches"));
    expect(sent.map((each) => each.body.includes("s3cr3t"))).toEqual([true, false]);
    const text = readFileSync(file, "utf8");
    const [call] = tape().calls;
    const patches = [...text.matchAll(/"patch":"([^"]+)"/g)].map(([, patch = ""]) => Buffer.from(patch, "base64"));
    for (const each of [text, patches.join("")]) expect(each).not.toContain("s3cr3t");
    expect(call).toMatchObject({ masked: true, request: { settings: { joinKey: "x0xx0x", other: "x" } } });
  });

  test("has no call whose answer without secrets does not come, and a line says so", async () => {
    answerOf = (body) => (body.includes("s3cr3t") ? echo(body) : { what: 7 });
    const proxy = await start();
    await posted(proxy, `${GeneratePatches.path}/patches`, request({ token: "s3cr3t" }));
    await posted(proxy, `${GeneratePatches.path}/patches`, "[]");
    await proxy.close();
    expect(() => tape()).toThrow("it has no call");
    expect(lines.filter((line) => line.startsWith("A call could not be recorded"))).toHaveLength(1);
  });

  test("that is full ends the recording, and calls go on", async () => {
    const proxy = await start({ bytes: 900 });
    for (const size of [1, 2, 3])
      expect(await posted(proxy, `${GeneratePatches.path}/patches`, request({ size }))).toMatchObject({ status: 200 });
    await proxy.close();
    expect([tape().calls.length, proxy.counts.recorded]).toEqual([1, 1]);
  });
});

describe("who calls", () => {
  test("can have to show a certificate, and the proxy shows its own", async () => {
    const callers = createCertificateAuthority({ commonName: "callers" });
    const core = callers.issue({ commonName: "core", usages: ["client"] });
    const strict = await startServer({ port: 0, tls: pair, routes: foreignRoutes(), clientCa: callers.certPem });
    const certificate = callers.issue({ commonName: "proxy", usages: ["client"] });
    const address = { url: strict.url, caBundle: authority.certPem };
    await expect(start({ target: address })).rejects.toMatchObject({ code: "extension/discovery-invalid" });
    const proxy = await start({ target: { ...address, certificate }, clientCa: callers.certPem });
    await expect(posted(proxy, `${BeforeClusterDelete.path}/delete`, "{}")).rejects.toThrow(/alert|reset|hang up/);
    const connection = connectExtension({ url: proxy.url, caBundle: authority.certPem, certificate: core });
    expect(await connection.post(`${BeforeClusterDelete.path}/delete`, "{}", 5)).toMatchObject({ status: 200 });
    connection.close();
    await proxy.close();
    await strict.close({ drainMs: 0 });
  });
});

test.each([
  {
    name: "no extension answers",
    options: { target: { url: "https://127.0.0.1:1" } },
    code: "extension/discovery-invalid",
  },
  { name: "the tape cannot be written", options: { file: "/proc/none" }, code: "extension/tape-file" },
  {
    name: "the certificate cannot be read",
    options: { tls: { directory: "/none" } },
    code: "serve/certificate-missing",
  },
  {
    name: "the pair is not one",
    options: { tls: { ...pair, keyPem: createSelfSigned(serving).keyPem } },
    code: "serve/certificate-key-mismatch",
  },
])("it does not start when $name", async ({ options, code }) => {
  await expect(start(options)).rejects.toMatchObject({ code });
});

test("a second proxy with the same port leaves the tape of the first one alone", async () => {
  const { url } = await start({});
  const before = readFileSync(file, "utf8");
  await expect(start({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: "serve/port-in-use" });
  expect(readFileSync(file, "utf8")).toBe(before);
});
