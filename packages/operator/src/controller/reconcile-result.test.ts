// What a reconcile may return.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { foo, type Reconcile, start } from "../../test/controller-rig.ts";
import { requeueMsOf } from "./reconcile-result.ts";

/** Returns what JavaScript without types can. */
const returns =
  (json: string): Reconcile =>
  async () =>
    JSON.parse(json);

test.each([
  { json: '"abc"', given: "a string" },
  { json: "true", given: "a boolean" },
  { json: "30", given: "a number" },
  { json: "[]", given: "a list" },
  { json: '{ "requeue": true }', given: 'an object with the field "requeue"' },
  { json: '{ "requeueAfter": 30 }', given: "a requeueAfter that is a number" },
  { json: '{ "requeueAfter": null }', given: "a requeueAfter that is null" },
  { json: '{ "requeueAfter": "30s", "requeue": true }', given: 'an object with the field "requeue"' },
])("$json is a mistake of the program: it is named, counted and retried with backoff", async ({ json, given }) => {
  const rig = await start([foo("a")], returns(json));
  await rig.clock.advance(5);
  expect(rig.runs).toEqual(["0 a", "5 a"]);
  expect(rig.logged[0]?.fields).toMatchObject({
    error: `the reconcile of the controller "foo" returned ${given}, which is not a result\n  help: return nothing, {} or { requeueAfter: "30s" }`,
    failures: 1,
  });
  expect(rig.counted).toEqual(["panic", "error", "panic", "error"]);
  await rig.stop();
});

class Result {
  readonly requeueAfter = "30s";
}

test.each([
  {
    name: "an error, as Go does",
    value: new Error("no quota"),
    given: 'the error "no quota" instead of throwing it',
  },
  { name: "a class without fields", value: new Map(), given: "an instance of a class" },
])("to return $name is a mistake of the program", async ({ value, given }) => {
  const rig = await start([foo("a")], async () => Object.assign(value));
  await rig.clock.advance(5);
  expect(rig.runs).toEqual(["0 a", "5 a"]);
  expect(rig.logged[0]?.fields["error"]).toContain(`the reconcile of the controller "foo" returned ${given}, which is`);
  expect(rig.counted).toEqual(["panic", "error", "panic", "error"]);
  await rig.stop();
});

test("an instance of a class with the field, an object of another realm and one without a prototype are results", () => {
  const values = [new Result(), runInNewContext("({})"), Object.create(null)];
  expect(values.map((value) => requeueMsOf(value, "foo"))).toEqual([30_000, undefined, undefined]);
});

test.each([
  { json: "null", counted: "success" },
  { json: "{}", counted: "success" },
  { json: '{ "requeueAfter": "30s" }', counted: "requeue_after" },
])("$json is a result", async ({ json, counted }) => {
  const rig = await start([foo("a")], returns(json));
  await rig.clock.advance(5);
  expect([rig.runs, rig.counted, rig.logged]).toEqual([["0 a"], [counted], []]);
  await rig.stop();
});

test("fields without a value change nothing", () => {
  expect(requeueMsOf({ requeueAfter: undefined, requeue: undefined }, "foo")).toBeUndefined();
});
