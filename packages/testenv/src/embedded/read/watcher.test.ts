// Which events a watch sends for which changes.
import { beforeEach, describe, expect, test } from "vitest";
import { create, createState, placeOf, remove, type TestObject, update } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import type { Form } from "../store/rendering.ts";
import type { EventStream } from "./event-stream.ts";
import { parseSelection } from "./selectors.ts";
import { type Start, Watcher } from "./watcher.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };

let state: ServerState;
let events: { readonly type: string; readonly object: Record<string, unknown> }[];
beforeEach(async () => {
  state = await createState();
  events = [];
});

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly namespace?: string;
  readonly form?: Form;
  readonly bookmarks?: boolean;
}

function watcher({ query = {}, namespace = "", form = "object", bookmarks = true }: Asked = {}): Watcher {
  const { resource } = placeOf(state, widget);
  const stream = {
    send: (type: string, json: string) =>
      void events.push({ type, object: JSON.parse(json) as Record<string, unknown> }),
    flush: () => undefined,
    end: () => void events.push({ type: "end", object: {} }),
  };
  return new Watcher(
    state,
    { view: { ...resource, form }, namespace },
    // The methods that a watcher calls; the class has private fields, so a structural stand-in needs the cast.
    {
      selection: parseSelection(resource, new URLSearchParams(query)),
      stream: stream as unknown as EventStream,
      bookmarks,
    },
  );
}

/** Replays everything since a revision. */
function replay(asked: Asked, since: number): string[] {
  const changes = state.store.collection(placeOf(state, widget).resource.kind).since(since) ?? [];
  watcher(asked).begin({ version: since, initial: false, marked: false }, changes);
  return events.map(({ type }) => type);
}

const colored = (color: string) => (object: Parameters<Parameters<typeof update>[2]>[0]) => ({
  ...object,
  spec: { color },
});

test("a life is ADDED, MODIFIED, DELETED", async () => {
  const { revision } = state.store;
  await create(state, widget);
  await update(state, widget, colored("red"));
  await remove(state, widget);
  expect(replay({}, revision)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
});

describe("with a selector", () => {
  test("an object is ADDED when it starts to match and DELETED when it stops", async () => {
    const { revision } = state.store;
    await create(state, widget, { spec: { color: "red" } });
    await update(state, widget, colored("blue"));
    await update(state, widget, colored("red"));
    await remove(state, widget);
    expect(replay({ query: { fieldSelector: "spec.color=blue" } }, revision)).toEqual(["ADDED", "DELETED"]);
    const [, last] = events;
    expect(last?.object).toMatchObject({
      spec: { color: "blue" },
      metadata: { resourceVersion: String(revision + 3) },
    });
  });

  test("an object that never matches sends nothing", async () => {
    const { revision } = state.store;
    await create(state, widget);
    await remove(state, widget);
    expect(replay({ query: { labelSelector: "none" } }, revision)).toEqual([]);
  });
});

test.each([
  { asked: { namespace: "default" }, want: ["ADDED"] },
  { asked: { namespace: "kube-system" }, want: [] },
])("$asked", async ({ asked, want }) => {
  const { revision } = state.store;
  await create(state, widget);
  expect(replay(asked, revision)).toEqual(want);
});

test.each<{ start: Omit<Start, "version">; bookmarks?: boolean; want: readonly string[] }>([
  { start: { initial: true, marked: false }, want: ["ADDED"] },
  { start: { initial: true, marked: true }, want: ["ADDED", "BOOKMARK"] },
  { start: { initial: false, marked: true }, want: ["BOOKMARK"] },
  { start: { initial: true, marked: true }, bookmarks: false, want: ["ADDED"] },
])("a start with $start sends $want, bookmarks accepted: $bookmarks", async ({ start, bookmarks = true, want }) => {
  await create(state, widget);
  watcher({ bookmarks }).begin({ version: 0, ...start }, []);
  expect(events.map(({ type }) => type)).toEqual(want);
});

test("the bookmark after the existing objects is marked and has the current version", () => {
  watcher().begin({ version: 0, initial: true, marked: true }, []);
  expect(events[0]?.object).toEqual({
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { resourceVersion: String(state.store.revision), annotations: { "k8s.io/initial-events-end": "true" } },
  });
});

test("with form metadata only metadata is sent", async () => {
  await create(state, widget);
  watcher({ form: "metadata" }).begin({ version: 0, initial: true, marked: true }, []);
  expect(events.map(({ object }) => [object["kind"], "spec" in object])).toEqual([
    ["PartialObjectMetadata", false],
    ["PartialObjectMetadata", false],
  ]);
});
