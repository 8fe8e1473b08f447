// The key for patches on the screen of dev: what the last calls for the selected Cluster have changed.
import type { HookTrace } from "@capstan/kube/trace";
import { expect, test } from "vitest";
import { liveModel, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { now } from "../../../test/tree-objects.ts";
import { CallBook, type KeptCall } from "../call-book.ts";
import { actionOf } from "./key-table.ts";
import { patchLines } from "./patch-lines.ts";

const hook: HookTrace = {
  type: "hook",
  at: now.getTime(),
  hook: "GeneratePatches",
  handler: "images",
  cluster: { namespace: "default", name: "dev" },
  status: "Success",
  patches: { made: 1, templates: 2 },
  call: "a-1",
  ms: 3,
};
const holderReference = { apiVersion: "a/v1", kind: "Cluster", namespace: "default", name: "dev", fieldPath: "spec" };
const itemOf = (uid: string): object => ({
  uid,
  holderReference,
  object: { apiVersion: "a/v1", kind: `T${uid}`, metadata: { name: "t" }, spec: { image: "one", other: 1 } },
});
const answerOf = (path: string): string => {
  const patch = Buffer.from(JSON.stringify([{ op: "replace", path, value: "two\u001B[2J" }])).toString("base64");
  return JSON.stringify({ status: "Success", items: [{ uid: "1", patchType: "JSONPatch", patch }] });
};
const kept: KeptCall = {
  id: "a-1",
  hook: "GeneratePatches",
  apiVersion: "a/v1",
  handler: "images",
  masked: false,
  request: JSON.stringify({ items: [itemOf("1"), itemOf("2")] }),
  response: answerOf("/spec/image"),
  part: 0,
};

test("each template that a patch changes has its lines, of the last call of each handler", async () => {
  const model = liveModel(waitingCluster);
  for (const call of [hook, { ...hook, handler: "sizes", call: "a-2" }, { ...hook, handler: "gone", call: "a-9" }])
    model.trace(call, now);
  model.trace({ ...hook, handler: "others", cluster: { namespace: "default", name: "two" } }, now);
  const book = new CallBook();
  book.add(kept);
  book.add({ ...kept, id: "a-2", handler: "sizes", response: answerOf("/spec/none/none") });
  expect(actionOf("v")).toBe("patches");
  const calls = model.patchCalls("default/dev");
  expect(calls.map(({ handler }) => handler)).toEqual(["images", "sizes", "gone"]);
  model.showOver(await patchLines(calls, book));
  const frame = shownFrame(model, { columns: 80, rows: 40 }).split("\n");
  const shown = frame.map((line) => line.trimEnd());
  const from = shown.indexOf("GeneratePatches of images: 1 patch of 2 templates");
  expect(shown.slice(from, from + 9)).toEqual([
    "GeneratePatches of images: 1 patch of 2 templates",
    "  T1 of Cluster default/dev",
    "    @@ line 6 @@",
    "        name: t",
    "      spec:",
    "    -   image: one",
    expect.stringMatching(/^ {4}\+ {3}image: "two/),
    "        other: 1",
    "",
  ]);
  expect(frame.join("")).not.toContain("\u001B[2J");
  expect(shown[from + 9]).toBe("GeneratePatches of sizes: 1 patch of 2 templates");
  expect(shown[from + 10]).toContain("cannot be applied");
  expect(shown).toContain("  dev does not have this call any more");
  expect(shown).toContain("  any key closes this");
  model.closeHelp();
  expect(shownFrame(model, { columns: 80, rows: 40 })).not.toContain("T1 of Cluster");
});

test("long ones scroll, and a Cluster without patches has none", async () => {
  const model = liveModel(waitingCluster);
  model.trace(hook, now);
  const book = new CallBook();
  book.add(kept);
  expect(model.patchCalls("default/two")).toEqual([]);
  model.showOver(await patchLines(model.patchCalls("default/dev"), book));
  const size = { columns: 60, rows: 10 };
  expect(shownFrame(model, size)).toContain("Up, Down: more");
  const before = shownFrame(model, size);
  expect(model.act("pageDown")).toBe(true);
  expect(shownFrame(model, size)).not.toBe(before);
});
