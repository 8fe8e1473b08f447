// What the page shows below a write of a reconcile.
import type { WriteTrace } from "@capstan/kube/trace";
import { expect, test } from "vitest";
import { writeDiff, writtenObject } from "../../console/model/write-diff.ts";

const object = { apiVersion: "v1", kind: "ConfigMap", namespace: "a", name: "b", resourceVersion: "7" };
const run = { controller: "c", key: { namespace: "a", name: "b" }, reconcileId: "1" };
const write: WriteTrace = { type: "write", at: 5000, ...run, verb: "patch", object, ms: 3, answer: "stored" };
const fields = [{ path: "data.x", before: "1", after: "2" }];

test("a write that was stored has the fields that it changed, once they are read", () => {
  expect(writtenObject(write)).toEqual(object);
  expect(writeDiff(write, undefined, [])).toEqual({ fields: [], note: "" });
  expect(writeDiff(write, { time: 5001, fields }, [])).toEqual({ fields, note: "" });
  expect(writeDiff(write, null, []).note).toBe("what it changed is not in the time line");
});

test("a version that is older than the write is of another one: nothing changed", () => {
  const nothing = { fields: [], note: "nothing changed: it was so already" };
  expect(writeDiff(write, { time: 4000, fields }, [])).toEqual(nothing);
  const moves = [{ time: 3000, aheadSeconds: 60 }];
  // The clock of the project's process may be ahead of the computer's by a minute.
  expect(writeDiff({ ...write, at: 65_000 }, { time: 5001, fields }, moves)).toEqual({ fields, note: "" });
  expect(writeDiff({ ...write, at: 65_000 }, { time: 4000, fields }, moves)).toEqual(nothing);
});

test("a move of the clock changes nothing of the writes before it", () => {
  const moves = [{ time: 6000, aheadSeconds: 60 }];
  const nothing = { fields: [], note: "nothing changed: it was so already" };
  expect(writeDiff(write, { time: 4000, fields }, moves)).toEqual(nothing);
  expect(writeDiff({ ...write, at: 67_000 }, { time: 6500, fields }, moves)).toEqual(nothing);
  expect(writeDiff({ ...write, at: 67_000 }, { time: 7001, fields }, moves)).toEqual({ fields, note: "" });
});

test("without a field it says why", () => {
  const change = { time: 5001, fields: [] };
  const secret = { ...write, object: { ...object, kind: "Secret" } };
  expect(writeDiff(write, change, []).note).toBe("only metadata of the server changed");
  expect(writeDiff(secret, change, []).note).toBe("values of Secrets are not shown");
});

test.each<readonly [Partial<WriteTrace>, string]>([
  [{ answer: "failed" }, ""],
  [{ verb: "delete", object: { ...object, resourceVersion: undefined } }, ""],
  [{ dryRun: true }, "a dry run: nothing is stored"],
  [{ server: "https://b" }, "in the cluster of https://b, whose changes are not shown"],
])("%j is not looked up", (more, note) => {
  expect(writtenObject({ ...write, ...more })).toBeUndefined();
  expect(writeDiff({ ...write, ...more }, { time: 5001, fields }, [])).toEqual({ fields: [], note });
});
