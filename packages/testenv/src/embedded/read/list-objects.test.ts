// Lists: order, pages, consistency of pages, and which versions are rejected.
import { beforeEach, describe, expect, test } from "vitest";
import { create, createState, placeOf, remove } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import { ListPages, listObjects } from "./list-objects.ts";

const resource = "v1/configmaps";
let state: ServerState;
let pages: ListPages;

beforeEach(async () => {
  state = await createState();
  pages = new ListPages();
  for (const name of ["c", "a", "b"]) await create(state, { resource, name }, { metadata: { labels: { odd: name } } });
  await create(state, { resource, name: "a", namespace: "kube-system" });
});

interface List {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
}

async function list(query: Readonly<Record<string, string>> = {}, namespace = "default"): Promise<List> {
  const view = { ...placeOf(state, { resource, name: "" }).resource, form: "object" as const };
  return JSON.parse(await listObjects(state, pages, { view, namespace, query: new URLSearchParams(query) })) as List;
}

const names = ({ items }: List): string[] => items.map(({ metadata }) => metadata.name);

test.each([
  { namespace: "default", want: ["a", "b", "c"] },
  { namespace: "kube-system", want: ["a"] },
  { namespace: "", want: ["a", "b", "c", "a"] },
  { namespace: "kube", want: [] },
])("objects of namespace '$namespace' are sorted by key", async ({ namespace, want }) => {
  const found = await list({}, namespace);
  expect(names(found)).toEqual(want);
  expect(found).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
  expect(found.metadata).toEqual({ resourceVersion: String(state.store.revision) });
});

test("only metadata is listed when the form is metadata", async () => {
  const view = { ...placeOf(state, { resource, name: "" }).resource, form: "metadata" as const };
  const text = await listObjects(state, pages, { view, namespace: "default", query: new URLSearchParams() });
  const { kind, apiVersion, items } = JSON.parse(text) as List;
  expect([kind, apiVersion, items[0]?.kind]).toEqual([
    "PartialObjectMetadataList",
    "meta.k8s.io/v1",
    "PartialObjectMetadata",
  ]);
});

describe("pages", () => {
  test("continue where the last page ended, with the remaining count", async () => {
    const first = await list({ limit: "2" });
    expect([names(first), first.metadata.remainingItemCount]).toEqual([["a", "b"], 1]);
    const last = await list({ limit: "2", continue: first.metadata.continue ?? "" });
    expect(names(last)).toEqual(["c"]);
    expect(last.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
  });

  test("show the state of the first page", async () => {
    const first = await list({ limit: "1" });
    await remove(state, { resource, name: "b" });
    await create(state, { resource, name: "aa" });
    expect(names(await list({ continue: first.metadata.continue ?? "" }))).toEqual(["b", "c"]);
  });

  test("with a selector have no remaining count", async () => {
    const first = await list({ limit: "1", labelSelector: "odd!=b" });
    expect([names(first), first.metadata.remainingItemCount]).toEqual([["a"], undefined]);
    expect(names(await list({ continue: first.metadata.continue ?? "" }))).toEqual(["c"]);
  });

  test("expire with the history", async () => {
    const first = await list({ limit: "1" });
    pages.clear();
    await expect(list({ continue: first.metadata.continue ?? "" })).rejects.toMatchObject({
      status: { reason: "Expired", code: 410 },
    });
  });

  test("expire after 64 newer unfinished lists", async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 65; count++) tokens.push((await list({ limit: "1" })).metadata.continue ?? "");
    await expect(list({ continue: tokens[0] ?? "" })).rejects.toMatchObject({ status: { reason: "Expired" } });
    expect(names(await list({ continue: tokens[1] ?? "" }))).toEqual(["b", "c"]);
  });

  test.each(["nonsense", Buffer.from("{}").toString("base64url"), Buffer.from('{"id":1}').toString("base64url")])(
    "with the token %s are rejected",
    async (token) => {
      await expect(list({ continue: token })).rejects.toThrow(
        "continue key is not valid: this server did not issue it",
      );
    },
  );
});

test.each([
  { query: { limit: "0" }, want: 3 },
  { query: { limit: "1" }, want: 1 },
  { query: { limit: "9" }, want: 3 },
  { query: { limit: "-1" }, want: 3 },
  { query: { limit: "1", resourceVersion: "0" }, want: 3 },
  { query: { limit: "1", resourceVersion: "1", resourceVersionMatch: "NotOlderThan" }, want: 1 },
])("$query returns $want objects", async ({ query, want }) => expect((await list(query)).items).toHaveLength(want));

test.each([
  { query: { limit: "many" }, reason: "BadRequest" },
  { query: { resourceVersion: "x" }, reason: "BadRequest" },
  { query: { resourceVersion: "9999" }, reason: "Timeout" },
  { query: { resourceVersion: "1", resourceVersionMatch: "Exact" }, reason: "Expired" },
  { query: { resourceVersion: "0", resourceVersionMatch: "Exact" }, reason: "Invalid" },
  { query: { resourceVersionMatch: "NotOlderThan" }, reason: "Invalid" },
  { query: { resourceVersion: "1", resourceVersionMatch: "Newest" }, reason: "Invalid" },
])("$query is rejected with $reason", async ({ query, reason }) => {
  await expect(list(query)).rejects.toMatchObject({ status: { reason } });
});

test("the current version matches exactly", async () => {
  const query = { resourceVersion: String(state.store.revision), resourceVersionMatch: "Exact" };
  expect((await list(query)).items).toHaveLength(3);
});
