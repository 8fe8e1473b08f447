// Connections to a server, with its handshake limited and read, and without.
import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:https";
import { text } from "node:stream/consumers";
import { TLSSocket, type TlsOptions } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { HandshakeExcess } from "./handshake-limit.ts";
import { CertificateFault } from "./handshake-inspection.ts";
import { clientTls, isVersionAlert, LimitedAgent } from "./limited-agent.ts";
import type { HandshakeLimits } from "./measured-connection.ts";

const file = (name: string): string =>
  readFileSync(new URL(`../../testdata/certificates/${name}`, import.meta.url), "utf8");
const [cert, key] = [file("valid.crt"), file("valid.key")];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(options: TlsOptions = {}): Promise<number> {
  const server = createServer({ cert, key, ...options }, (_, response) => response.end("x".repeat(100_000)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The version of TLS and the length of an answer. */
function get(port: number, limits: HandshakeLimits): Promise<readonly [unknown, number]> {
  const agent = new LimitedAgent({ rejectUnauthorized: false, ...clientTls(limits.tls13) }, limits);
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, agent }, (response) => {
      const protocol = response.socket instanceof TLSSocket ? response.socket.getProtocol() : "none";
      void text(response).then((body) => resolve([protocol, body.length]), reject);
    });
    sent.once("error", reject);
    sent.end();
  });
}

const unlimited = Number.POSITIVE_INFINITY;

test.each([
  { tls13: true, handshakeBytes: 10_240 },
  { tls13: true, handshakeBytes: unlimited },
])("a server cannot choose a group whose keys take long: %j", async (limits) => {
  await expect(get(await serve({ ecdhCurve: "ffdhe2048" }), limits)).rejects.toThrow("handshake failure");
  expect(await get(await serve({ ecdhCurve: "ffdhe2048:P-256" }), limits)).toEqual(["TLSv1.3", 100_000]);
});

test.each([
  [{ tls13: false, handshakeBytes: 10_240 }, "TLSv1.2"],
  [{ tls13: true, handshakeBytes: 10_240 }, "TLSv1.3"],
  [{ tls13: false, handshakeBytes: unlimited }, "TLSv1.2"],
  [{ tls13: true, handshakeBytes: unlimited }, "TLSv1.3"],
])("%j: %s", async (limits, version) => {
  expect(await get(await serve(), limits)).toEqual([version, 100_000]);
});

test("a server that sends too much before the connection is encrypted", async () => {
  const limits = { tls13: false, handshakeBytes: 300 };
  await expect(get(await serve(), limits)).rejects.toBeInstanceOf(HandshakeExcess);
});

test("a certificate that OpenSSL must not get is read in TLS 1.2 only", async () => {
  const port = await serve({ cert: cert + file("explicit-curve.crt") });
  await expect(get(port, { tls13: false, handshakeBytes: 10_240 })).rejects.toBeInstanceOf(CertificateFault);
  expect(await get(port, { tls13: true, handshakeBytes: 10_240 })).toEqual(["TLSv1.3", 100_000]);
});

test("a server without TLS 1.2", async () => {
  const refused = get(await serve({ minVersion: "TLSv1.3" }), { tls13: false, handshakeBytes: 10_240 });
  const error = await refused.catch((caught: unknown) => caught);
  expect([isVersionAlert(error), isVersionAlert(new Error("other"))]).toEqual([true, false]);
});
