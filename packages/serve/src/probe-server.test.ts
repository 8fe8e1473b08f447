// Probes are answered from a thread of their own, however busy the thread is whose state they tell.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { probesWhileBusy } from "../test/busy-probes.ts";
import { prepareProbes, type ProbeServerOptions, startProbes } from "./probe-server.ts";
import type { RunningServer } from "./server.ts";

const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ drainMs: 0 })));
});

async function start(options: Partial<ProbeServerOptions> = {}): Promise<RunningServer> {
  const server = await startProbes({ port: 0, ...options });
  servers.push(server);
  return server;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly connection: string | null;
}

async function get(server: RunningServer, path: string): Promise<Got> {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, text: await response.text(), connection: response.headers.get("connection") };
}

test("probes say what the checks of this thread say", async () => {
  let isReady = false;
  const readyz = { cache: () => isReady, broken: async () => Promise.reject(new Error("no")), ok: () => true };
  const server = await start({ readyz });
  expect(await get(server, "/healthz")).toEqual({ status: 200, text: "ok", connection: "close" });
  expect(await get(server, "/readyz")).toEqual({
    status: 500,
    text: "[-]cache failed\n[-]broken failed\n[+]ok ok\n",
    connection: "close",
  });
  isReady = true;
  await expect.poll(async () => (await get(server, "/readyz")).text).toContain("[+]cache ok");
  expect((await get(server, "/other")).status).toBe(404);
});

test("a prepared thread is that of the next start alone", async () => {
  const threads = (): number => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = threads();
  prepareProbes();
  prepareProbes();
  const servers = [await start({ readyz: { first: () => false } }), await start({ readyz: { second: () => false } })];
  const texts = await Promise.all(servers.map(async (server) => (await get(server, "/readyz")).text));
  expect(texts).toEqual(["[-]first failed\n", "[-]second failed\n"]);
  expect(threads() - before).toBe(2);
});

test("a prepared thread keeps no process running", async () => {
  const module = JSON.stringify(new URL("./probe-server.ts", import.meta.url).href);
  const script = `import { prepareProbes } from ${module}; prepareProbes();`;
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("while this thread is busy its last state counts", async () => {
  const server = await start();
  expect((await get(server, "/healthz")).status).toBe(200);
  const busyMs = 3000;
  const answers = await probesWhileBusy(server, { ms: busyMs });
  expect(answers.filter(({ status, ms }) => status !== 200 || ms > busyMs / 2)).toEqual([]);
});

test("a connection that ends without a request is closed", async () => {
  const server = await start();
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  const begun = performance.now();
  socket.resume().end("GET /hea");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(performance.now() - begun).toBeLessThan(1500);
});

/** All that comes back for some bytes. */
function send(server: RunningServer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    const parts: Buffer[] = [];
    socket.on("data", (data) => void parts.push(data));
    socket.on("end", () => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString());
    });
    socket.on("error", reject);
  });
}

const ok =
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 2\r\nconnection: close\r\n\r\n";

test.each([
  ["a request", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", `${ok}ok`],
  ["a request with a query", "GET /readyz?verbose HTTP/1.1\r\n\r\n", `${ok}ok`],
  ["a HEAD request", "HEAD /healthz HTTP/1.1\r\n\r\n", ok],
  ["hundreds of requests", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500), `${ok}ok`],
])("%s has one answer", async (_, bytes, want) => {
  expect(await send(await start(), bytes)).toBe(want);
});

test.each([
  ["another method", "POST /healthz HTTP/1.1\r\n\r\n", 405],
  ["another path", "GET /healthz/ HTTP/1.1\r\n\r\n", 404],
  ["no request", "\r\n\r\n", 405],
  ["a head without an end", `GET / HTTP/1.1\r\n${"a: b\r\n".repeat(2000)}`, 431],
])("%s is rejected", async (_, bytes, status) => {
  expect(await send(await start(), bytes)).toContain(`HTTP/1.1 ${status} `);
});

test("a check that does not settle fails its probe alone, until it settles again", async () => {
  let isHung = true;
  const server = await start({ readyz: { hung: () => (isHung ? new Promise<boolean>(() => undefined) : true) } });
  await expect.poll(() => get(server, "/healthz"), { timeout: 5000 }).toMatchObject({ status: 200 });
  expect(await get(server, "/readyz")).toMatchObject({ status: 500, text: "[-]hung failed\n" });
  isHung = false;
  await expect.poll(() => get(server, "/readyz"), { timeout: 5000 }).toMatchObject({ status: 200 });
});

test("a port in use is an error as of any server", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => void other.once("listening", resolve));
  // It listens on a port.
  const { port } = other.address() as AddressInfo;
  await expect(start({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is in use`);
  other.close();
});

test("after it is closed, nothing is left", async () => {
  const server = await start();
  await server.close();
  await expect(get(server, "/healthz")).rejects.toThrow("fetch failed");
  // A second call waits for the first.
  await server.close();
});
