// Following the writes of a server: what exists, what changes, and the end of it.
import { formatKey } from "@capstan/kube";
import { expect, onTestFinished, test, vi } from "vitest";
import { create, createState, read, remove, update } from "../../test/server.ts";
import { type EmbeddedChange, followChanges } from "./follow-changes.ts";
import { startEmbedded } from "./start.ts";

const named = ({ type, kind, key }: EmbeddedChange): string => `${type} ${kind} ${formatKey(key)}`;
const place = { resource: "v1/configmaps", name: "a" };

test("every stored object comes first, in the order of the versions", async () => {
  const state = await createState();
  await create(state, place);
  const changes: EmbeddedChange[] = [];
  followChanges(state.store, (change) => changes.push(change));
  expect(changes.map(named)).toEqual([
    "ADDED Namespace default",
    "ADDED Namespace kube-node-lease",
    "ADDED Namespace kube-public",
    "ADDED Namespace kube-system",
    "ADDED CustomResourceDefinition widgets.example.com",
    "ADDED CustomResourceDefinition gadgets.example.com",
    "ADDED ConfigMap default/a",
  ]);
  const versions = changes.map(({ resourceVersion }) => Number(resourceVersion));
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test("a write has its object and the one before it, which are those of the server", async () => {
  const state = await createState();
  const changes: EmbeddedChange[] = [];
  const end = followChanges(state.store, (change) => changes.push(change));
  changes.length = 0;
  const before = Date.now();
  await create(state, place, { data: { size: "1" } });
  const first = read(state, place);
  await update(state, place, (object) => ({ ...object, data: { size: "2" } }));
  const second = read(state, place);
  await remove(state, place);
  end();
  await create(state, place);
  expect(changes.map(named)).toEqual([
    "ADDED ConfigMap default/a",
    "MODIFIED ConfigMap default/a",
    "DELETED ConfigMap default/a",
  ]);
  const [added, modified, deleted] = changes;
  expect([added?.previous, added?.plural, added?.apiVersion]).toEqual([undefined, "configmaps", "v1"]);
  expect(modified?.previous).toBe(first);
  expect(modified?.object).toBe(second);
  expect(deleted?.previous).toBe(second);
  expect(Number(deleted?.resourceVersion)).toBe(Number(modified?.resourceVersion) + 1);
  expect(Number(added?.time)).toBeGreaterThanOrEqual(before);
});

test("a listener that throws does not fail the write", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const state = await createState();
  followChanges(state.store, () => {
    throw new Error("the listener failed");
  });
  await create(state, place);
  expect(read(state, place)).toBeDefined();
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ message: "the listener failed" }));
});

test("a running server is followed by its environment", async () => {
  await using env = await startEmbedded();
  const kinds = new Set<string>();
  const end = env.changes(({ kind }) => kinds.add(kind));
  end();
  expect([...kinds]).toEqual(["Namespace"]);
});
