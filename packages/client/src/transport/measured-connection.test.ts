// Connections whose handshake is counted behave as Node's own, and end when the server sends too much before the connection is encrypted.
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { describeError, isCapstanError } from "@capstan/kube";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, describe, expect, test } from "vitest";
import { type Answer, cut, events, instantClock, json, silence, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import type { Client } from "../client.ts";
import { type ClientOptions, createClient } from "../create-client.ts";

const authority = createCertificateAuthority({ commonName: "test" });
const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
const other = createCertificateAuthority({ commonName: "other" });
const open: (AsyncDisposable | Client)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await ("close" in one ? one.close() : one[Symbol.asyncDispose]());
});

function clientOf(server: string, options: ClientOptions, caData = authority.certPem): Client {
  const client = createClient({ server, caData }, options);
  open.push(client);
  return client;
}

async function serve(answers: readonly Answer[]): ReturnType<typeof startFaultServer> {
  const server = await startFaultServer(answers, { tls: { cert, key: keyPem } });
  open.push(server);
  return server;
}

/** A server of raw TCP; returns its address for https. */
async function serveBytes(answer: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => answer(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({ [Symbol.asyncDispose]: async () => void server.close() });
  const address = server.address();
  return `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const large = { ...foo, metadata: { ...foo.metadata, annotations: { a: "x".repeat(4_000_000) } } };

describe.each([
  ["counted", { handshakeBytes: 16_384 }],
  ["counted and read", { handshakeBytes: 16_384, tls13: false }],
  ["not counted", {}],
])("%s", (_, limits) => {
  const options: ClientOptions = { limits, clock: instantClock(), timeoutMs: 5000 };

  test("large requests and answers use one connection", async () => {
    const server = await serve([json(large)]);
    const client = clientOf(server.url, options);
    for (let i = 0; i < 5; i++) expect(await client.update(Foo, large)).toEqual(large);
    expect([server.connections(), server.seen.every(({ body }) => body === JSON.stringify(large))]).toEqual([1, true]);
  });

  test("many calls at once have as many connections as the pool", async () => {
    const server = await serve([json(foo)]);
    const client = clientOf(server.url, options);
    await Promise.all(Array.from({ length: 200 }, () => client.get(Foo, key)));
    expect([server.connections(), server.seen.length]).toEqual([32, 200]);
  });

  test("a connection that was lost is opened again", async () => {
    const server = await serve([json(foo), cut, json(foo)]);
    const client = clientOf(server.url, options);
    for (let i = 0; i < 2; i++) expect(await client.get(Foo, key)).toEqual(foo);
    expect(server.connections()).toBe(2);
  });

  test("a watch gets its events, and ends with its signal", async () => {
    const server = await serve([events([{ type: "ADDED", object: foo }], "open")]);
    const end = new AbortController();
    const seen: unknown[] = [];
    const watch = async (): Promise<void> => {
      for await (const found of clientOf(server.url, options).watchOnce(Foo, { signal: end.signal })) {
        seen.push(...found);
        end.abort();
      }
    };
    await watch().catch(() => undefined);
    expect(seen).toHaveLength(1);
  });

  test("a call that is aborted ends its connection", async () => {
    const server = await serve([silence]);
    const end = new AbortController();
    const call = clientOf(server.url, options).get(Foo, key, { signal: end.signal });
    setTimeout(() => end.abort(new Error("stopped")), 50);
    await expect(call).rejects.toThrow("stopped");
  });

  test.each([
    ["a server that ends the connection", (socket: Socket) => void socket.end(), "(connection lost)"],
    ["one that resets it", (socket: Socket) => void socket.resetAndDestroy(), "(connection lost)"],
    ["one of plain HTTP", (socket: Socket) => void socket.end("HTTP/1.1 400 X\r\n\r\n"), "does not use TLS"],
  ])("%s", async (__, answer, want) => {
    const url = await serveBytes(answer);
    expect(await clientOf(url, options).create(Foo, foo).catch(describeError)).toContain(want);
  });

  test("a server that sends nothing", async () => {
    const url = await serveBytes((socket) => socket.resume());
    const ended = clientOf(url, { ...options, timeoutMs: 100 }).get(Foo, key);
    expect(isCapstanError(await ended.catch((error: unknown) => error), "client/timeout")).toBe(true);
  });

  test("no server, and the server of another", async () => {
    const server = await startFaultServer([json(foo)], { tls: { cert, key: keyPem } });
    const distrusting = clientOf(server.url, options, other.certPem);
    expect(await distrusting.get(Foo, key).catch(describeError)).toContain("is not signed by the authority");
    await server[Symbol.asyncDispose]();
    expect(await clientOf(server.url, options).create(Foo, foo).catch(describeError)).toContain("(connection refused)");
  });
});

test("a server that sends too much before the connection is encrypted", async () => {
  const server = await serve([json(foo)]);
  const client = clientOf(server.url, { limits: { handshakeBytes: 300 } });
  expect(await client.get(Foo, key).catch(describeError)).toBe(
    `cannot get Foo ns/a: the API server at ${server.url} exceeds the limit of 300 bytes before the connection is encrypted\n  help: set limits.handshakeBytes of the client, if this server may send so much`,
  );
  expect([server.connections(), server.seen]).toEqual([0, []]);
});
