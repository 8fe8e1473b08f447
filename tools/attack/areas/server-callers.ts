// What callers send below HTTP: certificates to a server that asks them for some, and changes of their keys.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createCertificateAuthority, createSelfSigned } from "@capstan/serve/certificates";
import { keyUpdates } from "../../../packages/serve/test/key-updates.ts";
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { open } from "../wire.ts";

/** A key on a curve that is given by its numbers, in a compressed point: a third of a second for OpenSSL. */
const slowRoot = readFileSync(new URL("../testdata/slow-root.crt", import.meta.url), "utf8");

/** Of these, 40 fit into what OpenSSL reads of a handshake; the attacker decodes its own certificates, too. */
const slowKeys = 10;

/** A chain that a caller needs no right to send. */
export const slowCallers: Attack = {
  name: `a caller of a server with an authority for clients sends ${slowKeys} certificates whose keys are slow to decode, twice`,
  before: "no other answer for 0.3 s for each of up to 40 in one connection",
  async run() {
    const { certPem: clientCa } = createCertificateAuthority({ commonName: "callers" });
    const hooks = new URL("../victims/hook-server.ts", import.meta.url);
    await using victim = await startVictim<{ port: number }>(hooks, { clientCa });
    const { certPem, keyPem: key } = createSelfSigned({ commonName: "anyone" });
    const cert = certPem + slowRoot.repeat(slowKeys);
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const socket = await open(victim.info.port, { cert, key, maxVersion }).catch(() => undefined);
      if (socket !== undefined) throw new Error("accepted");
    }
    const { longestStallMs } = await victim.measure();
    if (longestStallMs > 150) throw new Error(`${longestStallMs.toFixed(0)} ms without another answer`);
    return `the connection ends; the longest stall is ${longestStallMs.toFixed(0)} ms`;
  },
};

/** With TLS 1.3, a record of 27 bytes is enough. */
export const changedKeys: Attack = {
  name: "20 connections change their keys 2,400 times each, 1.3 MB together",
  before: "a stall of 0.9 s with 40 connections, of 2.2 s with 300",
  async run() {
    const hooks = new URL("../victims/hook-server.ts", import.meta.url);
    await using victim = await startVictim<{ port: number }>(hooks, {
      limits: { headersMs: 60_000, requestMs: 60_000 },
    });
    const flood = await Promise.all(Array.from({ length: 20 }, () => keyUpdates(victim.info.port, { count: 2400 })));
    await victim.measure();
    for (const { wire, records } of flood) wire.write(records);
    await sleep(3000);
    const { longestStallMs } = await victim.measure();
    const closed = flood.filter(({ wire }) => wire.readyState !== "open").length;
    for (const { wire } of flood) wire.destroy();
    if (closed > 0) throw new Error(`${closed} connections were closed`);
    if (longestStallMs > 450) throw new Error(`${longestStallMs.toFixed(0)} ms without another answer`);
    return `the longest stall is ${longestStallMs.toFixed(0)} ms`;
  },
};
