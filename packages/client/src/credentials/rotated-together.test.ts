// Parts of credentials that are rotated together, or one of two: which of them repairs a call that was rejected.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-together-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [before, after] = ["before", "after"].map((commonName) => createCertificateAuthority({ commonName }).certPem);
const own = ["a", "b"].map((commonName) => createCertificateAuthority({ commonName }).issue({ commonName }));
const identities = own.map(({ certPem: certData, keyPem: keyData }) => ({ certData, keyData }));
const changes = {
  authority: [{ caData: before ?? "" }, { caData: after ?? "" }],
  "client certificate": identities,
};

test.each(Object.entries(changes))(
  "a token file that is rotated together with the %s is read again after a 401 (F8, F9)",
  async (_, [first = {}, second = {}]) => {
    const answer: Answer = (response, request) =>
      (request.headers.authorization === "Bearer new" ? json(foo) : reject(401, "Unauthorized"))(response, request);
    await using server = await startFaultServer([json(foo), answer]);
    const tokenFile = join(folder, "token");
    writeFileSync(tokenFile, "old");
    let part = first;
    const read = (): RenewableCredentials => ({ server: server.url, tokenFile, ...part, renew: async () => read() });
    const client = createClient(read());
    await client.get(Foo, key);
    part = second;
    writeFileSync(tokenFile, "new");
    await client.get(Foo, key);
    const [old, renewed] = ["Bearer old", "Bearer new"];
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([old, old, renewed]);
    client.close();
  },
);

test("a server with a new authority that rejects the earlier token, too, is called with the new token (F8, F9)", async () => {
  const [first, second] = ["first", "second"].map((commonName) => createCertificateAuthority({ commonName }));
  const { certPem: cert = "", keyPem = "" } = second?.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] }) ?? {};
  const answer: Answer = (response, request) =>
    (request.headers.authorization === "Bearer new" ? json(foo) : reject(401, "Unauthorized"))(response, request);
  await using server = await startFaultServer([answer], { tls: { cert, key: keyPem } });
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "old");
  let caData = first?.certPem ?? "";
  const read = (): RenewableCredentials => ({ server: server.url, tokenFile, caData, renew: async () => read() });
  const client = createClient(read());
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/untrusted-server" });
  caData = second?.certPem ?? "";
  writeFileSync(tokenFile, "new");
  await client.get(Foo, key);
  const seen = server.seen.map(({ headers }) => headers.authorization);
  expect(seen).toEqual(["Bearer old", "Bearer new"]);
  client.close();
});

test("a new authority alone is no repair of a 401: the call is not repeated (F8)", async () => {
  await using server = await startFaultServer([reject(401, "Unauthorized")]);
  const [caData = "", renewed = ""] = [before, after];
  const shared = { server: server.url, token: "old" };
  const client = createClient({ ...shared, caData, renew: async () => ({ ...shared, caData: renewed }) });
  await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
  expect(server.seen.length).toBe(1);
  client.close();
});
