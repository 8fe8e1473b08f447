// Tokens of credentials that are renewed: each goes only to the server that it is for.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FaultServer, json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-tokens-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sentTo = ({ seen }: FaultServer): unknown[] => seen.map(({ headers }) => headers.authorization);

function put(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test.each(["same", "other"])(
  "no server gets the token of another one: a renewal that names another server and the %s file (F8)",
  async (name) => {
    await using first = await startFaultServer([reject(401, "Unauthorized")]);
    await using second = await startFaultServer([json(foo)]);
    const renew = async (): Promise<RenewableCredentials> => ({ server: second.url, tokenFile: put(name, "two") });
    const client = createClient({ server: first.url, tokenFile: put("same", "one"), renew });
    await client.get(Foo, key);
    expect([sentTo(first), sentTo(second)]).toEqual([["Bearer one"], ["Bearer two"]]);
    client.close();
  },
);

test.each(["same", "other"])(
  "no server gets the token of another one: a renewal in time that names another server and the %s file (F8)",
  async (name) => {
    await using first = await startFaultServer([json(foo)]);
    await using second = await startFaultServer([json(foo)]);
    let now = 0;
    const renew = async (): Promise<RenewableCredentials> => ({ server: second.url, tokenFile: put(name, "two") });
    const credentials = { server: first.url, tokenFile: put("same", "one"), renew, freshMs: 5_000 };
    const client = createClient(credentials, { clock: { ...systemClock, now: () => now } });
    await client.get(Foo, key);
    // The file of before is not read again for as long.
    now = 5_000;
    // No call waits for the renewal.
    while (second.seen.length === 0) await client.get(Foo, key);
    expect([new Set(sentTo(first)), new Set(sentTo(second))]).toEqual([
      new Set(["Bearer one"]),
      new Set(["Bearer two"]),
    ]);
    client.close();
  },
);

test("a renewal that names a file that cannot be read changes nothing (F8)", async () => {
  await using first = await startFaultServer([reject(401, "Unauthorized")]);
  await using second = await startFaultServer([json(foo)]);
  const renew = async (): Promise<RenewableCredentials> => ({ server: second.url, tokenFile: join(folder, "none") });
  const client = createClient({ server: first.url, tokenFile: put("same", "one"), renew });
  for (let i = 0; i < 2; i++) await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
  expect([sentTo(first), sentTo(second)]).toEqual([["Bearer one", "Bearer one"], []]);
  client.close();
});

test("no server gets the token of another one, whenever a renewal ends (F8)", async () => {
  await using first = await startFaultServer([json(foo)]);
  await using second = await startFaultServer([json(foo)]);
  for (let turns = 0; turns < 12; turns++) {
    let now = 0;
    const { promise, resolve } = Promise.withResolvers<RenewableCredentials>();
    const credentials = { server: first.url, token: "one", renew: () => promise };
    const client = createClient(credentials, { clock: { ...systemClock, now: () => now } });
    now = 60_000;
    // It begins the renewal, and does not wait for it.
    await client.get(Foo, key);
    resolve({ server: second.url, token: "two" });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    for (let call = 0; call < 2; call++) await client.get(Foo, key);
    client.close();
  }
  expect([new Set(sentTo(first)), new Set(sentTo(second))]).toEqual([new Set(["Bearer one"]), new Set(["Bearer two"])]);
});

test("what is read from a file that is no longer named is dropped (F8)", async () => {
  await using server = await startFaultServer([json(foo)]);
  // Reading it takes until something is written.
  const tokenFile = join(folder, "pipe");
  execFileSync("mkfifo", [tokenFile]);
  let renewals = 0;
  const renew = async (): Promise<RenewableCredentials> => {
    renewals += 1;
    return { server: server.url, token: "two" };
  };
  const client = createClient({ server: server.url, tokenFile, freshMs: 0, renew });
  const call = client.get(Foo, key);
  await expect.poll(() => renewals).toBe(1);
  await writeFile(tokenFile, "one");
  await call;
  expect(sentTo(server)).toEqual(["Bearer two"]);
  client.close();
});
