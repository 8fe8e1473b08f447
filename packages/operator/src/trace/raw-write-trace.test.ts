// The trace of requests that a reconcile sends without knowledge of kinds: those that write are in it as other writes are.
import type { RawRequest } from "@capstan/client";
import { expect, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { recordTrace, type RecordedTrace } from "../../test/recorded-trace.ts";

const foos = "/apis/example.com/v1/namespaces/ns/foos";
const bar = { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b" } };
const stored = (kind: string, name: string): object => ({
  apiVersion: "example.com/v1",
  kind,
  metadata: { namespace: "ns", name, uid: "1", resourceVersion: "7" },
});

/** The trace of a reconcile that sends a request, which is answered with a body or rejected. */
async function traceOf(request: RawRequest, answer: object): Promise<RecordedTrace> {
  const trace = recordTrace();
  const rig = await start([], async (_key, { client }, run) => {
    if (run === 1) await client.request(request);
  });
  rig.api.client.request = async () => {
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, text: JSON.stringify(answer), json: () => answer };
  };
  rig.api.put(Foo, foo("a"));
  await settle();
  await rig.stop();
  return trace;
}

const place = { apiVersion: "example.com/v1", namespace: "ns" };

test.each<{ what: string; request: RawRequest; answer?: object; want: object }>([
  {
    what: "a create",
    request: { method: "POST", path: "/apis/example.com/v1/namespaces/ns/bars", body: bar },
    answer: stored("Bar", "b"),
    want: { verb: "create", object: { ...place, kind: "Bar", name: "b", resourceVersion: "7" }, answer: "stored" },
  },
  {
    what: "an update of the status",
    request: { method: "PUT", path: `${foos}/a/status`, body: stored("Foo", "a") },
    answer: stored("Foo", "a"),
    want: { verb: "update", subresource: "status", object: { ...place, kind: "Foo", name: "a", resourceVersion: "7" } },
  },
  {
    what: "a patch, whose kind the answer has",
    request: { method: "PATCH", path: `${foos}/a`, body: {}, contentType: "application/merge-patch+json" },
    answer: stored("Foo", "a"),
    want: { verb: "patch", object: { kind: "Foo", name: "a", resourceVersion: "7" } },
  },
  {
    what: "an apply",
    request: { method: "PATCH", path: `${foos}/a`, body: {}, contentType: "application/apply-patch+yaml" },
    answer: stored("Foo", "a"),
    want: { verb: "apply", object: { kind: "Foo", name: "a" } },
  },
  {
    what: "a deletion, whose plural is all that the server and the path have",
    request: { method: "DELETE", path: `${foos}/a` },
    answer: { kind: "Status", details: { uid: "1" } },
    want: { verb: "delete", object: { ...place, kind: "foos", name: "a" } },
  },
  {
    what: "a deletion of an object with finalizers",
    request: { method: "DELETE", path: `${foos}/a` },
    answer: stored("Foo", "a"),
    want: { verb: "delete", object: { kind: "Foo", name: "a" } },
  },
  {
    what: "a subresource whose answer has another kind",
    request: { method: "PUT", path: `${foos}/a/scale`, body: { kind: "Scale" } },
    answer: { ...stored("Scale", "a"), apiVersion: "autoscaling/v1" },
    want: { verb: "update", subresource: "scale", object: { ...place, kind: "foos", name: "a" } },
  },
  {
    what: "a dry run",
    request: { method: "PATCH", path: `${foos}/a`, body: {}, query: { dryRun: "All" } },
    answer: stored("Foo", "a"),
    want: { verb: "patch", dryRun: true, answer: "stored" },
  },
  {
    what: "one that fails",
    request: { method: "PUT", path: `${foos}/a`, body: stored("Foo", "a") },
    answer: refusal(409, "Conflict"),
    want: {
      verb: "update",
      object: { kind: "Foo", name: "a" },
      answer: "failed",
      status: 409,
      code: "client/conflict",
    },
  },
  {
    what: "one whose answer is no object",
    request: { method: "POST", path: `${foos}/a/eviction` },
    answer: [],
    want: { verb: "create", subresource: "eviction", object: { kind: "foos", name: "a" }, answer: "stored" },
  },
])("a request that writes is in the trace: $what", async ({ request, answer = {}, want }) => {
  const trace = await traceOf(request, answer);
  const [run] = trace.of("run");
  expect(trace.of("write")).toMatchObject([{ controller: "foo", key: a, reconcileId: run?.reconcileId, ...want }]);
});

test.each<RawRequest>([
  { method: "GET", path: `${foos}/a` },
  { method: "POST", path: "/metrics" },
])("a request that is no write of a kind is not: $method $path", async (request) => {
  expect((await traceOf(request, {})).of("write")).toEqual([]);
});
