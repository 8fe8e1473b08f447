// Calls that wait for a renewal after a 401: how long, and that one renewal is enough.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";

const unauthorized = reject(401, "Unauthorized");
const never = (): Promise<never> => new Promise(() => undefined);

/** The error that a call has ended with, and undefined before. */
function endOf(call: Promise<unknown>): () => string | undefined {
  let ended: string | undefined;
  void call.catch((error: unknown) => (ended = describeError(error)));
  return () => ended;
}

test("a call that waits for a renewal ends with its signal (F8)", async () => {
  await using server = await startFaultServer([unauthorized]);
  const controller = new AbortController();
  let renewals = 0;
  const renew = (): Promise<never> => {
    renewals += 1;
    return never();
  };
  const client = createClient({ server: server.url, token: "one", renew });
  const ended = endOf(client.get(Foo, key, { signal: controller.signal }));
  await expect.poll(() => renewals).toBe(1);
  controller.abort(new Error("enough"));
  await expect.poll(ended, { timeout: 5000 }).toBe("enough");
  client.close();
});

test("a call that waits for a renewal ends with its deadline (F8)", async () => {
  await using server = await startFaultServer([unauthorized]);
  const credentials = { server: server.url, token: "one", renew: never };
  const client = createClient(credentials, { limits: { callMs: 300 } });
  await expect.poll(endOf(client.get(Foo, key)), { timeout: 5000 }).toContain("within 0.3 s");
  client.close();
});

test("a call waits for a renewal no longer than its timeout, and its error says so (F8)", async () => {
  await using server = await startFaultServer([unauthorized]);
  const client = createClient({ server: server.url, token: "one", renew: never });
  const ended = endOf(client.get(Foo, key, { timeoutMs: 200, urgent: true }));
  await expect
    .poll(ended, { timeout: 5000 })
    .toContain(
      "Unauthorized; its credentials could not be renewed: the renewal did not end within the 0.2 s of the call",
    );
  client.close();
});

test("a renewal that never ends counts as failed after 65 s, and the next one begins (F8)", async () => {
  await using server = await startFaultServer([unauthorized, unauthorized, json(foo)]);
  const waits: { ms: number; call: () => void }[] = [];
  const after = (ms: number, call: () => void): (() => void) => {
    waits.push({ ms, call });
    return () => undefined;
  };
  const answers = [never, async () => ({ server: server.url, token: "two" })];
  const renew = (): Promise<RenewableCredentials> => (answers.shift() ?? never)();
  const client = createClient({ server: server.url, token: "one", renew }, { clock: { ...systemClock, after } });
  const first = endOf(client.get(Foo, key));
  const limit = (): (() => void) | undefined => waits.find(({ ms }) => ms === 65_000)?.call;
  await expect.poll(limit).toBeDefined();
  limit()?.();
  await expect.poll(first).toContain("its credentials could not be renewed: the renewal did not end within 65 s");
  expect((await client.get(Foo, key)).metadata.name).toBe("a");
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer two");
  client.close();
});

test("a call that is rejected during a renewal that began after it was sent has no second one (F8)", async () => {
  let late = (): void => undefined;
  const answers: Answer[] = [(response, request) => (late = () => unauthorized(response, request)), unauthorized];
  await using server = await startFaultServer(answers);
  const { promise, resolve } = Promise.withResolvers<void>();
  let renewals = 0;
  const renew = async (): Promise<RenewableCredentials> => {
    renewals += 1;
    await promise;
    return { server: server.url, token: "one", renew };
  };
  const client = createClient({ server: server.url, token: "one", renew });
  let attempts = 0;
  client.observe(() => (attempts += 1));
  const first = client.get(Foo, key).catch(() => "rejected");
  await expect.poll(() => server.seen.length).toBe(1);
  const second = client.get(Foo, key).catch(() => "rejected");
  await expect.poll(() => renewals).toBe(1);
  late();
  await expect.poll(() => attempts).toBe(2);
  // The rejection is read before the call waits.
  await new Promise((resolved) => setTimeout(resolved, 50));
  resolve();
  expect(await Promise.all([first, second])).toEqual(["rejected", "rejected"]);
  expect([server.seen.length, renewals]).toEqual([2, 1]);
  client.close();
});
