// Watches: events across chunks, and what happens when a stream ends, stalls or is rejected.
import { describeError, type KubeObject } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { afterEach, expect, test } from "vitest";
import {
  type Answer,
  events,
  type FaultServer,
  instantClock,
  json,
  reject,
  startFaultServer,
} from "../../test/fault-server.ts";
import type { Client, WatchOptions } from "../client.ts";
import { createClient } from "../create-client.ts";
import { LineSplitter } from "./watch-stream.ts";

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function connect(
  answers: readonly Answer[],
): Promise<{ server: FaultServer; client: Client; clock: ReturnType<typeof instantClock> }> {
  const server = await startFaultServer(answers);
  const clock = instantClock();
  open.push(server);
  return { server, client: createClient({ server: server.url }, { clock }), clock };
}

function event(type: string, version: string, name: string = "a"): object {
  return { type, object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, resourceVersion: version } } };
}

const expired = {
  type: "ERROR",
  object: {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason: "Expired",
    message: "too old resource version: 1 (9)",
    code: 410,
  },
};

/** Watches until `count` events came or the watch ended; what came, from which versions, and how it ended. */
async function follow(
  answers: readonly Answer[],
  count: number,
  options: WatchOptions = { resourceVersion: "1" },
): Promise<{ got: string[]; from: (string | null)[]; error: string | undefined; waits: number[] }> {
  const { server, client, clock } = await connect(answers);
  const controller = new AbortController();
  const got: string[] = [];
  let error: string | undefined;
  try {
    for await (const { type, object } of client.watch(ConfigMap, { ...options, signal: controller.signal })) {
      got.push(`${type} ${String(object.metadata.resourceVersion)}`);
      if (got.length === count) controller.abort();
    }
  } catch (caught) {
    error = describeError(caught);
  }
  const from = server.seen.map(({ url }) => new URL(url, "http://x").searchParams.get("resourceVersion"));
  return { got, from, error, waits: clock.waits };
}

const cases: readonly {
  name: string;
  given: readonly Answer[];
  want: { got: string[]; from: (string | null)[]; error?: string; waits?: number[] };
}[] = [
  {
    name: "goes on from the last event after a clean end",
    given: [events([event("ADDED", "2")]), events([event("MODIFIED", "3")], "open")],
    want: { got: ["ADDED 2", "MODIFIED 3"], from: ["1", "2"], waits: [0] },
  },
  {
    name: "goes on from a bookmark after a cut",
    given: [events([event("BOOKMARK", "5")], "cut"), events([event("ADDED", "6")], "open")],
    want: { got: ["BOOKMARK 5", "ADDED 6"], from: ["1", "5"], waits: [800] },
  },
  {
    name: "drops a line that was cut",
    given: [
      events([event("ADDED", "2"), '{"type":"MODIFIED","object":{"metadata":{"resourceVer'], "cut"),
      events([event("MODIFIED", "3")], "open"),
    ],
    want: { got: ["ADDED 2", "MODIFIED 3"], from: ["1", "2"] },
  },
  {
    name: "waits out 429 and 500, longer each time, and at least as long as the server says",
    given: [
      reject(500, "InternalError"),
      reject(500, "InternalError"),
      reject(429, "TooManyRequests", { headers: { "retry-after": "60" } }),
      events([event("ADDED", "2"), event("ADDED", "3")], "open"),
    ],
    want: { got: ["ADDED 2", "ADDED 3"], from: ["1", "1", "1", "1"], waits: [800, 1600, 60_000] },
  },
  ...[
    { name: "that is not JSON", line: "not json\n" },
    { name: "of an unknown type", line: event("NOISE", "8") },
    { name: "without metadata", line: { type: "ADDED", object: {} } },
    { name: "without a version", line: { type: "ADDED", object: { metadata: { name: "b" } } } },
  ].map(({ name, line }) => ({
    name: `ends the connection at a line ${name}, which may be a lost event, and goes on from the one before it`,
    given: [
      events([event("ADDED", "2"), line, event("ADDED", "4")], "open"),
      events([event("ADDED", "3"), event("ADDED", "4")], "open"),
    ],
    want: { got: ["ADDED 2", "ADDED 3", "ADDED 4"], from: ["1", "2"], waits: [800] },
  })),
  {
    name: "leaves out empty lines",
    given: [events(["\n", event("ADDED", "2"), "\n\n", event("ADDED", "3")], "open")],
    want: { got: ["ADDED 2", "ADDED 3"], from: ["1"] },
  },
  {
    name: "waits longer each time when connections end after their first event",
    given: [
      events([event("ADDED", "2")]),
      events([event("ADDED", "3")]),
      events([event("ADDED", "4")]),
      events([event("ADDED", "5")], "open"),
    ],
    want: {
      got: ["ADDED 2", "ADDED 3", "ADDED 4", "ADDED 5"],
      from: ["1", "2", "3", "4"],
      waits: [0, 1600, 3200],
    },
  },
  {
    name: "leaves a connection of lines that are no events, and waits",
    given: [events([event("ADDED", "2"), "\n".repeat(200)], "open"), events([event("ADDED", "3")], "open")],
    want: { got: ["ADDED 2", "ADDED 3"], from: ["1", "2"], waits: [800] },
  },
  {
    name: "ends when its version is too old, by an event",
    given: [events([event("ADDED", "2"), expired])],
    want: { got: ["ADDED 2"], from: ["1"], error: "cannot watch configmaps: too old resource version: 1 (9)" },
  },
  {
    name: "ends when its version is too old, by the status",
    given: [reject(410, "Gone", { message: "too old" })],
    want: { got: [], from: ["1"], error: "cannot watch configmaps: too old" },
  },
  {
    name: "ends when watching is forbidden",
    given: [reject(403, "Forbidden", { message: "no" })],
    want: {
      got: [],
      from: ["1"],
      error: "cannot watch configmaps: no\n  help: grant the permission with a Role or ClusterRole and a binding",
    },
  },
];

for (const { name, given, want } of cases) {
  test(`a watch ${name}`, async () => {
    expect(await follow(given, want.error === undefined ? want.got.length : 2)).toMatchObject({
      error: undefined,
      ...want,
    });
  });
}

test("initial events are no position before the bookmark that ends them", async () => {
  const end = {
    type: "BOOKMARK",
    object: {
      kind: "ConfigMap",
      metadata: { resourceVersion: "20", annotations: { "k8s.io/initial-events-end": "true" } },
    },
  };
  const answers = [
    events([event("ADDED", "9")], "cut"),
    events([event("ADDED", "9"), end], "cut"),
    events([event("ADDED", "21")], "open"),
  ];
  const { got, from } = await follow(answers, 4, { sendInitialEvents: true });
  expect(got).toEqual(["ADDED 9", "ADDED 9", "BOOKMARK 20", "ADDED 21"]);
  expect(from).toEqual([null, null, "20"]);
});

test("a silent connection is given up and resumed", async () => {
  const { got, from } = await follow(
    [events([event("ADDED", "2")], "open"), events([event("ADDED", "3")], "open")],
    2,
    { resourceVersion: "1", idleMs: 20 },
  );
  expect([got, from]).toEqual([
    ["ADDED 2", "ADDED 3"],
    ["1", "2"],
  ]);
});

test("a watch asks for bookmarks, for an end in five to ten minutes, and for initial events where wanted", async () => {
  const { server, client } = await connect([events([]), json({})]);
  for await (const _ of client.watchOnce(ConfigMap, {
    namespace: "ns",
    sendInitialEvents: true,
    metadataOnly: true,
    labelSelector: "a",
  }))
    expect.unreachable();
  expect(server.seen[0]?.url).toBe(
    "/api/v1/namespaces/ns/configmaps?watch=true&allowWatchBookmarks=true&timeoutSeconds=600&labelSelector=a&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  );
  expect(server.seen[0]?.headers.accept).toBe("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
});

test("metadata has the kind of the request", async () => {
  const { client } = await connect([
    events([
      {
        type: "ADDED",
        object: {
          apiVersion: "meta.k8s.io/v1",
          kind: "PartialObjectMetadata",
          metadata: { name: "a", resourceVersion: "2" },
        },
      },
    ]),
  ]);
  const got: KubeObject[] = [];
  for await (const batch of client.watchOnce(ConfigMap, { metadataOnly: true }))
    got.push(...batch.map(({ object }) => object));
  expect(got).toEqual([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", resourceVersion: "2" } }]);
});

async function firstOf(client: Client): Promise<unknown> {
  for await (const batch of client.watchOnce(ConfigMap)) return batch;
  return undefined;
}

const other = [
  { name: "a web page", given: "<!doctype html>\n<title>Sign in</title>\n", what: 'a web page "Sign in"' },
  { name: "a list", given: '{"kind":"ConfigMapList","items":[]}', what: 'JSON of kind "ConfigMapList"' },
  { name: "text", given: "ok\nok\n", what: "text that is not JSON (Unexpected token 'o')" },
];

for (const { name, given, what } of other) {
  test(`an answer that is ${name} is an error`, async () => {
    await using server = await startFaultServer([(response) => response.end(given)]);
    expect(await firstOf(createClient({ server: server.url })).catch(describeError)).toBe(
      `cannot watch configmaps: the server at ${server.url} answered with ${what} instead of watch events\n  help: check that this is the address of an API server, not of a proxy or a login page`,
    );
  });
}

test("an event that cannot be used is named alone, without the lines after it", async () => {
  const unusable = { type: "ADDED", object: { metadata: { name: "a", resourceVersion: 5 } } };
  await using server = await startFaultServer([events([unusable, event("ADDED", "6")], "open")]);
  expect(await firstOf(createClient({ server: server.url })).catch(describeError)).toMatch(
    'answered with JSON with the fields "type", "object" instead of watch events of a known type whose objects have a version\n',
  );
});

test("a connection that ends before or in its first event is not an error", async () => {
  for (const given of ["", '{"type":"ADDED","obj']) {
    await using server = await startFaultServer([(response) => response.end(given)]);
    expect(await firstOf(createClient({ server: server.url }))).toBeUndefined();
  }
});

test("lines and characters that chunks cut in two come out whole", () => {
  const bytes = Buffer.from("äö\nü\n\n€");
  for (let size = 1; size <= bytes.length; size++) {
    const splitter = new LineSplitter(10);
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      lines.push(...(splitter.add(bytes.subarray(at, at + size)) ?? []).map(String));
    expect(lines).toEqual(["äö", "ü", ""]);
  }
});
