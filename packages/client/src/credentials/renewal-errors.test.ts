// Renewals that fail: the error of a 401, or of a server that is not trusted, says why.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { errorFrom } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { isApiError } from "../api-error.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-errors-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const unauthorized = reject(401, "Unauthorized");

/** The error of a call. */
async function errorOfGet(credentials: RenewableCredentials): Promise<Error> {
  const client = createClient(credentials);
  const error: unknown = await client.get(Foo, key).catch((caught: unknown) => caught);
  client.close();
  if (!isApiError(error)) throw new Error("it has no status", { cause: error });
  return error;
}

test("the error of a renewal is the cause of the 401, and in its message (F8)", async () => {
  await using server = await startFaultServer([unauthorized]);
  const reason = new Error("no such file");
  const renew = async (): Promise<never> => {
    throw reason;
  };
  const error = await errorOfGet({ server: server.url, token: "one", renew });
  expect([error.message, error.cause]).toEqual([
    "cannot get Foo ns/a: Unauthorized; its credentials could not be renewed: no such file",
    reason,
  ]);
});

test("so is what keeps renewed credentials out of use (F8)", async () => {
  await using server = await startFaultServer([unauthorized]);
  const renew = async (): Promise<RenewableCredentials> => ({ server: server.url });
  const error = await errorOfGet({ server: server.url, token: "one", renew });
  expect(error.message).toContain("the renewed credentials have neither a token nor a client certificate");
});

test("so is a token file that can no longer be read, until it can (F8)", async () => {
  await using server = await startFaultServer([json(foo), unauthorized]);
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "one");
  const client = createClient({ server: server.url, tokenFile });
  await client.get(Foo, key);
  rmSync(tokenFile);
  await expect(client.get(Foo, key)).rejects.toThrow(`could not be renewed: cannot read the token file "${tokenFile}"`);
  writeFileSync(tokenFile, "one");
  const error: unknown = await client.get(Foo, key).catch((caught: unknown) => caught);
  expect(String(error)).toBe("ApiError: cannot get Foo ns/a: Unauthorized");
  client.close();
});

test("the error for a server that is not trusted names the failed renewal, too, and nothing about a token file (F9)", async () => {
  const [known, other] = ["known", "other"].map((commonName) => createCertificateAuthority({ commonName }));
  const { certPem: cert = "", keyPem = "" } = other?.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] }) ?? {};
  await using server = await startFaultServer([json(foo)], { tls: { cert, key: keyPem } });
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "one");
  const credentials = { server: server.url, caData: known?.certPem ?? "", tokenFile };
  const reason = new Error("ca.crt: EACCES");
  const renew = (): Promise<never> => Promise.reject(reason);
  let now = 0;
  const errorOf = async (extra: object, foreign?: string): Promise<Error> => {
    const options = { clock: { ...systemClock, now: () => now }, ...(foreign === undefined ? {} : { foreign }) };
    const client = createClient({ ...credentials, ...extra }, options);
    await client.get(Foo, key).catch(() => undefined);
    rmSync(tokenFile);
    now += 10_000;
    const error = await client.get(Foo, key).catch(errorFrom);
    writeFileSync(tokenFile, "one");
    client.close();
    return error instanceof Error ? error : new Error("it was accepted");
  };
  const failed = await errorOf({ renew });
  expect(failed).toMatchObject({ code: "client/untrusted-server", cause: reason });
  expect(failed.message).toMatch(/is not trusted: .+; the credentials could not be renewed: ca\.crt: EACCES$/);
  expect(failed).toHaveProperty("help", expect.stringContaining("certificate-authority-data"));
  for (const other of [await errorOf({}), await errorOf({ renew }, "Cluster ns/a")])
    expect(other.message).not.toContain("renewed");
});

test("a 401 has no cause when the renewal has worked, or there is none", async () => {
  await using server = await startFaultServer([unauthorized]);
  const renew = async (): Promise<RenewableCredentials> => ({ server: server.url, token: "one" });
  for (const extra of [{}, { renew }]) {
    const { message, cause } = await errorOfGet({ server: server.url, token: "one", ...extra });
    expect([message, cause]).toEqual(["cannot get Foo ns/a: Unauthorized", undefined]);
  }
});
