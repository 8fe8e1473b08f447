// Which versions and suites of TLS a server accepts, with keys of both kinds.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { rsaPair } from "../testdata/rsa-pair.ts";
import type { CertificatePair } from "./certificate-check.ts";
import { createSelfSigned } from "./certificates/index.ts";
import { type RunningServer, startServer } from "./server.ts";
import type { TlsLimits } from "./server-tls.ts";

const running: RunningServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 }))));

async function start(tls: CertificatePair, tlsLimits: TlsLimits = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes: [], tls, tlsLimits });
  running.push(server);
  return server;
}

const ec = createSelfSigned({ commonName: "server" });
const tls12 = { minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;
const suites = [
  { suite: "ECDHE-ECDSA-AES128-GCM-SHA256", pair: ec, accepted: true },
  { suite: "ECDHE-ECDSA-AES256-GCM-SHA384", pair: ec, accepted: true },
  { suite: "ECDHE-ECDSA-CHACHA20-POLY1305", pair: ec, accepted: true },
  { suite: "ECDHE-RSA-AES128-GCM-SHA256", pair: rsaPair, accepted: true },
  { suite: "ECDHE-RSA-AES256-GCM-SHA384", pair: rsaPair, accepted: true },
  { suite: "ECDHE-RSA-CHACHA20-POLY1305", pair: rsaPair, accepted: true },
  { suite: "ECDHE-ECDSA-AES128-SHA", pair: ec, accepted: false },
  { suite: "ECDHE-ECDSA-AES256-SHA384", pair: ec, accepted: false },
  { suite: "ECDHE-RSA-AES128-SHA256", pair: rsaPair, accepted: false },
  { suite: "ECDHE-RSA-AES256-SHA", pair: rsaPair, accepted: false },
  { suite: "DHE-RSA-AES128-GCM-SHA256", pair: rsaPair, accepted: false },
  { suite: "AES128-GCM-SHA256", pair: rsaPair, accepted: false },
  { suite: "AES256-SHA", pair: rsaPair, accepted: false },
];

test.each(suites)("of TLS 1.2, $suite is accepted: $accepted", async ({ suite, pair, accepted }) => {
  const server = await start(pair);
  const got = await handshake(server, { ...tls12, ciphers: suite });
  expect(got).toBe(accepted ? `TLSv1.2 ${suite}` : "rejected");
});

test.each(["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"])(
  "of TLS 1.3, %s is accepted",
  async (ciphers) => {
    expect(await handshake(await start(ec), { ciphers })).toBe(`TLSv1.3 ${ciphers}`);
  },
);

test.each([
  { group: "X25519", accepted: true },
  { group: "P-256", accepted: true },
  { group: "P-384", accepted: true },
  { group: "P-521", accepted: true },
  // Larger ones take a seventh of a second on Node 22, and Node 24 has only the smallest by itself.
  { group: "ffdhe2048", accepted: false },
  { group: "ffdhe8192", accepted: false },
])("a key of TLS 1.3 in the group $group is accepted: $accepted", async ({ group, accepted }) => {
  const got = await handshake(await start(ec), { ecdhCurve: group, minVersion: "TLSv1.3" });
  expect(got).toMatch(accepted ? /^TLSv1\.3 / : /^rejected$/);
});

test("TLS 1.3 is preferred", async () => {
  expect(await handshake(await start(ec), {})).toMatch(/^TLSv1\.3 /);
});

const [tls13] = [{ minVersion: "TLSv1.3" }] as const;
const [aes128, aes256] = ["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384"] as const;

test.each([
  { limits: tls13, caller: tls12, want: "rejected" },
  { limits: tls13, caller: {}, want: "TLSv1.3 TLS_AES_128_GCM_SHA256" },
  { limits: { ciphers: [aes256] }, caller: { ...tls12, ciphers: aes256 }, want: `TLSv1.2 ${aes256}` },
  { limits: { ciphers: [aes256] }, caller: { ...tls12, ciphers: aes128 }, want: "rejected" },
  // Those of TLS 1.3 cannot be limited, as in Go; without one of TLS 1.2, only that is left.
  { limits: { ciphers: [aes256] }, caller: tls13, want: "TLSv1.3 TLS_AES_128_GCM_SHA256" },
  { limits: { ciphers: [] }, caller: tls13, want: "TLSv1.3 TLS_AES_128_GCM_SHA256" },
  { limits: { ciphers: [] }, caller: tls12, want: "rejected" },
])("a server with $limits gives a caller with $caller $want", async ({ limits, caller, want }) => {
  expect(await handshake(await start(ec, limits), caller)).toBe(want);
});

test("limits hold also after the certificate was replaced", async () => {
  const directory = await mkdtemp(join(tmpdir(), "capstan-tls-"));
  const write = async ({ certPem, keyPem }: CertificatePair): Promise<void> => {
    await Promise.all([writeFile(join(directory, "tls.crt"), certPem), writeFile(join(directory, "tls.key"), keyPem)]);
  };
  await write(ec);
  const server = await startServer({ port: 0, routes: [], tls: { directory }, tlsLimits: tls13 });
  running.push(server);
  const next = createSelfSigned({ commonName: "next" });
  await write(next);
  await expect.poll(() => server.certificate?.certPem, { timeout: 30_000 }).toBe(next.certPem);
  expect([await handshake(server, tls12), await handshake(server, {})]).toEqual([
    "rejected",
    "TLSv1.3 TLS_AES_128_GCM_SHA256",
  ]);
  await rm(directory, { recursive: true });
});

async function handshake(server: RunningServer, options: object): Promise<string> {
  const socket = connect({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  try {
    await once(socket, "secureConnect");
    return `${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch {
    return "rejected";
  } finally {
    socket.destroy();
  }
}
