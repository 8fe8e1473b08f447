// The proxy through which an API server reaches Services.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portOf } from "@capstan/testenv/host";
import { type ConnectProxy, type ProxyRoute, startConnectProxy } from "./connect-proxy.ts";
import { createProxyCredential } from "./proxy-credential.ts";

let echo: Server;
let proxy: ConnectProxy;
let port: number;
const credential = createProxyCredential();
const route = (host: string): ProxyRoute =>
  host === "echo.team.svc"
    ? { port: portOf(echo) }
    : host === "direct.test"
      ? { port: 1 }
      : { unavailable: `nobody is ${host}` };

beforeAll(async () => {
  echo = createServer((socket) => socket.on("error", () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  proxy = await startConnectProxy({ listen: { port: 0, credential }, route });
  port = portOf(proxy.server);
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

/** The header that a client makes of the URL. */
function headerOf(url: string): string {
  const { username, password } = new URL(url);
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
const authorized = `Proxy-Authorization: ${headerOf(credential.url(1))}\r\n`;

/** Sends bytes to the proxy and answers with all that comes back until it matches or ends. */
function send(
  bytes: string,
  until: RegExp = /\n$/,
  to: { port: number } | { path: string } = { port },
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(to, () => socket.write(bytes, "latin1"));
    const done = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (data) => {
      text += data.toString();
      if (until.test(text)) done();
    });
    socket.on("end", done);
    socket.on("error", reject);
  });
}

const request = (target: string, headers = authorized): string =>
  `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${headers}\r\nhello`;

const cases = [
  { target: "echo.team.svc:443", until: /hello/, want: "HTTP/1.1 200 Connection Established\r\n\r\nhello" },
  {
    target: "stranger.team.svc:443",
    want: "HTTP/1.1 503 nobody is stranger.team.svc\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  },
  {
    target: "direct.test:443",
    want: "HTTP/1.1 502 connect ECONNREFUSED 127.0.0.1:1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  },
];
for (const { target, until, want } of cases) {
  test(`CONNECT ${target}`, async () => expect(await send(request(target), until)).toBe(want));
}

const malformed = [
  ":1",
  "x:99999",
  "x",
  "x:0",
  "[::1",
  "[zz]:1",
  "/",
  "*",
  "a".repeat(8000),
  "x:1:1",

  "%:1",
];
for (const target of malformed) {
  test(`CONNECT ${target.slice(0, 20)} is a bad request`, async () =>
    expect(await send(request(target))).toBe(
      "HTTP/1.1 400 the target must be a name or an address, and a port\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    ));
}

const stranger = createProxyCredential();
const callers = [
  { name: "no credential", headers: "" },
  { name: "the credential of another cluster", headers: `Proxy-Authorization: ${headerOf(stranger.url(1))}\r\n` },
  { name: "another scheme", headers: authorized.replace("Basic", "Bearer") },
  { name: "half of it", headers: authorized.replace(/.{10}\r\n$/, "\r\n") },
  { name: "two of them", headers: `Proxy-Authorization: Basic eDp5\r\n${authorized}` },
  { name: "an empty one", headers: "Proxy-Authorization:\r\n" },
  { name: "it in the wrong header", headers: authorized.replace("Proxy-", "") },
];
for (const { name, headers } of callers) {
  test(`a caller with ${name} reaches nothing`, async () =>
    expect(await send(request("echo.team.svc:443", headers))).toBe(
      'HTTP/1.1 407 this proxy is for the processes of its cluster\r\nProxy-Authenticate: Basic realm="capstan"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    ));
}

test("an ordinary request is not proxied", async () =>
  expect(await send("GET http://echo.team.svc/ HTTP/1.1\r\nHost: echo.team.svc\r\n\r\n")).toContain("405"));

test("what comes after a request that is no CONNECT is not parsed", async () => {
  const many = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2000);
  const before = process.cpuUsage();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(many, /^$/)));
  const { user, system } = process.cpuUsage(before);
  expect(new Set(answers)).toEqual(
    new Set(["HTTP/1.1 405 this proxy only takes CONNECT\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"]),
  );
  // Parsing 100,000 requests takes about two seconds.
  expect(user + system).toBeLessThan(1_000_000);
});

test("a head that does not end is rejected", async () =>
  expect(await send(`CONNECT a:1 HTTP/1.1\r\n${"a: b\r\n".repeat(4000)}`)).toContain("431"));

test("callers that cut their connection at any point leave the proxy running", async () => {
  const whole = request("echo.team.svc:443");
  for (let length = 0; length <= whole.length; length += 9) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(whole.slice(0, length));
        socket.resetAndDestroy();
      });
      socket.once("close", () => resolve());
    });
  }
  expect(await send(whole, /hello/)).toContain("200");
});

test("it listens on the loopback address alone", () =>
  expect(proxy.server.address()).toMatchObject({ address: "127.0.0.1" }));

test("a socket can be opened by its owner alone, and asks for no credential", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-proxy-"));
  const socket = join(folder, "sock");
  const local = await startConnectProxy({ listen: { socket }, route });
  expect(lstatSync(socket).mode & 0o077).toBe(0);
  expect(await send(request("echo.team.svc:443", ""), /hello/, { path: socket })).toContain("200");
  await local.close();
  rmSync(folder, { recursive: true });
});

test("the socket that a killed process left is used again, and one where a process listens is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-proxy-"));
  const path = join(folder, "sock");
  const killed = `require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["--eval", killed, path]);
  expect(lstatSync(path).isSocket()).toBe(true);
  const local = await startConnectProxy({ listen: { socket: path }, route });
  await expect(startConnectProxy({ listen: { socket: path }, route })).rejects.toThrow("EADDRINUSE");
  expect(await send(request("echo.team.svc:443", ""), /hello/, { path })).toContain("200");
  await local.close();
  rmSync(folder, { recursive: true });
});

/** Connects to a proxy and sends nothing. */
async function idle(at: number): Promise<Socket> {
  const socket = connect(at, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  return socket;
}

test("callers without a credential make room for one that has it, and never get its place", async () => {
  const small = await startConnectProxy({ listen: { port: 0, credential }, route, limits: { connections: 4 } });
  const at = portOf(small.server);
  const idlers = await Promise.all(Array.from({ length: 4 }, () => idle(at)));
  const inUse = await idle(at);
  inUse.write(request("echo.team.svc:443"));
  for (let answer = ""; !answer.includes("hello");) answer += await once(inUse, "data");
  for (let i = 0; i < 12; i += 1) idlers.push(await idle(at));
  expect(await send(request("echo.team.svc:443"), /hello/, { port: at })).toContain("200");
  inUse.write("still here");
  expect(await once(inUse, "data")).toEqual([Buffer.from("still here")]);
  await small.close();
  for (const socket of [inUse, ...idlers]) socket.destroy();
});

test("a caller that sends nothing is disconnected", async () => {
  const quick = await startConnectProxy({ listen: { port: 0, credential }, route, limits: { headersMs: 50 } });
  const socket = await idle(portOf(quick.server));
  await once(socket, "close");
  expect(socket.destroyed).toBe(true);
  await quick.close();
});
