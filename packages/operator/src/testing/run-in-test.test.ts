// What runs in a test when its webhooks cannot be served, and which calls of its client wait for them.
import type { Client } from "@capstan/client";
import { expect, test } from "vitest";
import { FakeApi } from "../../test/fake-api.ts";
import { runInTest, type RunningInTest, type TestRun } from "./run-in-test.ts";

/** A client that calls nothing but writes down what it would send. */
function recording(sent: string[]): Client {
  const { client } = new FakeApi();
  client.request = async ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return { status: 200, headers: {}, text: "", json: () => undefined };
  };
  return client;
}

/** Something that runs until its stop, and whether it has ended. */
function start(options: Partial<TestRun>): { readonly running: RunningInTest; readonly hasEnded: () => boolean } {
  let isOver = false;
  const run = async (signal: AbortSignal): Promise<void> => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    isOver = true;
  };
  return { running: runInTest({ client: recording([]), run, ...options }), hasEnded: () => isOver };
}

test("webhooks that throw at once fail the writes, and what runs is stopped as always", async () => {
  const webhooks = (): never => {
    throw new Error("no port");
  };
  const { running, hasEnded } = start({ webhooks });
  await expect(running.webhooksCalled).rejects.toThrow("no port");
  await expect(running.client.request({ method: "PUT", path: "/a" })).rejects.toThrow("no port");
  await running.stop();
  expect(hasEnded()).toBe(true);
});

test("a request that writes waits for the webhooks, and one that reads does not", async () => {
  const sent: string[] = [];
  const { promise, reject } = Promise.withResolvers<never>();
  const { running } = start({ client: recording(sent), webhooks: () => promise });
  const write = running.client.request({ method: "POST", path: "/a" });
  await running.client.request({ method: "GET", path: "/a" });
  expect(sent).toEqual(["GET /a"]);
  reject(new Error("stopped"));
  await expect(write).rejects.toThrow("stopped");
  expect(sent).toEqual(["GET /a"]);
  await running.stop();
});
