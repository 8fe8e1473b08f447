// Credentials that change: read again after a 401 and after some time; concurrent requests share one read.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Namespace } from "@capstan/kube/builtin";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, json, reject, type SeenRequest, startFaultServer } from "../../test/fault-server.ts";
import { isApiError } from "../api-error.ts";
import { systemClock } from "../transport/clock.ts";
import { createClient } from "../create-client.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-client-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = { namespace: "", name: "a" };
const authorization = ({ headers }: SeenRequest): string | undefined => headers.authorization;

test("a token file is read again after 401, once, and the call repeated without an error", async () => {
  await using server = await startFaultServer([
    json({ metadata: {} }),
    reject(401, "Unauthorized"),
    json({ metadata: {} }),
  ]);
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "one\n");
  const client = createClient({ server: server.url, tokenFile });
  await client.get(Namespace, key);
  writeFileSync(tokenFile, "two\n");
  await client.get(Namespace, key);
  expect(server.seen.map(authorization)).toEqual(["Bearer one", "Bearer one", "Bearer two"]);
});

test("calls made at the same time all wait for the token: none goes out without it", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "one");
  const client = createClient({ server: server.url, tokenFile });
  await Promise.all([1, 2, 3].map(() => client.get(Namespace, key)));
  expect(server.seen.map(authorization)).toEqual(["Bearer one", "Bearer one", "Bearer one"]);
});

test("a call that is rejected after another one has renewed the token is repeated with it, and the token is not read again (F8)", async () => {
  let late = (): void => undefined;
  const unauthorized = reject(401, "Unauthorized");
  const answers: Answer[] = [
    unauthorized,
    (response, request) => (late = () => unauthorized(response, request)),
    json({ metadata: {} }),
  ];
  await using server = await startFaultServer(answers);
  let renewals = 0;
  const renew = async (): Promise<RenewableCredentials> => {
    renewals += 1;
    return { server: server.url, token: "two", renew };
  };
  const client = createClient({ server: server.url, token: "one", renew });
  const both = [client.get(Namespace, key), client.get(Namespace, key)];
  await both[0];
  late();
  await both[1];
  const [one, two] = ["Bearer one", "Bearer two"];
  expect([server.seen.map(authorization), renewals]).toEqual([[one, one, two, two], 1]);
  client.close();
});

test("calls that are rejected during a renewal that began before share a second one, and have what it reads (F8)", async () => {
  const answer: Answer = (response, request) =>
    (authorization(request) === "Bearer two" ? json({ metadata: {} }) : reject(401, "Unauthorized"))(response, request);
  await using server = await startFaultServer([answer]);
  let token = "one";
  let now = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  let renewals = 0;
  const renew = async (): Promise<RenewableCredentials> => {
    const read = { server: server.url, token, renew };
    if (++renewals === 1) await promise;
    return read;
  };
  const client = createClient({ server: server.url, token, renew }, { clock: { ...systemClock, now: () => now } });
  now = 60_000;
  const calls = [1, 2].map(() => client.get(Namespace, key));
  let attempts = 0;
  client.observe(() => (attempts += 1));
  await expect.poll(() => attempts).toBe(2);
  token = "two";
  // The rejections are read before the calls wait.
  await new Promise((resolved) => setTimeout(resolved, 50));
  resolve();
  await Promise.all(calls);
  expect(renewals).toBe(2);
  client.close();
});

test("a token file that cannot be read is an error, and no request is sent", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  const client = createClient({ server: server.url, tokenFile: join(folder, "none") });
  await expect(client.get(Namespace, key)).rejects.toThrow(`cannot read the token file "${join(folder, "none")}"`);
  expect(server.seen).toEqual([]);
});

test("a token file without a token is an error until it has one, and no request is sent (F8)", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "\n");
  const client = createClient({ server: server.url, tokenFile });
  await expect(client.get(Namespace, key)).rejects.toThrow(`the token in "${tokenFile}" is empty`);
  writeFileSync(tokenFile, "one");
  await client.get(Namespace, key);
  expect(server.seen.map(authorization)).toEqual(["Bearer one"]);
  client.close();
});

test.each(["empty", "half\nwritten"])(
  "a token file that is %j for a moment leaves the earlier token in use, and is read again ten seconds later (F8)",
  async (content) => {
    await using server = await startFaultServer([json({ metadata: {} })]);
    let now = 0;
    const tokenFile = join(folder, "token");
    const client = createClient({ server: server.url, tokenFile }, { clock: { ...systemClock, now: () => now } });
    const callAt = async (ms: number, written: string): Promise<unknown> => {
      now = ms;
      writeFileSync(tokenFile, written);
      return client.get(Namespace, key);
    };
    await callAt(0, "one");
    await callAt(10_000, content === "empty" ? "" : content);
    await callAt(19_999, "two");
    await callAt(20_000, "two");
    const [one, two] = ["Bearer one", "Bearer two"];
    expect(server.seen.map(authorization)).toEqual([one, one, one, two]);
    client.close();
  },
);

test("401 with nothing new to show is an error at once; with something new, after one more try", async () => {
  await using server = await startFaultServer([reject(401, "Unauthorized")]);
  const fixed = createClient({ server: server.url, token: "fixed" });
  expect(isApiError(await fixed.get(Namespace, key).catch((error: unknown) => error))).toBe(true);
  expect(server.seen.length).toBe(1);
  const renewable = createClient({
    server: server.url,
    token: "one",
    renew: async () => ({ server: server.url, token: "two" }),
  });
  expect(isApiError(await renewable.get(Namespace, key).catch((error: unknown) => error))).toBe(true);
  expect(server.seen.slice(1).map(authorization)).toEqual(["Bearer one", "Bearer two"]);
});

test("a token file is read again after ten seconds, other credentials after a minute, and a failing renewal keeps what there is (F9)", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  let now = 0;
  const clock = { ...systemClock, now: () => now };
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "one");
  let renewals = 0;
  const renew = async (): Promise<never> => {
    renewals += 1;
    throw new Error("no");
  };
  const client = createClient({ server: server.url, tokenFile, renew }, { clock });
  await client.get(Namespace, key);
  writeFileSync(tokenFile, "two");
  for (now of [9000, 10_000]) await client.get(Namespace, key);
  rmSync(tokenFile);
  const before: number[] = [];
  for (now of [59_000, 61_000, 122_000]) {
    before.push(renewals);
    await client.get(Namespace, key);
  }
  const [one, two] = ["Bearer one", "Bearer two"];
  expect(server.seen.map(authorization)).toEqual([one, one, two, two, two, two]);
  expect([before, renewals]).toEqual([[0, 0, 1], 2]);
});

const failing = {
  "throws at once": () => {
    throw new Error("no");
  },
  "gives a token with a line break": async () => ({ server: "http://127.0.0.1:1", token: "t\nwo" }),
};

test.each(Object.entries(failing))(
  "a renewal that %s changes nothing, and the call fails as without it (F8)",
  async (_, renew) => {
    await using server = await startFaultServer([reject(401, "Unauthorized"), json({ metadata: {} })]);
    const client = createClient({ server: server.url, token: "one", renew });
    await expect(client.get(Namespace, key)).rejects.toThrow("Unauthorized");
    await client.get(Namespace, key);
    expect(server.seen.map(authorization)).toEqual(["Bearer one", "Bearer one"]);
    client.close();
  },
);

test("a renewal that throws at once between calls does not end the process (F8)", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  let now = 0;
  const credentials = { server: server.url, token: "one", renew: failing["throws at once"] };
  const client = createClient(credentials, { clock: { ...systemClock, now: () => now } });
  for (now of [0, 60_000, 120_000]) await client.get(Namespace, key);
  expect(server.seen.length).toBe(3);
  client.close();
});

test("a renewal that moves the server sends further calls there", async () => {
  await using first = await startFaultServer([reject(401, "Unauthorized")]);
  await using second = await startFaultServer([json({ metadata: {} })]);
  const client = createClient({ server: first.url, renew: async () => ({ server: second.url }) });
  await client.get(Namespace, key);
  expect([first.seen.length, second.seen.length]).toEqual([1, 1]);
});
