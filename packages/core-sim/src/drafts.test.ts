// A draft that is saved in parts.
import { applyMergePatch, createMergePatch, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { draftOf, SavedDraft, timeOfDraft } from "./drafts.ts";
import { withOwnChanges } from "./own-changes.ts";

interface Foo extends KubeObject {
  spec?: Record<string, string>;
  status?: Record<string, string>;
}

/** A stored object, and the patches that were sent. */
class Server {
  stored: Foo = { apiVersion: "a.b/v1", kind: "Foo", metadata: { name: "a", resourceVersion: "1" } };
  readonly patches: unknown[] = [];

  async store(before: Foo, draft: Foo): Promise<Foo> {
    const patch = createMergePatch(before, draft);
    if (patch === undefined) return before;
    this.patches.push(patch);
    const { apiVersion, kind } = this.stored;
    const resourceVersion = String(Number(this.stored.metadata.resourceVersion) + 1);
    const changed = Object.assign({ apiVersion, kind, metadata: {} }, applyMergePatch(this.stored, patch));
    this.stored = { ...changed, metadata: { ...changed.metadata, resourceVersion } };
    return this.stored;
  }
}

test("each save sends what is new, and what others change stays", async () => {
  const server = new Server();
  const saved = new SavedDraft(server.stored, { now: Date.now }, (before, draft) => server.store(before, draft));
  const { draft } = saved;
  draft.spec = { one: "1" };
  server.stored = { ...server.stored, status: { other: "yes" } };
  await saved.save();
  expect(draft.status).toEqual({ other: "yes" });
  draft.metadata.labels = { two: "2" };
  await saved.save();
  await saved.save();
  expect(server.patches).toEqual([{ spec: { one: "1" } }, { metadata: { labels: { two: "2" } } }]);
  expect(server.stored).toMatchObject({ spec: { one: "1" }, status: { other: "yes" } });
});

test("a change alone leaves out what the draft has", async () => {
  const server = new Server();
  const saved = new SavedDraft(server.stored, { now: Date.now }, (before, draft) => server.store(before, draft));
  saved.draft.spec = { one: "1" };
  await saved.saveOnly((draft) => {
    draft.status = { failed: "yes" };
  });
  expect(server.patches).toEqual([{ status: { failed: "yes" } }]);
});

test("a draft keeps its clock when it is made to what others have stored, and when it is saved", async () => {
  const now = Date.parse("2040-01-01T00:00:00Z");
  const clock = { now: () => now };
  const server = new Server();
  const before = server.stored;
  const draft = draftOf(before, clock);
  draft.spec = { one: "1" };
  const others = { ...before, status: { other: "yes" } };
  expect(timeOfDraft(withOwnChanges(others, { before, draft })).getTime()).toBe(now);
  const saved = new SavedDraft(before, clock, (from, to) => server.store(from, to));
  saved.draft.spec = { one: "1" };
  await saved.save();
  expect(timeOfDraft(saved.draft).getTime()).toBe(now);
});
