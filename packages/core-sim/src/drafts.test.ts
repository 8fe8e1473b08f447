// A draft that is saved in parts.
import { applyMergePatch, createMergePatch, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { SavedDraft } from "./drafts.ts";

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
