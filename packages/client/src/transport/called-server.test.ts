// Which server metrics and messages name when a renewal changes the address before a call is answered: the one that was called.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Answer, json, reject, type SeenRequest, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import type { Client } from "../client.ts";
import { createClient } from "../create-client.ts";
import type { RenewableCredentials } from "../credentials/credential-keeper.ts";
import { systemClock } from "./clock.ts";

const text: Answer = (response) => void response.writeHead(200).end("no JSON");
const lost: Answer = (response) => void response.destroy();
const silent: Answer = () => undefined;
const started: Answer = (response) => void response.writeHead(200).write("{");

test.each([
  ["an answer", json(foo), "found"],
  ["an answer that is not JSON", text, "FIRST"],
  ["a lost connection", lost, "FIRST"],
  ["no answer", silent, "FIRST"],
  ["an answer without an end", started, "FIRST"],
])("%s is that of the server that was called", async (_, answer, want) => {
  const held = Promise.withResolvers<void>();
  const late: Answer = (response, request: SeenRequest) => void held.promise.then(() => answer(response, request));
  await using first = await startFaultServer([late]);
  await using second = await startFaultServer([json(foo)]);
  let now = 0;
  const renew = async (): Promise<RenewableCredentials> => ({ server: second.url, token: "t" });
  const credentials = { server: first.url, token: "t", renew };
  const client: Client = createClient(credentials, { clock: { ...systemClock, now: () => now }, timeoutMs: 2000 });
  const hosts: string[] = [];
  client.observe(({ host }) => void hosts.push(host));
  now = 60_000;
  // It begins the renewal, and is sent to the first server. A create is not repeated.
  const call = client.create(Foo, foo).then(() => "found", describeError);
  await expect.poll(() => first.seen.length).toBe(1);
  await client.get(Foo, key);
  expect(second.seen.length).toBe(1);
  held.resolve();
  expect(await call).toContain(want === "FIRST" ? first.url : want);
  expect(hosts).toEqual([new URL(second.url).host, new URL(first.url).host]);
  client.close();
});

const garbage: Answer = (response) => void response.writeHead(200).end("garbage\n");

async function readOnce(client: Client): Promise<void> {
  for await (const events of client.watchOnce(Foo)) expect(events).toEqual([]);
}

test.each<readonly [string, (client: Client) => Promise<unknown>, Answer]>([
  ["get", (client) => client.get(Foo, key), json([])],
  ["list", (client) => client.listAll(Foo), json({ kind: "X" })],
  ["watch", readOnce, garbage],
  ["look up", (client) => client.resourceFor(foo), json({ kind: "X" })],
  ["a kind that is not served", (client) => client.resourceFor(foo), reject(404, "NotFound")],
])("after a renewal with another address the error of %s names that one", async (_, call, answer) => {
  await using first = await startFaultServer([reject(401, "Unauthorized")]);
  await using second = await startFaultServer([answer]);
  const renew = async (): Promise<RenewableCredentials> => ({ server: second.url, token: "t" });
  const client = createClient({ server: first.url, token: "t", renew });
  const error = await call(client).then(() => "none", describeError);
  expect(error).toContain(second.url);
  expect(error).not.toContain(first.url);
  client.close();
});
