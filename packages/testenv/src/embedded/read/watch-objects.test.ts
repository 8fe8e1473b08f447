// Watches over HTTP: where they start, which requests are rejected, and what ends them.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHttp, eventsOf, type KeptResponse, type TestHttp } from "../../../test/http.ts";
import { create, createState, placeOf, remove, type TestObject, update } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const widgets = "/apis/example.com/v1/namespaces/default/widgets?watch=true";
const initialEvents = "resourceVersionMatch=NotOlderThan&sendInitialEvents";

let state: ServerState;
let http: TestHttp;
beforeEach(async () => {
  state = await createState();
  http = createHttp(state);
});
afterEach(() => void vi.useRealTimers());

const watch = (query = ""): Promise<KeptResponse> => http.watch(`${widgets}&${query}`);

async function typesOf(response: KeptResponse): Promise<string[]> {
  return (await eventsOf(response)).map(({ type, object }) => {
    const { name } = object["metadata"] as { name?: string };
    return name === undefined ? type : `${type} ${name}`;
  });
}

test("a watch is a stream of JSON that follows changes", async () => {
  const response = await watch();
  expect(response.sent).toEqual({
    code: 200,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache, private",
      "transfer-encoding": "chunked",
    },
  });
  await create(state, widget);
  await create(state, { ...widget, namespace: "kube-system" });
  await create(state, { resource: "v1/configmaps", name: "a" });
  await remove(state, widget);
  expect(await typesOf(response)).toEqual(["ADDED a", "DELETED a"]);
});

describe("a watch starts", () => {
  let before: number;
  beforeEach(async () => {
    await create(state, widget);
    before = state.store.revision;
    await create(state, { ...widget, name: "b" });
  });

  test.each([
    { name: "with what exists", query: "", want: ["ADDED a", "ADDED b"] },
    { name: "with what exists at version 0", query: "resourceVersion=0", want: ["ADDED a", "ADDED b"] },
    { name: "with what its selector matches", query: "fieldSelector=metadata.name%3Db", want: ["ADDED b"] },
    {
      name: "with what exists and a bookmark",
      query: `${initialEvents}=true&allowWatchBookmarks=true`,
      want: ["ADDED a", "ADDED b", "BOOKMARK"],
    },
    {
      name: "with what exists and a bookmark, however the flags are written",
      query: `${initialEvents}=1&allowWatchBookmarks=1&resourceVersion=1`,
      want: ["ADDED a", "ADDED b", "BOOKMARK"],
    },
    { name: "without a bookmark if none is allowed", query: `${initialEvents}=true`, want: ["ADDED a", "ADDED b"] },
    {
      name: "without a bookmark if it is not asked for",
      query: "allowWatchBookmarks=true",
      want: ["ADDED a", "ADDED b"],
    },
    { name: "empty without initial events", query: `${initialEvents}=false&allowWatchBookmarks=true`, want: [] },
  ])("$name", async ({ query, want }) => expect(await typesOf(await watch(query))).toEqual(want));

  test("after its version", async () => {
    expect(await typesOf(await watch(`resourceVersion=${before}`))).toEqual(["ADDED b"]);
    expect(await typesOf(await watch(`resourceVersion=${before}&${initialEvents}=false`))).toEqual(["ADDED b"]);
    expect(await typesOf(await watch(`resourceVersion=${state.store.revision}`))).toEqual([]);
  });

  test("not before the history", async () => {
    state.store.compact();
    const response = await watch(`resourceVersion=${before}`);
    const message = `too old resource version: ${before} (${state.store.revision})`;
    expect(await eventsOf(response)).toMatchObject([
      { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired", message } },
    ]);
    expect(response.sent.end).toBe("ended");
  });

  test("with metadata alone when that is accepted", async () => {
    const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    const events = await eventsOf(await http.watch(widgets, { accept }));
    expect(events.map(({ object }) => object["kind"])).toEqual(["PartialObjectMetadata", "PartialObjectMetadata"]);
  });
});

const why = (text: string): { readonly message: string; readonly details: object } => ({
  message: `ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ${text}`,
  details: {
    group: "meta.k8s.io",
    kind: "ListOptions",
    causes: [{ reason: "FieldValueForbidden", message: `Forbidden: ${text}`, field: "resourceVersionMatch" }],
  },
});
const requires = why("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");

test.each<{ query: string; code: number; body: { message: string | RegExp; details?: object } }>([
  { query: "sendInitialEvents=true", code: 422, body: requires },
  { query: "sendInitialEvents=false&resourceVersionMatch=Exact", code: 422, body: requires },
  {
    query: "resourceVersionMatch=NotOlderThan",
    code: 422,
    body: why("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
  },
  {
    query: "resourceVersion=9999&resourceVersionMatch=NotOlderThan&sendInitialEvents=true",
    code: 504,
    body: { message: /^Timeout: Too large resource version: 9999, current: / },
  },
  { query: "resourceVersion=x", code: 400, body: { message: /^Invalid value: "x": resourceVersion: / } },
  { query: "timeoutSeconds=x", code: 400, body: { message: 'strconv.ParseInt: parsing "x": invalid syntax' } },
  { query: "fieldSelector=none%3D1", code: 400, body: { message: "field label not supported: none" } },
])("$query is rejected before the stream starts", async ({ query, code, body: { message, ...body } }) => {
  const { sent } = await watch(query);
  expect([sent.code, sent.end]).toEqual([code, "ended"]);
  expect(JSON.parse(sent.text ?? "")).toMatchObject({ message: expect.stringMatching(message), ...body });
});

describe("a watch ends", () => {
  test.each([
    { query: "timeoutSeconds=2", alive: 1999, ended: 2000 },
    { query: "timeoutSeconds=0", alive: 30 * 60_000 - 1, ended: 60 * 60_000 },
    { query: "", alive: 30 * 60_000 - 1, ended: 60 * 60_000 },
  ])("after its timeout: '$query'", async ({ query, alive, ended }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { sent } = await watch(query);
    vi.advanceTimersByTime(alive);
    expect(sent.end).toBeUndefined();
    vi.advanceTimersByTime(ended - alive);
    expect(sent.end).toBe("ended");
  });

  test("at a different time each, from half an hour on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(0.5);
    const [first, second] = [await watch(), await watch()];
    vi.advanceTimersByTime(30 * 60_000);
    expect([first.sent.end, second.sent.end]).toEqual(["ended", undefined]);
    vi.advanceTimersByTime(15 * 60_000);
    expect(second.sent.end).toBe("ended");
  });

  test("when its kind is not served any more", async () => {
    const response = await watch();
    state.store.drop(placeOf(state, widget).resource.kind);
    expect(response.sent.end).toBe("ended");
  });

  test("when it is dropped, without a final event", async () => {
    const response = await watch();
    expect(http.faults.dropWatches({ plural: "configmaps" })).toBe(0);
    expect(http.faults.dropWatches({ plural: "widgets", group: "example.com" })).toBe(1);
    expect(response.sent.end).toBe("destroyed");
    expect(http.faults.dropWatches()).toBe(0);
  });

  test("when its client closes the connection, and follows nothing any more", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const response = await watch("timeoutSeconds=5&allowWatchBookmarks=true");
    response.emit("close");
    expect(vi.getTimerCount()).toBe(0);
    await create(state, widget);
    state.store.drop(placeOf(state, widget).resource.kind);
    expect([await eventsOf(response), response.sent.end, http.faults.dropWatches()]).toEqual([[], undefined, 0]);
  });
});

test("a watch from a version that the server has not reached is silent until it has, as on kube-apiserver", async () => {
  const response = await watch(`resourceVersion=${state.store.revision + 2}`);
  await create(state, widget);
  await create(state, { ...widget, name: "b" });
  expect([response.sent.code, await typesOf(response)]).toEqual([200, []]);
  await create(state, { ...widget, name: "c" });
  expect(await typesOf(response)).toEqual(["ADDED c"]);
});

test("a watch that stalls sends nothing any more and stays open", async () => {
  const response = await watch();
  expect(http.faults.stallWatches({ plural: "widgets" })).toBe(1);
  await create(state, widget);
  expect([await eventsOf(response), response.sent.end]).toEqual([[], undefined]);
});

test("a line that is no event is sent in the place of the next event", async () => {
  const response = await watch();
  expect(http.faults.garbleWatches({}, "not an event")).toBe(1);
  await create(state, widget);
  await create(state, { ...widget, name: "b" });
  await eventsOf(response).catch(() => undefined);
  expect(response.sent.text?.split("\n").map((line) => line.slice(0, 15))).toEqual([
    "not an event",
    '{"type":"ADDED"',
    "",
  ]);
});

test("a restored server has the objects and the version of then", async () => {
  await create(state, widget);
  const { revision } = state.store;
  const restore = http.faults.keepState();
  await update(state, widget, (object) => ({ ...object, spec: { color: "red" } }));
  await create(state, { ...widget, name: "b" });
  const response = await watch();
  restore();
  expect(response.sent.end).toBe("destroyed");
  const { kind } = placeOf(state, widget).resource;
  const left = state.store.collection(kind).list();
  expect([state.store.revision, left.map(({ object }) => [object.metadata.name, object["spec"]])]).toEqual([
    revision,
    [["a", undefined]],
  ]);
  await remove(state, widget);
  expect(state.store.revision).toBe(revision + 1);
});

test.each([
  { query: "allowWatchBookmarks=true", want: ["BOOKMARK"] },
  { query: "allowWatchBookmarks=false", want: [] },
  { query: "", want: [] },
])("a bookmark is sent every minute: '$query'", async ({ query, want }) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const response = await watch(query);
  vi.advanceTimersByTime(59_999);
  expect(await eventsOf(response)).toEqual([]);
  vi.advanceTimersByTime(1);
  const events = await eventsOf(response);
  expect(events.map(({ type }) => type)).toEqual(want);
  const resourceVersion = String(state.store.revision);
  for (const { object } of events)
    expect(object).toEqual({ apiVersion: "example.com/v1", kind: "Widget", metadata: { resourceVersion } });
});
