// The faults of the embedded server, as a client meets them: each begins, is what it says, and ends.
import { createClient, type Client } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ServerFaults } from "./cluster-actions.ts";

const key = { namespace: "default", name: "a" };
const stored = { apiVersion: "v1", kind: "ConfigMap", metadata: key } as const;

let env: EmbeddedEnv;
let client: Client;
let faults: ServerFaults;

beforeEach(async () => {
  env = await startTestEnv({ backend: "embedded" });
  client = createClient(env.credentials);
  faults = new ServerFaults(env.faults);
  await client.create(ConfigMap, stored);
});
afterEach(async () => {
  client.close();
  await env.stop();
});

/** How long a request takes, in milliseconds. */
async function requestTime(): Promise<number> {
  const began = performance.now();
  await client.get(ConfigMap, key);
  return performance.now() - began;
}

/** The types of the events of a watch, and "end" after them. */
function openWatch(): readonly string[] {
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const events of client.watchOnce(ConfigMap, { namespace: "default" }))
      seen.push(...events.map(({ type }) => type));
  };
  const end = (): void => void seen.push("end");
  void follow().then(end, end);
  return seen;
}

test("a server that is down answers nothing and ends watches, until it is up again with its objects", async () => {
  const seen = openWatch();
  await expect.poll(() => seen).toContain("ADDED");
  expect(faults.set("down", true)).toBe("the API server cuts every connection");
  await expect.poll(() => seen.at(-1)).toBe("end");
  await expect(client.get(ConfigMap, key)).rejects.toBeInstanceOf(Error);
  expect(faults.active).toEqual(["down"]);
  expect(faults.set("down", false)).toBe("ended: the API server cuts every connection");
  expect(await client.get(ConfigMap, key)).toMatchObject(stored);
  expect(faults.active).toEqual([]);
});

test("a slow server takes 800 ms longer, also beside another fault that ends", async () => {
  faults.set("slow", true);
  faults.set("conflicts", true);
  expect(await requestTime()).toBeGreaterThanOrEqual(790);
  faults.set("conflicts", false);
  expect(await requestTime()).toBeGreaterThanOrEqual(790);
  expect(faults.active).toEqual(["slow"]);
  faults.set("slow", false);
  expect(await requestTime()).toBeLessThan(790);
});

test("with conflicts, updates and patches fail, and reads and creations do not", async () => {
  const conflict = expect.objectContaining({ reason: "Conflict" });
  const object = await client.get(ConfigMap, key);
  faults.set("conflicts", true);
  await expect(client.update(ConfigMap, { ...object, data: { a: "b" } })).rejects.toEqual(conflict);
  await expect(client.get(ConfigMap, key)).resolves.toMatchObject(stored);
  await client.create(ConfigMap, { ...stored, metadata: { ...key, name: "b" } });
  faults.set("conflicts", false);
  await expect(client.update(ConfigMap, { ...object, data: { a: "b" } })).resolves.toMatchObject({ data: { a: "b" } });
});

test("watches are cut once, with their number, and the next one stays", async () => {
  const seen = [openWatch(), openWatch()];
  await expect.poll(() => seen.map((each) => each.at(-1))).toEqual(["ADDED", "ADDED"]);
  expect(faults.set("watches", true)).toBe("cut 2 watches");
  await expect.poll(() => seen.map((each) => each.at(-1))).toEqual(["end", "end"]);
  expect(faults.active).toEqual([]);
  const next = openWatch();
  await expect.poll(() => next).toContain("ADDED");
  await client.create(ConfigMap, { ...stored, metadata: { ...key, name: "b" } });
  await expect.poll(() => next).toEqual(["ADDED", "ADDED"]);
});
