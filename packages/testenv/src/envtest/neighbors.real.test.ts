// What other users of this computer can reach of the real backend: its ports, and its files as far as their modes allow.
import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { findAssets } from "./assets.ts";
import { type Etcd, startEtcd } from "./etcd.ts";
import { type Envtest, startEnvtest } from "./start.ts";

let root: string;
let env: Envtest;
let etcd: Etcd;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "capstan-neighbors-"));
  // As a folder that someone has created beforehand: nothing in it may depend on its mode.
  chmodSync(root, 0o755);
  env = await startEnvtest({ envtest: { folder: root, auditLog: true, controllerManager: true } });
  etcd = await startEtcd(findAssets().etcd, join(root, "second"));
});
afterAll(async () => {
  etcd.close();
  await etcd.program.process.stop();
  await env.stop();
  rmSync(root, { recursive: true });
});

const put = { key: Buffer.from("a").toString("base64"), value: Buffer.from("b").toString("base64") };
const stranger = createCertificateAuthority({ commonName: "capstan-testenv-etcd" }).issue({
  commonName: "etcd-client",
});

/** Sends one request; the status, or the code of the error. */
function post(url: string, body: object, options: RequestOptions): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", rejectUnauthorized: false, ...options }, (response) => {
      response.resume().on("error", () => undefined);
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(JSON.stringify(body));
  });
}

const callers = [
  { name: "no certificate", options: () => ({}), want: /CERTIFICATE_REQUIRED|ECONNRESET/ },
  {
    name: "a certificate of another authority with the same name",
    options: () => ({ cert: stranger.certPem, key: stranger.keyPem }),
    want: /ALERT|ECONNRESET/,
  },
  {
    name: "the admin's certificate of an API server",
    options: () => ({ cert: env.credentials.certData, key: env.credentials.keyData }),
    want: /ALERT|ECONNRESET/,
  },
  {
    name: "the client's certificate",
    options: () => ({ cert: readFileSync(etcd.clientFiles.certificate), key: readFileSync(etcd.clientFiles.key) }),
    want: /^200$/,
  },
];
for (const { name, options, want } of callers) {
  test(`etcd, put and range with ${name}: ${String(want)}`, async () => {
    expect(String(await post(`${etcd.url}/v3/kv/put`, put, options()))).toMatch(want);
    expect(String(await post(`${etcd.url}/v3/kv/range`, { key: put.key }, options()))).toMatch(want);
  });
}

test("neither of its ports speaks without TLS", async () => {
  for (const url of listenUrls(readFileSync(`/proc/${etcd.program.process.pid}/cmdline`, "utf8")))
    await expect(fetch(url.replace("https:", "http:"))).rejects.toThrow("fetch failed");
});

test("the peer port asks for a certificate", async () => {
  const [, peer = ""] = listenUrls(readFileSync(`/proc/${etcd.program.process.pid}/cmdline`, "utf8"));
  expect(String(await post(`${peer}/members`, {}, {}))).toMatch(/CERTIFICATE_REQUIRED|ECONNRESET/);
});

function listenUrls(commandLine: string): string[] {
  return commandLine.split("\0").flatMap((arg) => /^--listen-(?:client|peer)-urls=(.*)$/.exec(arg)?.[1] ?? []);
}

test("other users can open none of its files and folders", () => {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.map((file) => file.slice(root.length + 1))).toEqual(
    expect.arrayContaining(["pki/apiserver.key", "pki/etcd/client.key", "pki/sa.key", "controller-manager.kubeconfig"]),
  );
  const all = entries.map(({ parentPath, name }) => join(parentPath, name));
  expect(all.filter((path) => (lstatSync(path).mode & 0o077) !== 0)).toEqual([]);
});

test("a folder in which others could put another database is rejected, and nothing is written", async () => {
  const folder = mkdtempSync(join(root, "open-"));
  mkdirSync(join(folder, "etcd"));
  for (const [path, mode] of [[join(folder, "etcd"), 0o777] as const, [folder, 0o755] as const]) chmodSync(path, mode);
  await expect(startEnvtest({ envtest: { folder } })).rejects.toMatchObject({
    code: "testenv/folder-was-open",
    message: `the folder ${folder} is not used, because other users could open ${join(folder, "etcd")} (mode 0777)`,
  });
  expect([readdirSync(folder), lstatSync(folder).mode & 0o777]).toEqual([["etcd"], 0o700]);
});

test.runIf(process.getuid?.() === 0)(
  "a named folder of another user, or with keys or logs of another user in it, is rejected before anything is written",
  async () => {
    const stranger = 65_534;
    for (const name of ["", "pki/sa.key", "pki/etcd/client.key", "logs/audit.log", "etcd"]) {
      const folder = mkdtempSync(join(root, "planted-"));
      for (const each of ["pki/etcd", "logs", "etcd"]) mkdirSync(join(folder, each), { recursive: true, mode: 0o700 });
      for (const each of ["pki/sa.key", "pki/etcd/client.key", "logs/audit.log"])
        writeFileSync(join(folder, each), "", { mode: 0o600 });
      chownSync(join(folder, name), stranger, stranger);
      const before = readdirSync(folder, { recursive: true });
      await expect(startEnvtest({ envtest: { folder, auditLog: true } })).rejects.toMatchObject({
        code: "testenv/folder-not-private",
        message: `the folder ${folder} is not used, because ${join(folder, name)} belongs to the user ${stranger}`,
      });
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
      expect(lstatSync(join(folder, "pki/sa.key")).size).toBe(0);
    }
  },
);

test.runIf(process.getuid?.() === 0)(
  "a folder below one of another user, who could rename it while the API server reads it, is rejected before anything is written",
  async () => {
    const parent = mkdtempSync(join(tmpdir(), "capstan-neighbors-"));
    const stranger = 65_534;
    chmodSync(parent, 0o1777);
    chownSync(parent, stranger, stranger);
    for (const folder of [join(parent, "env"), join(parent, "own", "env")]) {
      await expect(startEnvtest({ envtest: { folder } })).rejects.toMatchObject({
        code: "testenv/folder-not-private",
        message: `the folder ${folder} is not used, because ${parent} belongs to the user ${stranger}, who can put another one in its place`,
      });
    }
    expect(readdirSync(parent)).toEqual([]);
    rmSync(parent, { recursive: true });
  },
);

test("the named folder is closed to others", () => {
  expect(lstatSync(root).mode & 0o777).toBe(0o700);
});

test("who opened keys and settings of a kept folder has nothing of what the next start writes", async () => {
  const folder = join(root, "kept");
  const envtest = { folder, auditLog: true, controllerManager: true, egress: { socket: join(folder, "none") } };
  await (await startEnvtest({ envtest })).stop();
  const written = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/(?:etcd\/member|logs)/.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
  const opened = written.map((file) => ({ file, before: readFileSync(file, "utf8"), descriptor: openSync(file, "r") }));
  await (await startEnvtest({ envtest })).stop();
  const shared = opened.filter(({ file, descriptor }) => fstatSync(descriptor).ino === lstatSync(file).ino);
  expect(shared.map(({ file }) => file.slice(folder.length + 1))).toEqual([]);
  expect(opened.filter(({ descriptor, before }) => readFileSync(descriptor, "utf8") !== before)).toEqual([]);
  expect(opened.length).toBe(13);
  for (const { descriptor } of opened) closeSync(descriptor);
});
