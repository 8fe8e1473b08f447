// What callers may send before a connection is encrypted, to a server that does not ask for certificates.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { connect, type SecureVersion } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { hello, record } from "../test/hellos.ts";
import { caller, endAll, start } from "../test/raw-callers.ts";
import { createSelfSigned } from "./certificates/index.ts";

afterEach(endAll);

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const x25519 = 29;

/** What the server sends to a caller until it ends the connection. */
async function answer(bytes: Buffer, pieceBytes: number): Promise<string> {
  const { socket, all } = await caller(await start({}, { tls }));
  for (let at = 0; at < bytes.length && !socket.destroyed; at += pieceBytes) {
    socket.write(bytes.subarray(at, at + pieceBytes));
    await delay(0);
  }
  return all;
}

test.each([1000, 16_000, 100_000])(
  "a hello with thousands of keys does not reach OpenSSL, in pieces of %i bytes",
  async (size) => {
    const large = hello({ groups: 9000, keys: 9000 });
    expect(large.length).toBeGreaterThan(60_000);
    // OpenSSL would answer with an alert.
    expect(await answer(large, size)).toBe("");
  },
);

const alert = record(21, Buffer.of(1, 90));
const changeCipherSpec = record(20, Buffer.of(1));
const incomplete = hello({ groups: 1, keys: 0 }).subarray(0, -1);
const unanswered = hello({ groups: 1, keys: 0, last: x25519 });

test.each([
  ["alerts", alert],
  ["changes of ciphers", changeCipherSpec],
  ["empty records", record(22, Buffer.alloc(0))],
  ["data", record(23, Buffer.alloc(100))],
  ["an incomplete hello and changes of ciphers", changeCipherSpec, incomplete],
  ["a hello that needs a second one, and changes of ciphers", changeCipherSpec, unanswered],
  ["a hello that needs a second one, and alerts", alert, unanswered],
  ["a hello that needs a second one, and data", record(23, Buffer.alloc(100)), unanswered],
  [
    "a handshake in the form of SSL 2, with what looks like data",
    record(23, Buffer.alloc(60_000)),
    Buffer.of(0xbf, 0xff, 1, 3, 3),
  ],
])("%s, without an end: the connection ends", async (_, repeated, first = Buffer.alloc(0)) => {
  const count = Math.ceil(100_000 / repeated.length);
  const received = await answer(Buffer.concat([first, ...Array.from({ length: count }, () => repeated)]), 1000);
  expect(received.length).toBeLessThan(500);
});

test.each(["TLSv1.2", "TLSv1.3"] satisfies SecureVersion[])(
  "what comes with the end of the handshake does not count: %s",
  async (version) => {
    const { port } = await start({ handshakeBytes: 2500 }, { tls });
    const body = JSON.stringify("x".repeat(1_000_000));
    const to = { port, host: "127.0.0.1", ca: tls.certPem, minVersion: version, maxVersion: version };
    const sent = request({ ...to, agent: false, path: "/echo", method: "POST" }).end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(await text(response)).toBe(body);
  },
);

test("the limit can be set", async () => {
  const { port } = await start({ handshakeBytes: 100 }, { tls });
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem });
  const outcome = once(socket, "secureConnect").then(
    () => "accepted",
    () => "rejected",
  );
  expect(await outcome).toBe("rejected");
});

test("a caller cannot begin a second handshake", async () => {
  const { port } = await start({}, { tls });
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem, maxVersion: "TLSv1.2" });
  await once(socket, "secureConnect");
  const outcome = await new Promise((resolve) => {
    socket.on("error", () => undefined).once("close", () => resolve("ended"));
    socket.renegotiate({}, (error) => error === null && resolve("accepted"));
  });
  expect(outcome).toBe("ended");
});
