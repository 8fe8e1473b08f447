// Identities that are renewed while a client works: the token of a program, and the certificate of the client.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { type Answer, json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import { loadCredentials } from "./load-credentials.ts";

const unauthorized = reject(401, "Unauthorized");

test("a program is run again after 401, once for calls that are made at the same time, and no caller sees an error (F8)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-renewed-"));
  const [counter, kubeconfig] = [join(folder, "runs"), join(folder, "config")];
  const answer: Answer = (response, request) =>
    (request.headers.authorization === "Bearer t2" ? json(foo) : unauthorized)(response, request);
  await using server = await startFaultServer([answer]);
  const apiVersion = "client.authentication.k8s.io/v1";
  const printed = `{"apiVersion":"${apiVersion}","kind":"ExecCredential","status":{"token":"t%s"}}`;
  const script = `echo x >> '${counter}'; printf '${printed}' "$(wc -l < '${counter}' | tr -d ' ')"`;
  const exec = { apiVersion, command: "sh", interactiveMode: "Never", args: ["-c", script] };
  const config = {
    "current-context": "x",
    clusters: [{ name: "x", cluster: { server: server.url } }],
    users: [{ name: "x", user: { exec } }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const client = createClient(await loadCredentials({ kubeconfig }));
  const found = await Promise.all([1, 2, 3].map(() => client.get(Foo, key)));
  expect(found.map(({ metadata }) => metadata.name)).toEqual(["a", "a", "a"]);
  expect(readFileSync(counter, "utf8")).toBe("x\nx\n");
  client.close();
  rmSync(folder, { recursive: true });
});

test("of a context with a program the authority and the address are read again when a server is not trusted (F9)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-renewed-"));
  const kubeconfig = join(folder, "config");
  const [before, after] = ["before", "after"].map((commonName) => createCertificateAuthority({ commonName }));
  const { certPem: cert = "", keyPem = "" } = after?.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] }) ?? {};
  await using server = await startFaultServer([json(foo)], { tls: { cert, key: keyPem } });
  await using second = await startFaultServer([json(foo)], { tls: { cert, key: keyPem } });
  const apiVersion = "client.authentication.k8s.io/v1";
  const printed = JSON.stringify({ apiVersion, kind: "ExecCredential", status: { token: "t" } });
  const exec = { apiVersion, command: "printf", interactiveMode: "Never", args: ["%s", printed] };
  const write = (address: string, authority = ""): void => {
    const cluster = { server: address, "certificate-authority-data": Buffer.from(authority).toString("base64") };
    const config = {
      "current-context": "x",
      clusters: [{ name: "x", cluster }],
      users: [{ name: "x", user: { exec } }],
      contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
  };
  write(server.url, before?.certPem);
  const client = createClient(await loadCredentials({ kubeconfig }));
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/untrusted-server" });
  write(second.url, after?.certPem);
  expect((await client.get(Foo, key)).metadata.name).toBe("a");
  expect([server.seen.length, second.seen.length]).toEqual([0, 1]);
  client.close();
  rmSync(folder, { recursive: true });
});

test("a certificate of the client that was rotated is used as soon as the server rejects the one before, and no caller sees an error (F9)", async () => {
  const authority = createCertificateAuthority({ commonName: "authority" });
  const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const names: unknown[] = [];
  const answer: Answer = (response, request) => {
    const name = response.socket instanceof TLSSocket ? response.socket.getPeerCertificate().subject.CN : "";
    names.push(name);
    (name === "before" && names.length > 1 ? unauthorized : json(foo))(response, request);
  };
  const tls = { cert, key: keyPem, ca: authority.certPem, requestCert: true, rejectUnauthorized: true };
  await using server = await startFaultServer([answer], { tls });
  const credentials = (commonName: string): { server: string; caData: string; certData: string; keyData: string } => {
    const issued = authority.issue({ commonName });
    return { server: server.url, caData: authority.certPem, certData: issued.certPem, keyData: issued.keyPem };
  };
  const client = createClient({ ...credentials("before"), renew: async () => credentials("after") });
  for (let i = 0; i < 2; i++) expect((await client.get(Foo, key)).metadata.name).toBe("a");
  expect(names).toEqual(["before", "before", "after"]);
  client.close();
});

test("files of certificates that were rotated are used ten seconds later, and not before (F9)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-rotated-"));
  const authority = createCertificateAuthority({ commonName: "authority" });
  const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const names: unknown[] = [];
  const answer: Answer = (response, request) => {
    names.push(response.socket instanceof TLSSocket ? response.socket.getPeerCertificate().subject.CN : "");
    json(foo)(response, request);
  };
  const tls = { cert, key: keyPem, ca: authority.certPem, requestCert: true };
  await using server = await startFaultServer([answer], { tls });
  const rotate = (commonName: string): void => {
    const issued = authority.issue({ commonName });
    writeFileSync(join(folder, "cert"), issued.certPem);
    writeFileSync(join(folder, "key"), issued.keyPem);
  };
  writeFileSync(join(folder, "ca"), authority.certPem);
  const config = {
    "current-context": "x",
    clusters: [{ name: "x", cluster: { server: server.url, "certificate-authority": "ca" } }],
    users: [{ name: "x", user: { "client-certificate": "cert", "client-key": "key" } }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
  };
  writeFileSync(join(folder, "config"), JSON.stringify(config));
  rotate("before");
  let now = 0;
  const credentials = await loadCredentials({ kubeconfig: join(folder, "config") });
  const client = createClient(credentials, { clock: { ...systemClock, now: () => now } });
  await client.get(Foo, key);
  rotate("after");
  now = 9000;
  for (let i = 0; i < 2; i++) await client.get(Foo, key);
  now = 10_000;
  // The call that finds that the time is over does not wait for the files.
  await expect.poll(async () => (await client.get(Foo, key)) && names.at(-1)).toBe("after");
  expect(names.slice(0, 4)).toEqual(["before", "before", "before", "before"]);
  client.close();
  rmSync(folder, { recursive: true });
});

test("a certificate that is rotated before its key changes nothing until the key is there, too (F9)", async () => {
  const authority = createCertificateAuthority({ commonName: "authority" });
  const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const names: unknown[] = [];
  const answer: Answer = (response, request) => {
    const { socket } = response;
    names.push(socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : "");
    (names.length > 1 && names.at(-1) === "before" ? unauthorized : json(foo))(response, request);
  };
  const tls = { cert, key: keyPem, ca: authority.certPem, requestCert: true };
  await using server = await startFaultServer([answer], { tls });
  const [before, after] = ["before", "after"].map((commonName) => authority.issue({ commonName }));
  let [certData, keyData] = [before?.certPem, before?.keyPem];
  const read = () => ({
    server: server.url,
    caData: authority.certPem,
    certData: certData ?? "",
    keyData: keyData ?? "",
  });
  const client = createClient({ ...read(), renew: async () => read() });
  await client.get(Foo, key);
  certData = after?.certPem;
  await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
  keyData = after?.keyPem;
  await client.get(Foo, key);
  expect(names).toEqual(["before", "before", "before", "after"]);
  client.close();
});
