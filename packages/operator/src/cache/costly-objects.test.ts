// What the cache keeps of objects whose JSON takes far more memory parsed than written, from a server that sends their bytes.
import { createServer } from "node:http";
import { createClient, systemClock } from "@capstan/client";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { heapGrowthOf } from "../../test/heap-growth.ts";
import { InformerSet } from "./informer-set.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { size: number; free?: unknown };
  status: { size: number };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

/** Objects with names that are numbers: each of them takes 300 bytes and more. */
const costly = `[${Array(4000)
  .fill(`${'{"34":'.repeat(40)}0${"}".repeat(40)}`)
  .join()}]`;
const count = 4;

function fooJson(name: string, version: number): string {
  const metadata = { namespace: "ns", name, resourceVersion: String(version), uid: name, managedFields: [{}] };
  return `{"apiVersion":"example.com/v1","kind":"Foo","metadata":${JSON.stringify(metadata)},"spec":{"size":${version},"free":${costly}},"status":{"size":1}}`;
}

/** Serves all Foos by WatchList, or by a list and a watch. */
async function serveFoos(watchList: boolean): Promise<AsyncDisposable & { url: string }> {
  const foos = Array.from({ length: count }, (_, index) => fooJson(`foo-${index}`, index + 1));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://x");
    if (searchParams.get("watch") !== "true") {
      const head = '{"apiVersion":"example.com/v1","kind":"FooList","metadata":{"resourceVersion":"9"},"items":[';
      return void response.end(`${head}${foos.join()}]}`);
    }
    if (searchParams.get("sendInitialEvents") !== "true") return void response.write("");
    if (!watchList) return void response.writeHead(400).end("{}");
    for (const foo of foos) response.write(`{"type":"ADDED","object":${foo}}\n`);
    const annotations = { "k8s.io/initial-events-end": "true" };
    const end = { apiVersion: "example.com/v1", kind: "Foo", metadata: { resourceVersion: "9", annotations } };
    response.write(`${JSON.stringify({ type: "BOOKMARK", object: end })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

for (const { name, watchList } of [
  { name: "in the events of a watch", watchList: true },
  { name: "in a list", watchList: false },
]) {
  test(`costly objects ${name} take about the memory of their JSON, and are read as they are`, async () => {
    await using server = await serveFoos(watchList);
    const client = createClient({ server: server.url });
    const cache = new InformerSet({ client, clock: systemClock, log: () => silentLogger });
    const stop = new AbortController();
    const events: unknown[] = [];
    cache.informer(Foo).addHandler(({ type, object }) => events.push([type, object.metadata.name]));
    let ended: Promise<void> | undefined;
    const growth = await heapGrowthOf(async () => {
      ended = cache.run(stop.signal);
      await cache.whenSettled();
    });
    // Parsed, they take 200 MiB, fifty times their bytes. What the server in this process has sent may not be collected yet, and
    // what the test before this one left may be collected only now: there is no least growth.
    expect(growth).toBeLessThan(10 * count * costly.length);
    expect(events).toHaveLength(count);
    const key = { namespace: "ns", name: "foo-2" };
    const { managedFields: _, ...metadata } = cache.view(Foo, key)?.metadata ?? {};
    expect(metadata).toMatchObject({ name: "foo-2", resourceVersion: "3" });
    expect(cache.view(Foo, key)?.status).toEqual({ size: 1 });
    const whole = cache.get(Foo, key);
    expect(JSON.stringify(whole)).toBe(fooJson("foo-2", 3).replace(',"managedFields":[{}]', ""));
    // Copies are the caller's own.
    if (whole !== undefined) whole.spec = { size: 7 };
    expect(cache.view(Foo, key)?.spec.size).toBe(3);
    expect(Array.from(cache.each(Foo), ({ spec }) => spec.size)).toEqual([1, 2, 3, 4]);
    stop.abort();
    await ended;
    client.close();
  });
}

/** So that the numbers above say something. */
test("parsed, such an object takes thirty times its bytes and more", async () => {
  let kept: unknown;
  const growth = await heapGrowthOf(async () => (kept = JSON.parse(costly)));
  expect(kept).toBeDefined();
  expect(growth).toBeGreaterThan(30 * costly.length);
});
