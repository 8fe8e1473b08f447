// Requests that reconciles send without knowledge of kinds, as `makeApiClient` does: they count as own writes.
import type { RawRequest, RawResponse, UntypedPatches } from "@capstan/client";
import { expect, test } from "vitest";
import { a, Foo, foo, type Reconcile, type Rig, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";
import { rawWriteOf } from "./raw-write.ts";

const path = "/apis/example.com/v1/namespaces/ns/foos/a";

function answerOf(body: unknown): RawResponse {
  return { status: 200, headers: {}, text: JSON.stringify(body), json: () => body };
}

/** A controller whose server takes requests for Foo a, too. */
async function startRaw(reconcile: Reconcile): Promise<Rig> {
  const rig = await start([], reconcile);
  const { client } = rig.api;
  const patches: UntypedPatches = client;
  client.request = async ({ method, body }) => {
    if (method !== "DELETE") return answerOf(await patches.patch(Foo, a, { type: typeOf(body), body }));
    const { uid } = (await client.get(Foo, a)).metadata;
    rig.api.remove(Foo, a);
    return answerOf({ kind: "Status", status: "Success", details: { kind: "foos", uid } });
  };
  return rig;
}

function typeOf(body: unknown): "json" | "merge" {
  return Array.isArray(body) ? "json" : "merge";
}

const noted = (run: number): object => ({ metadata: { annotations: { request: `${run}` } } });
const set = (run: number): object[] => [{ op: "add", path: "/metadata/annotations", value: { request: `${run}` } }];

/** Requests that note the number of a run in Foo a, by how they do it. */
const writes: readonly { readonly how: string; readonly request: (run: number) => RawRequest }[] = [
  {
    how: "a JSON patch, as API classes of client-node send it",
    request: (run) => ({
      method: "PATCH",
      path,
      query: {},
      body: set(run),
      contentType: "application/json-patch+json",
    }),
  },
  {
    how: "a merge patch",
    request: (run) => ({ method: "PATCH", path, body: noted(run), contentType: "Application/Merge-Patch+JSON; q=1" }),
  },
  {
    how: "an apply",
    request: (run) => ({ method: "PATCH", path, body: noted(run), contentType: "application/apply-patch+yaml" }),
  },
  {
    how: "a strategic merge",
    request: (run) => ({
      method: "PATCH",
      path,
      body: noted(run),
      contentType: "application/strategic-merge-patch+json",
    }),
  },
  {
    how: "an update",
    request: (run) => {
      const { metadata, ...rest } = foo("a");
      return {
        method: "PUT",
        path,
        body: { ...rest, metadata: { ...metadata, uid: "uid-1", annotations: { request: `${run}` } } },
      };
    },
  },
];

test.each(writes)("a request that writes its own object wakes nobody: $how", async ({ request }) => {
  const rig = await startRaw(async (_key, { client }, run) => {
    const release = run % 2 === 0 ? rig.api.hold() : undefined;
    await client.request(request(run));
    if (release !== undefined) setTimeout(release, 1);
    return { requeueAfter: "30s" };
  });
  rig.api.put(Foo, foo("a"));
  for (let i = 0; i < 3; i++) {
    await rig.clock.advance(30_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(rig.runs).toEqual(["0 a", "30000 a", "60000 a", "90000 a"]);
  await rig.stop();
});

test.each(writes)("a change of somebody else beside such a request wakes the key: $how", async ({ request }) => {
  const rig = await startRaw(async (_key, { client }, run) => {
    if (run === 1) rig.api.put(Foo, foo("a", 2));
    await settle();
    await client.request(request(1));
    return { requeueAfter: "1h" };
  });
  rig.api.put(Foo, foo("a"));
  await settle();
  await settle();
  expect(rig.runs.length).toBeGreaterThan(1);
  await rig.stop();
});

test("the next reconcile waits until the cache has seen what a request wrote, or deleted", async () => {
  const seen: unknown[] = [];
  const [json] = writes;
  const rig = await startRaw(async (_key, { cache, client }, run) => {
    const stored = cache.get(Foo, a);
    seen.push(stored === undefined ? "none" : stored.metadata.annotations?.["request"]);
    if (run > 2 || json === undefined) return {};
    const release = rig.api.hold();
    await client.request(run === 1 ? json.request(run) : { method: "DELETE", path });
    setTimeout(release, 5);
    return { requeueAfter: "0s" };
  });
  rig.api.put(Foo, foo("a"));
  for (let i = 0; i < 4; i++) {
    await rig.clock.advance(10);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(seen).toEqual([undefined, "1", "none"]);
  await rig.stop();
});

test.each([
  { path: "/api/v1/namespaces/ns/pods/a/status", is: " pods Namespaced status" },
  { path: "/api/v1/namespaces/ns/status", is: " namespaces Cluster status" },
  { path: "/api/v1/namespaces/ns", is: " namespaces Cluster " },
  { path: "/apis/example.com/v1/bars/a", is: "example.com bars Cluster " },
  { path: "/apis/example.com/v1/namespaces/a%2Fb/foos/a", is: "example.com foos Namespaced " },
])("the path $path says what is written", ({ path: of, is }) => {
  const found = rawWriteOf({ method: "PUT", path: of, body: {} });
  const { group, plural, scope } = found?.resource ?? {};
  expect(`${group} ${plural} ${scope} ${found?.write.subresource ?? ""}`).toBe(is);
});

test.each<{ name: string; request: RawRequest }>([
  { name: "a read", request: { method: "GET", path } },
  { name: "another path", request: { method: "POST", path: "/metrics" } },
  {
    name: "a call of a Service",
    request: { method: "PUT", path: "/api/v1/namespaces/ns/services/s/proxy/api/v1/pods/a" },
  },
  { name: "a call of the root of a node's server", request: { method: "POST", path: "/api/v1/nodes/n/proxy" } },
  { name: "a path with more parts", request: { method: "PUT", path: `${path}/status/more` } },
  { name: "a path that cannot be decoded", request: { method: "PUT", path: "/api/v1/pods/%" } },
])("nothing is written by $name", ({ request }) => {
  expect(rawWriteOf(request)).toBeUndefined();
});

test.each<{ name: string; request: Pick<RawRequest, "method" | "query" | "body">; is: boolean }>([
  { name: "an update with the query", request: { method: "PUT", query: { dryRun: "All" }, body: {} }, is: true },
  { name: "an update with an empty query", request: { method: "PUT", query: { dryRun: "" } }, is: false },
  {
    name: "an update of an object with such a field",
    request: { method: "PUT", body: { dryRun: ["All"] } },
    is: false,
  },
  { name: "a deletion with the query", request: { method: "DELETE", query: { dryRun: "All" } }, is: true },
  { name: "a deletion with the body", request: { method: "DELETE", body: { dryRun: ["All"] } }, is: true },
  { name: "a deletion with an empty list", request: { method: "DELETE", body: { dryRun: [] } }, is: false },
  {
    name: "a deletion with the query, which the server ignores beside a body",
    request: { method: "DELETE", query: { dryRun: "All" }, body: { propagationPolicy: "Orphan" } },
    is: false,
  },
])("whether nothing is stored by $name", ({ request, is }) => {
  expect(rawWriteOf({ path, ...request })?.dryRun).toBe(is);
});

test("the cache waits for nothing that a dry run writes", async () => {
  const rig = await startRaw(async (_key, { client }) => {
    await client.request({ method: "PUT", path, body: noted(1), query: { dryRun: "All" } });
    return { requeueAfter: "1s" };
  });
  rig.api.put(Foo, foo("a"));
  rig.api.client.request = async () =>
    answerOf({ ...foo("a"), metadata: { ...foo("a").metadata, uid: "uid-1", resourceVersion: "99" } });
  await rig.clock.advance(1000);
  expect(rig.runs).toEqual(["0 a", "1000 a"]);
  await rig.stop();
});

test.each<{ name: string; method: RawRequest["method"]; at?: string; answer: unknown }>([
  { name: "of a subresource without a version", method: "POST", answer: { kind: "Binding", metadata: { name: "a" } } },
  { name: "to a deletion of all", method: "DELETE", at: "/api/v1/pods", answer: { details: { uid: "1" } } },
  { name: "to a deletion that has no uid", method: "DELETE", answer: { kind: "Status" } },
  { name: "that is no object", method: "PUT", answer: null },
])("an answer $name names no object", ({ method, at = path, answer }) => {
  expect(rawWriteOf({ method, path: at })?.written(answerOf(answer))).toEqual([]);
});
