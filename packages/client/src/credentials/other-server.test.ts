// Renewals that name another server: which are used, and that no other server gets a token.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClusterCredentials } from "@capstan/kube";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type FaultServer, json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { loadCredentials } from "./load-credentials.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-other-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const unauthorized = reject(401, "Unauthorized");
const sentTo = ({ seen }: FaultServer): unknown[] => seen.map(({ headers }) => headers.authorization);

/** A server that accepts the token "new". */
function startServer(): Promise<FaultServer> {
  const answer: Answer = (response, request) =>
    (request.headers.authorization === "Bearer new" ? json(foo) : unauthorized)(response, request);
  return startFaultServer([answer]);
}

/** Writes a kubeconfig with the clusters "one" and "two", and a context of the same name for each. */
function writeConfig(given: { one: string; two: string; current?: string; token: string; usedByOne?: string }): string {
  const { one, two, current = "one", token, usedByOne = "one" } = given;
  const file = join(folder, "config");
  const config = {
    "current-context": current,
    clusters: [
      { name: "one", cluster: { server: one } },
      { name: "two", cluster: { server: two } },
    ],
    users: [{ name: "x", user: { token } }],
    contexts: [
      { name: "one", context: { cluster: usedByOne, user: "x" } },
      { name: "two", context: { cluster: "two", user: "x" } },
    ],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test("a client stays with its context when another one becomes the current one, and follows the token of its own (F8)", async () => {
  await using first = await startServer();
  await using second = await startServer();
  const [one, two] = [first.url, second.url];
  const client = createClient(await loadCredentials({ kubeconfig: writeConfig({ one, two, token: "old" }) }));
  writeConfig({ one, two, token: "new", current: "two" });
  await client.get(Foo, key);
  expect([sentTo(first), sentTo(second)]).toEqual([["Bearer old", "Bearer new"], []]);
  client.close();
});

test("a context that names another cluster is not followed (F8)", async () => {
  await using first = await startServer();
  await using second = await startServer();
  const [one, two] = [first.url, second.url];
  const kubeconfig = writeConfig({ one, two, token: "old" });
  const credentials = await loadCredentials({ kubeconfig });
  const client = createClient(credentials);
  writeConfig({ one, two, token: "new", usedByOne: "two" });
  await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
  expect([sentTo(first), sentTo(second)]).toEqual([["Bearer old"], []]);
  await expect(credentials.renew?.()).rejects.toThrow(
    `the kubeconfig ${kubeconfig} cannot be used: context "one" used the cluster "one" before, and now uses "two"`,
  );
  client.close();
});

test("another address of the same cluster is followed (F8)", async () => {
  await using first = await startServer();
  await using second = await startServer();
  const two = second.url;
  const client = createClient(
    await loadCredentials({ kubeconfig: writeConfig({ one: first.url, two, token: "old" }) }),
  );
  writeConfig({ one: two, two, token: "new" });
  await client.get(Foo, key);
  expect([sentTo(first), sentTo(second)]).toEqual([["Bearer old"], ["Bearer new"]]);
  client.close();
});

const authority = createCertificateAuthority({ commonName: "authority" });
const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
const ways = ["without TLS", "unverified", "verified"] as const;

/** A server, and credentials that verify it in this way. */
async function serve(way: (typeof ways)[number], answer: Answer): Promise<[FaultServer, ClusterCredentials]> {
  const server = await startFaultServer([answer], way === "without TLS" ? {} : { tls: { cert, key: keyPem } });
  const unverified = way === "unverified" ? { insecureSkipTlsVerify: true } : {};
  return [server, { server: server.url, caData: authority.certPem, ...unverified }];
}

const changes = ways.flatMap((from, before) => ways.map((to, after) => ({ from, to, isUsed: after >= before })));

test.each(changes)("a renewal never verifies less: from $from to $to (F8)", async ({ from, to, isUsed }) => {
  const [first, before] = await serve(from, unauthorized);
  const [second, after] = await serve(to, json(foo));
  const client = createClient({ ...before, token: "old", renew: async () => ({ ...after, token: "new" }) });
  const ended = await client.get(Foo, key).then(
    () => "found",
    () => "rejected",
  );
  expect([ended, sentTo(second)]).toEqual(isUsed ? ["found", ["Bearer new"]] : ["rejected", []]);
  client.close();
  for (const server of [first, second]) await server[Symbol.asyncDispose]();
});

test("a renewal that has lost the authority of the server is not used: its token does not go to a server that Node trusts (F8)", async () => {
  const [first, before] = await serve("verified", unauthorized);
  let renewals = 0;
  const renew = async (): Promise<ClusterCredentials> => {
    renewals += 1;
    return { server: first.url, token: "new" };
  };
  const client = createClient({ ...before, token: "old", renew });
  await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
  expect([renewals, sentTo(first)]).toEqual([1, ["Bearer old"]]);
  client.close();
  await first[Symbol.asyncDispose]();
});
