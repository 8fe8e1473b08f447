// The server: routes, limits, client certificates, drain.
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { describeError } from "@capstan/kube";
import { createCertificateAuthority, createSelfSigned } from "./certificates/index.ts";
import { probeRoutes } from "./probes.ts";
import { jsonResponse, type Route, textResponse } from "./route.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

const running: RunningServer[] = [];
const errors: unknown[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 })));
  errors.length = 0;
});

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes, onError: (error) => errors.push(error), ...options });
  running.push(server);
  return server;
}

const routes: readonly Route[] = [
  { method: "POST", path: "/echo", handle: async (request) => jsonResponse(200, await request.json()) },
  { method: "GET", path: "/query", handle: (request) => textResponse(200, request.query.get("name") ?? "none") },
  {
    method: "GET",
    path: "/secret",
    handle: () => {
      throw new Error("the password is hunter2");
    },
  },
  { method: "GET", path: "/who", handle: ({ client }) => jsonResponse(200, client ?? "nobody") },
];

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends one request and reads its whole answer. */
function send(
  server: RunningServer,
  path: string,
  options: RequestOptions & { readonly body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const make = server.url.startsWith("https:") ? httpsRequest : httpRequest;
    const request = make(
      `${server.url}${path}`,
      { method: options.body === undefined ? "GET" : "POST", ...options },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(options.body);
  });
}

const answers = [
  { name: "a body comes back", path: "/echo", given: { body: '{"a":"ä"}' }, want: { status: 200, body: '{"a":"ä"}' } },
  { name: "the query is read", path: "/query?name=x%20y", given: {}, want: { status: 200, body: "x y" } },
  {
    name: "a body that is not JSON",
    path: "/echo",
    given: { body: "{" },
    want: { status: 400, body: /^the request body is not JSON: Expected property name/ },
  },
  {
    name: "an empty body",
    path: "/echo",
    given: { body: "" },
    want: { status: 400, body: "the request body is not JSON: it is empty\n" },
  },
  {
    name: "an unknown path",
    path: "/nowhere",
    given: {},
    want: { status: 404, body: "nothing is served at /nowhere\n" },
  },
  {
    name: "a long one",
    path: `/${"a".repeat(9999)}`,
    given: {},
    want: { status: 404, body: `nothing is served at /${"a".repeat(199)}... (cut, it has 10000 characters)\n` },
  },
  {
    name: "a wrong method",
    path: "/echo",
    given: { method: "GET" },
    want: { status: 405, body: "only POST is served here\n" },
  },
  { name: "HEAD where GET is served", path: "/query", given: { method: "HEAD" }, want: { status: 200, body: "" } },
  {
    name: "a route that throws, without its message",
    path: "/secret",
    given: {},
    want: { status: 500, body: "internal error\n" },
  },
  {
    name: "a body beyond the limit",
    path: "/echo",
    given: { body: `"${"x".repeat(100)}"` },
    want: { status: 413, body: "the request body is larger than 64 bytes (limits.bodyBytes)\n" },
  },
];

for (const { name, path, given, want } of answers) {
  test(`answers: ${name}`, async () => {
    const got = await send(await start({ limits: { bodyBytes: 64 } }), path, given);
    expect(got.status).toBe(want.status);
    expect(got.body).toMatch(want.body instanceof RegExp ? want.body : new RegExp(`^${escapeText(want.body)}$`));
  });
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

test("the error of a route is reported", async () => {
  await send(await start({}), "/secret");
  expect(errors.map(describeError)).toEqual(["the password is hunter2"]);
});

test("the limit also applies to a chunked body", async () => {
  const server = await start({ limits: { bodyBytes: 64 } });
  const got = await send(server, "/echo", {
    body: `"${"x".repeat(100)}"`,
    headers: { "transfer-encoding": "chunked" },
  });
  expect(got.status).toBe(413);
});

test("a path without a route goes to the listener, which can stream", async () => {
  const listener: ServerOptions["listener"] = (_request, response) => {
    response.write("one ");
    response.end("two");
  };
  const server = await start({ listener });
  expect(await send(server, "/stream")).toMatchObject({ status: 200, body: "one two" });
  expect(await send(server, "/query")).toMatchObject({ body: "none" });
});

test("a listener that throws is answered with 500 and reported", async () => {
  const listener = (): never => {
    throw new Error("broken");
  };
  expect(await send(await start({ listener }), "/x")).toMatchObject({ status: 500, body: "internal error\n" });
  expect(errors.map(describeError)).toEqual(["broken"]);
});

test("probes say which check fails, not why", async () => {
  const readyz = {
    cache: (): boolean => true,
    leader: (): boolean => {
      throw new Error("secret");
    },
  };
  const server = await start({ routes: probeRoutes({ readyz }) });
  expect(await send(server, "/healthz")).toMatchObject({ status: 200, body: "ok" });
  expect(await send(server, "/readyz")).toMatchObject({ status: 500, body: "[+]cache ok\n[-]leader failed\n" });
});

test("a request with an unknown expectation is one like others, with its limits", async () => {
  const server = await start({ limits: { requestsPerConnection: 2 } });
  const answers = await new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1");
    const received: string[] = [];
    socket.on("data", (bytes) => received.push(String(bytes)));
    socket.on("close", () => resolve(received.join("")));
    socket.on("error", () => undefined);
    socket.write("GET /query?name=a HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n".repeat(20));
  });
  expect(answers).not.toContain("417");
});

test("a client certificate identifies the caller", async () => {
  const authority = createCertificateAuthority({ commonName: "test" });
  const tls = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
  const client = authority.issue({ commonName: "alice", organizations: ["devs", "ops"], usages: ["client"] });
  const server = await start({ tls, clientCa: authority.certPem, requireClientCertificate: false });
  const shown = await send(server, "/who", { ca: authority.certPem, cert: client.certPem, key: client.keyPem });
  expect(JSON.parse(shown.body)).toEqual({ commonName: "alice", organizations: ["devs", "ops"] });
  expect(JSON.parse((await send(server, "/who", { ca: authority.certPem })).body)).toBe("nobody");
});

const strangers = [
  { name: "none", client: {} },
  { name: "one of another authority", client: pemOf(createSelfSigned({ commonName: "mallory" })) },
];

for (const { name, client } of strangers) {
  test(`a server that requires client certificates turns away ${name}`, async () => {
    const authority = createCertificateAuthority({ commonName: "test" });
    const server = await start({
      tls: authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] }),
      clientCa: authority.certPem,
    });
    await expect(send(server, "/who", { ca: authority.certPem, ...client })).rejects.toThrow(
      /handshake failure|disconnected before|ECONNRESET|hang up/i,
    );
  });
}

test.each([
  { name: "nothing", clientCa: "" },
  { name: "a key alone", clientCa: createSelfSigned({ commonName: "x" }).keyPem },
])("authorities of callers with $name are rejected before it listens", async ({ clientCa }) => {
  const tls = createSelfSigned({ commonName: "server" });
  await expect(startServer({ port: 0, routes: [], tls, clientCa })).rejects.toThrow(
    "the certificates that callers are checked against cannot be used: there is no certificate in it",
  );
});

test("an unreadable authority is rejected before it listens", async () => {
  const clientCa = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const tls = createSelfSigned({ commonName: "server" });
  await expect(startServer({ port: 0, routes: [], tls, clientCa })).rejects.toThrow("cannot be used: ");
});

function pemOf({ certPem, keyPem }: { certPem: string; keyPem: string }): RequestOptions {
  return { cert: certPem, key: keyPem };
}

test("a caller without TLS 1.2 is rejected", async () => {
  const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });
  const old: RequestOptions = {
    ca: tls.certPem,
    minVersion: "TLSv1.1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  };
  await expect(send(await start({ tls }), "/who", old)).rejects.toThrow("protocol version");
});

test("a port in use names the port and what to do", async () => {
  const { port } = await start({});
  const failure = await start({ port }).catch(describeError);
  expect(failure).toBe(
    `cannot listen on 127.0.0.1:${port}: the port is in use by another process\n  help: stop the process that listens on port ${port}, or choose another port (0 selects any free one)`,
  );
});

test("an address of another computer is rejected with the system's reason", async () => {
  const failure = await start({ host: "192.0.2.1" }).catch(describeError);
  expect(failure).toMatch(/^cannot listen on 192\.0\.2\.1:0: listen EADDRNOTAVAIL/);
});

test("two routes with the same method and path are an error", async () => {
  const failure = await start({ routes: [...routes, ...routes.slice(0, 1)] }).catch(describeError);
  expect(failure).toBe("two routes have POST /echo\n  help: give each route its own path");
});

test("a slow sender of headers is disconnected", async () => {
  const server = await start({ limits: { headersMs: 50, requestMs: 100 } });
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write("GET /who HTTP/1.1\r\nHost: x\r\n"));
    let text = "";
    socket.on("data", (data) => (text += data.toString()));
    socket.on("close", () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
});

test("closing waits for requests in flight, and disconnects those that exceed the drain", async () => {
  const gate = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const entered = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const slow: readonly Route[] = [
    {
      method: "GET",
      path: "/slow",
      handle: () => (entered[0].resolve(), gate.promise.then(() => textResponse(200, "done"))),
    },
    {
      method: "GET",
      path: "/stuck",
      handle: ({ signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        entered[1].resolve();
        return new Promise(() => undefined);
      },
    },
  ];
  const server = await start({ routes: slow });
  const slowAnswer = send(server, "/slow");
  const stuckAnswer = send(server, "/stuck").catch((error: Error) => error.message);
  await Promise.all(entered.map(({ promise }) => promise));
  const closed = server.close({ drainMs: 2000 });
  await expect(send(server, "/slow")).rejects.toThrow("ECONNREFUSED");
  gate.resolve();
  expect(await slowAnswer).toMatchObject({ status: 200, body: "done", headers: { connection: "close" } });
  await closed;
  await aborted.promise;
  expect(await stuckAnswer).toBe("socket hang up");
});
