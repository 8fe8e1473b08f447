// Certificates that are given, and certificates from directories, which are followed.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeError } from "@capstan/kube";
import { createSelfSigned, type CertificateAndKey } from "./certificates/index.ts";
import { followCertificate, loadCertificate } from "./certificate-source.ts";
import { startServer } from "./server.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "capstan-serve-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const pair = createSelfSigned({ commonName: "first" });
const other = createSelfSigned({ commonName: "second" });
const past = new Date("2020-01-01T00:00:00Z");
const future = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);

function put({ certPem, keyPem }: CertificateAndKey, folder: string = directory): void {
  writeFileSync(join(folder, "tls.crt"), certPem);
  writeFileSync(join(folder, "tls.key"), keyPem);
}

const rejected = [
  {
    name: "expired",
    given: createSelfSigned({ commonName: "x", validFrom: past, days: 1 }),
    want: "the server's certificate (as given) expired at 2020-01-02T00:00:00Z\n  help: renew it; with cert-manager, the status of the Certificate says why it was not renewed",
  },
  {
    name: "not yet valid",
    given: createSelfSigned({ commonName: "x", validFrom: future }),
    want: `the server's certificate (as given) is not valid before ${future.toISOString().replace(".000Z", "Z")}\n  help: check the clock of this computer, or wait`,
  },
  {
    name: "a key of another pair",
    given: { certPem: pair.certPem, keyPem: other.keyPem },
    want: "the server's private key (as given) does not belong to its certificate\n  help: use the key that the certificate was created with",
  },
  {
    name: "content that is not a certificate",
    given: { certPem: "hello", keyPem: pair.keyPem },
    want: "the server's certificate (as given) is not valid PEM: error:0480006C:PEM routines::no start line\n  help: use one PEM certificate chain and its unencrypted private key",
  },
  {
    name: "content that is not a key",
    given: { certPem: pair.certPem, keyPem: "hunter2" },
    want: "the server's private key (as given) is not valid PEM: error:1E08010C:DECODER routines::unsupported\n  help: use one PEM certificate chain and its unencrypted private key",
  },
];

for (const { name, given, want } of rejected) {
  test(`rejected before it listens: ${name}`, async () => {
    expect(await startServer({ port: 0, routes: [], tls: given }).catch(describeError)).toBe(want);
  });
}

test("a directory without files says which one is missing", async () => {
  expect(await loadCertificate({ directory, certName: "server.pem" }).catch(describeError)).toBe(
    `cannot read the server's certificate: ${join(directory, "server.pem")}: the file does not exist\n  help: mount the certificate's Secret there, or correct the directory`,
  );
});

test("a server follows its directory, and keeps the working pair when the next one is broken", async () => {
  put(pair);
  const reported = Promise.withResolvers<unknown>();
  await using server = await startServer({ port: 0, routes: [], tls: { directory }, onError: reported.resolve });
  expect(await commonNameAt(server.port)).toBe("first");
  put({ certPem: "broken", keyPem: pair.keyPem });
  expect(describeError(await reported.promise)).toContain("is not valid PEM");
  expect(await commonNameAt(server.port)).toBe("first");
});

test("a replaced ..data link of Kubernetes is noticed", async () => {
  for (const [name, given] of [
    ["..1", pair],
    ["..2", other],
  ] as const) {
    mkdirSync(join(directory, name));
    put(given, join(directory, name));
  }
  symlinkSync("..1", join(directory, "..data"));
  for (const file of ["tls.crt", "tls.key"]) symlinkSync(join("..data", file), join(directory, file));
  const first = await loadCertificate({ directory });
  const changed = Promise.withResolvers<unknown>();
  const following = followCertificate({ directory }, first, { onChange: changed.resolve, onError: changed.reject });
  symlinkSync("..2", join(directory, "..data_tmp"));
  renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
  expect(await changed.promise).toEqual(other);
  following.close();
});

test("a pair that cannot be used is read as one until it can, and reported once", { timeout: 20_000 }, async () => {
  put(pair);
  const first = await loadCertificate({ directory });
  const [changes, errors, reads]: [unknown[], unknown[], boolean[]] = [[], [], []];
  const following = followCertificate({ directory }, first, {
    onChange: (next) => changes.push(next),
    onError: (error) => errors.push(error),
    onRead: (ok) => reads.push(ok),
  });
  const validFrom = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3000);
  const next = createSelfSigned({ commonName: "next", validFrom });
  put(next);
  await expect.poll(() => reads.at(-1), { timeout: 3000 }).toBe(false);
  const count = reads.length;
  writeFileSync(join(directory, "touched"), "1");
  await expect.poll(() => reads.length).toBeGreaterThan(count);
  expect([reads.at(-1), changes]).toEqual([false, []]);
  expect(errors.map(describeError).filter((text) => text.includes("is not valid before"))).toHaveLength(1);
  await sleep(validFrom.getTime() - Date.now() + 100);
  writeFileSync(join(directory, "touched"), "2");
  await expect.poll(() => changes).toEqual([next]);
  expect(reads.at(-1)).toBe(true);
  following.close();
});

/** The common name in the certificate that a new connection is shown. */
function commonNameAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}
