// Authorities of callers in a file, which is followed.
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CertificateAuthority, createCertificateAuthority } from "./certificates/index.ts";
import { type RunningServer, startServer } from "./server.ts";

const authority = createCertificateAuthority({ commonName: "server" });
const tls = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const first = createCertificateAuthority({ commonName: "first" });
const second = createCertificateAuthority({ commonName: "second" });
const third = createCertificateAuthority({ commonName: "third" });

let directory = "";
let server: RunningServer | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "capstan-authorities-"));
});
afterEach(async () => {
  await server?.close({ drainMs: 0 });
  rmSync(directory, { recursive: true });
});

/** Replaces the file at once, as a mounted ConfigMap is. */
function put(pem: string): void {
  writeFileSync(join(directory, "next"), pem);
  renameSync(join(directory, "next"), join(directory, "ca.crt"));
}

async function start(errors: unknown[] = []): Promise<RunningServer> {
  server = await startServer({
    port: 0,
    routes: [],
    tls,
    clientCa: { file: join(directory, "ca.crt") },
    moreAuthorities: third.certPem,
    onError: (error) => errors.push(describeError(error)),
  });
  return server;
}

/** Whether a caller with a certificate of this authority is accepted. */
async function accepts({ port }: RunningServer, signer: CertificateAuthority): Promise<boolean> {
  const { certPem: cert, keyPem: key } = signer.issue({ commonName: "caller", usages: ["client"] });
  const socket = connect({ port, host: "127.0.0.1", ca: authority.certPem, cert, key });
  try {
    await once(socket, "secureConnect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test("new connections use the authorities of a file that was replaced", async () => {
  put(first.certPem);
  const running = await start();
  expect([await accepts(running, first), await accepts(running, second)]).toEqual([true, false]);
  put(second.certPem);
  await expect.poll(() => accepts(running, second), { timeout: 5000 }).toBe(true);
  expect([await accepts(running, first), await accepts(running, third)]).toEqual([false, true]);
});

test("a file without a certificate replaces no authorities, and is reported", async () => {
  put(first.certPem);
  const errors: unknown[] = [];
  const running = await start(errors);
  put("");
  await expect.poll(() => errors.length, { timeout: 5000 }).toBe(1);
  expect(errors[0]).toContain("there is no certificate in it");
  expect([await accepts(running, first), await accepts(running, second)]).toEqual([true, false]);
});

test("a file that is not there is an error before the server listens", async () => {
  expect(await start().catch(describeError)).toContain("cannot be used: ENOENT");
});
