// The servers of a program: what is served where, and that none stays when one cannot start.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { get as httpsGet } from "node:https";
import { text } from "node:stream/consumers";
import type { SecureVersion } from "node:tls";
import { isCapstanError } from "@capstan/kube";
import { type ServeRequest, type ServeResponse, textResponse } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "../log/logger.ts";
import { isLoopback, isServed, type RunningServers, type ServersOptions, startServers } from "./start-servers.ts";

const started: RunningServers[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((servers) => servers.close({ drainMs: 0 })));
});

async function start(options: Partial<ServersOptions>): Promise<RunningServers> {
  const servers = await startServers({ servers: [], log: silentLogger, ...options });
  started.push(servers);
  return servers;
}

const local = "127.0.0.1:0";
const metrics = { contentType: "text/plain; version=0.0.4", text: async () => "up 1\n" };
const server = {
  port: 0,
  host: "127.0.0.1",
  routes: [{ method: "GET", path: "/", handle: () => textResponse(200, "own") }],
};

async function get(url: string): Promise<readonly [number, string]> {
  const response = await fetch(url);
  return [response.status, await response.text()];
}

test("own servers, health and metrics listen on their own ports", async () => {
  const {
    servers,
    health,
    metrics: page,
  } = await start({
    servers: [server],
    healthAddress: local,
    metricsAddress: local,
    metrics,
  });
  expect(await get(`${servers[0]?.url}/`)).toEqual([200, "own"]);
  expect(await get(`${health?.url}/healthz`)).toEqual([200, "ok"]);
  expect(await get(`${health?.url}/readyz`)).toEqual([200, "ok"]);
  const response = await fetch(`${page?.url}/metrics`);
  expect([response.headers.get("content-type"), await response.text()]).toEqual([
    "text/plain; version=0.0.4",
    "up 1\n",
  ]);
});

test.each([
  { name: "its own beside servers", servers: [server], threads: 1 },
  { name: "the main one without them", servers: [], threads: 0 },
])("the thread of probes is $name", async ({ servers, threads }) => {
  const listening: unknown[] = [];
  const listen = (message: unknown): void => void listening.push(message);
  subscribe("capstan:thread-server.listen", listen);
  const { health } = await start({ servers, healthAddress: local });
  unsubscribe("capstan:thread-server.listen", listen);
  expect(listening).toHaveLength(threads);
  expect(await get(`${health?.url}/readyz`)).toEqual([200, "ok"]);
});

test("a failing check fails /readyz and not /healthz", async () => {
  const { health } = await start({ healthAddress: local, readyz: { caches: () => false } });
  expect(await get(`${health?.url}/readyz`)).toEqual([500, "[-]caches failed\n"]);
  expect(await get(`${health?.url}/healthz`)).toEqual([200, "ok"]);
});

test.each([
  { name: "no address", options: {} },
  { name: '"0"', options: { healthAddress: "0", metricsAddress: "0", metrics } },
  { name: "the empty string", options: { healthAddress: "", metricsAddress: "", metrics } },
  { name: "an address without metrics", options: { metricsAddress: local } },
])("$name serves nothing", async ({ options }) => {
  const { servers, health, metrics: page } = await start(options);
  expect([servers, health, page]).toEqual([[], undefined, undefined]);
});

test("when one cannot start, those before it are closed", async () => {
  const { servers } = await start({ servers: [server] });
  const taken = servers[0]?.port;
  const free = await start({ servers: [server] });
  await free.close();
  const port = free.servers[0]?.port ?? 0;
  const failed = start({ servers: [{ ...server, port }], healthAddress: `127.0.0.1:${taken}` });
  await expect(failed).rejects.toSatisfy((error) => isCapstanError(error, "serve/port-in-use"));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
});

test("an error in a route is logged", async () => {
  const lines: unknown[] = [];
  const log = { ...silentLogger, error: (message: string, fields?: unknown) => void lines.push([message, fields]) };
  const broken = {
    method: "GET",
    path: "/",
    handle: () => {
      throw new Error("broken");
    },
  };
  const { servers } = await start({ servers: [{ ...server, routes: [broken] }], log });
  expect((await fetch(`${servers[0]?.url}/`)).status).toBe(500);
  expect(lines).toEqual([["Server error", { error: "broken" }]]);
});

test.each([
  { host: "127.0.0.1", status: 200 },
  { host: "127.0.0.1:8080", status: 200 },
  { host: "localhost:8080", status: 200 },
  { host: "[::1]:8080", status: 200 },
  { host: "evil.example.com", status: 403 },
  { host: "localhost.example.com:8080", status: 403 },
  { host: "127.0.0.1.example.com", status: 403 },
])("metrics on the loopback address are answered for the host $host with $status", async ({ host, status }) => {
  const { metrics: page } = await start({ metricsAddress: local, metrics });
  const request = httpGet(`${page?.url}/metrics`, { headers: { host }, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(status);
});

test("metrics with a protection are served over TLS, to callers that it does not reject", async () => {
  const tls = createSelfSigned({ commonName: "metrics", ipAddresses: ["127.0.0.1"] });
  const rejection = async ({ headers }: ServeRequest): Promise<ServeResponse | undefined> =>
    headers["x-pass"] === "yes" ? undefined : textResponse(403, "Forbidden\n");
  const { metrics: page } = await start({ metricsAddress: local, metrics, metricsProtection: { tls, rejection } });
  const read = (headers: Record<string, string>): Promise<readonly [number | undefined, string]> =>
    new Promise((resolve, reject) => {
      httpsGet(`${page?.url}/metrics`, { ca: tls.certPem, headers, agent: false }, (response) => {
        text(response).then((body) => resolve([response.statusCode, body]), reject);
      }).once("error", reject);
    });
  expect(page?.url).toMatch(/^https:/);
  expect(await read({})).toEqual([403, "Forbidden\n"]);
  expect(await read({ "x-pass": "yes" })).toEqual([200, "up 1\n"]);
});

test("all servers with TLS have the limits of TLS", async () => {
  const tls = createSelfSigned({ commonName: "both", ipAddresses: ["127.0.0.1"] });
  const { servers, metrics: page } = await start({
    servers: [{ ...server, tls }],
    metricsAddress: local,
    metrics,
    metricsProtection: { tls, rejection: async () => undefined },
    tlsLimits: { minVersion: "TLSv1.3" },
  });
  const status = (url: string, maxVersion: SecureVersion): Promise<number | string | undefined> =>
    new Promise((resolve) => {
      httpsGet(url, { ca: tls.certPem, maxVersion, agent: false }, (response) => {
        resolve(response.resume().statusCode);
      }).once("error", () => resolve("rejected"));
    });
  for (const url of [`${servers[0]?.url}/`, `${page?.url}/metrics`])
    expect([await status(url, "TLSv1.2"), await status(url, "TLSv1.3")]).toEqual(["rejected", 200]);
});

test.each([
  { address: "127.0.0.1:8080", want: true },
  { address: "127.8.0.1:8080", want: true },
  { address: "[::1]:8080", want: true },
  { address: "localhost:8080", want: true },
  { address: ":8080", want: false },
  { address: "0.0.0.0:8080", want: false },
  { address: "[::]:8080", want: false },
  { address: "10.0.0.1:8080", want: false },
  { address: "127.example.com:8080", want: false },
])("isLoopback($address) is $want", ({ address, want }) => {
  expect(isLoopback(address)).toBe(want);
});

test.each([
  { address: undefined, want: false },
  { address: "", want: false },
  { address: "0", want: false },
  { address: ":0", want: true },
  { address: ":8080", want: true },
])("isServed($address) is $want", ({ address, want }) => {
  expect(isServed(address)).toBe(want);
});
