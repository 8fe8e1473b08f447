// Token files whose read does not end, as on a network file system that does not answer: no call waits for them without an end.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import { CredentialKeeper, type RenewableCredentials } from "./credential-keeper.ts";

let folder = "";
let tokenFile = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-slow-"));
  tokenFile = join(folder, "token");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A read of it waits until something is written. */
function makeSlow(): void {
  rmSync(tokenFile, { force: true });
  execFileSync("mkfifo", [tokenFile]);
}

test("a call waits for its first token no longer than its timeout and its signal allow, and uses it once it is there (F8)", async () => {
  makeSlow();
  await using server = await startFaultServer([json(foo)]);
  const client = createClient({ server: server.url, tokenFile });
  const late: unknown = await client.get(Foo, key, { timeoutMs: 100 }).catch((error: unknown) => error);
  expect(late).toMatchObject({
    code: "client/token-file",
    message: `cannot read the token file "${tokenFile}"`,
    cause: new Error("the read did not end within 0.1 s"),
  });
  const ended = client.get(Foo, key, { signal: AbortSignal.timeout(100) });
  await expect(ended).rejects.toMatchObject({ name: "TimeoutError" });
  expect(server.seen).toEqual([]);
  writeFileSync(tokenFile, "one");
  await client.get(Foo, key);
  expect(server.seen[0]?.headers.authorization).toBe("Bearer one");
  client.close();
});

test("the deadline of a call ends that wait, too (F8)", async () => {
  makeSlow();
  const client = createClient({ server: "http://127.0.0.1:1", tokenFile }, { limits: { callMs: 100 } });
  await expect(client.get(Foo, key)).rejects.toMatchObject({ code: "client/call-too-long" });
  writeFileSync(tokenFile, "one");
  client.close();
});

test("the earlier token is used when the file is not read in time, and the next calls do not wait (F8)", async () => {
  writeFileSync(tokenFile, "one");
  await using server = await startFaultServer([json(foo)]);
  let now = 0;
  const client = createClient({ server: server.url, tokenFile }, { clock: { ...systemClock, now: () => now } });
  await client.get(Foo, key);
  makeSlow();
  now = 10_000;
  await client.get(Foo, key, { timeoutMs: 100 });
  await client.get(Foo, key, { timeoutMs: 60_000 });
  writeFileSync(tokenFile, "two");
  now = 20_000;
  await client.get(Foo, key);
  const [one, two] = ["Bearer one", "Bearer two"];
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([one, one, one, two]);
  client.close();
});

test("a renewal whose token file is not read counts as failed after 65 s, and the next one begins (F8)", async () => {
  makeSlow();
  const unauthorized = reject(401, "Unauthorized");
  await using server = await startFaultServer([unauthorized, unauthorized, json(foo)]);
  const limits: (() => void)[] = [];
  const after = (ms: number, call: () => void): (() => void) => {
    if (ms === 65_000) limits.push(call);
    return () => undefined;
  };
  const answers: RenewableCredentials[] = [
    { server: server.url, tokenFile },
    { server: server.url, token: "good" },
  ];
  const renew = async (): Promise<RenewableCredentials> => answers.shift() ?? { server: server.url };
  const client = createClient({ server: server.url, token: "old", renew }, { clock: { ...systemClock, after } });
  const first = client.get(Foo, key).catch(describeError);
  await expect.poll(() => limits.length).toBe(1);
  limits[0]?.();
  expect(await first).toContain("its credentials could not be renewed: the renewal did not end within 65 s");
  // What it reads now is not used.
  writeFileSync(tokenFile, "late");
  await client.get(Foo, key);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer old", "Bearer old", "Bearer good"]);
  client.close();
});

/** A keeper whose token file is not read, and whose renewals have something else. */
function keepSlow(renewed: Omit<RenewableCredentials, "server" | "renew">): {
  keeper: CredentialKeeper;
  pass: () => void;
} {
  makeSlow();
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const renew = async (): Promise<RenewableCredentials> => ({ server: "https://x", ...renewed, renew });
  const given = { server: "https://x", caData: "CA", tokenFile, freshMs: 10_000, renew };
  const keeper = new CredentialKeeper(given, clock, () => undefined);
  return { keeper, pass: () => void (ahead += 11_000) };
}

/** Long enough for a renewal on a busy machine. */
const call = { waitMs: 1500, signal: undefined };
const patient = { waitMs: 20_000, signal: undefined };

test("a file that a renewal names is read although the read of the one before has not ended, and what that one has is dropped (F8)", async () => {
  const good = join(folder, "good");
  writeFileSync(good, "one");
  const { keeper, pass } = keepSlow({ caData: "CA", tokenFile: good });
  await expect(keeper.ready(call)).rejects.toMatchObject({ code: "client/token-file" });
  pass();
  await keeper.ready(call);
  expect([keeper.shown.authorization, keeper.problemOf("identity")]).toEqual(["Bearer one", undefined]);
  writeFileSync(good, "two");
  pass();
  await keeper.ready(patient);
  expect(keeper.shown.authorization).toBe("Bearer two");
  writeFileSync(good, "three");
  expect(await keeper.refresh({ shown: keeper.shown, part: "identity", ...patient })).toBe(true);
  expect(keeper.shown.authorization).toBe("Bearer three");
  writeFileSync(tokenFile, "late");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(keeper.shown.authorization).toBe("Bearer three");
});

test("a call whose token file is not read in time is sent when a renewal has replaced the token by a certificate (F8)", async () => {
  const { keeper, pass } = keepSlow({ caData: "CA", certData: "CERT", keyData: "KEY" });
  pass();
  await keeper.ready(call);
  expect([keeper.shown.authorization, keeper.problemOf("identity")]).toEqual([undefined, undefined]);
  writeFileSync(tokenFile, "late");
});

test("a renewal for a server that is not trusted does not wait for the token file (F9)", async () => {
  makeSlow();
  const renew = async (): Promise<RenewableCredentials> => ({ server: "https://x", caData: "new", tokenFile });
  const given = { server: "https://x", caData: "old", tokenFile, renew };
  const keeper = new CredentialKeeper(given, systemClock, () => undefined);
  const first = keeper.ready(patient);
  expect(await keeper.refresh({ shown: keeper.shown, part: "connection", ...call })).toBe(true);
  writeFileSync(tokenFile, "one");
  await first;
  expect(keeper.shown.authorization).toBe("Bearer one");
});

test("a read that ends after one of another file and back is dropped: it began before (F8)", async () => {
  makeSlow();
  const good = join(folder, "good");
  writeFileSync(good, "good");
  let named = good;
  const renew = async (): Promise<RenewableCredentials> => ({ server: "https://x", tokenFile: named, renew });
  const keeper = new CredentialKeeper({ server: "https://x", tokenFile, renew }, systemClock, () => undefined);
  await expect(keeper.ready(call)).rejects.toMatchObject({ code: "client/token-file" });
  const pipe = openSync(tokenFile, "r+");
  await keeper.refresh({ shown: keeper.shown, part: "connection", ...call });
  await keeper.ready(patient);
  rmSync(tokenFile);
  writeFileSync(tokenFile, "new");
  named = tokenFile;
  await keeper.refresh({ shown: keeper.shown, part: "connection", ...call });
  await keeper.ready(patient);
  writeSync(pipe, "old");
  closeSync(pipe);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(keeper.shown.authorization).toBe("Bearer new");
});
