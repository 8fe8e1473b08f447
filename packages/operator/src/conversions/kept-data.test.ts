// Which changes of the annotation of conversions are rejected, in which field, and with what help.
import { converterOf } from "@capstan/contract/codegen/v1";
import { describe, expect, test } from "vitest";
import { changedData, changedDataError, patternsFor } from "./kept-data.ts";

const plan = { group: "example.org", kind: "Foo", newer: "v2", hub: "newer", rules: { fields: [] } } as const;
const foo = converterOf({ ...plan, older: "v1" }, { ...plan, older: "v0" });

type Data = object | string | undefined;

function json(data: Data, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const text = typeof data === "object" ? JSON.stringify(data) : data;
  const annotations = { ...(text === undefined ? {} : { "cluster.x-k8s.io/conversion-data": text }), ...more };
  return Buffer.from(JSON.stringify({ apiVersion: "example.org/v1", metadata: { name: "a", annotations } }));
}

function rejection(object: Uint8Array, old: Uint8Array | undefined, isDryRun = false): string | undefined {
  const change = changedData({ object, old, isDryRun });
  const error = change && changedDataError(change, { converter: foo, version: "v1", matches: () => true });
  return error && `${error.code}: ${error.message}; ${error.help}`;
}

const updated = (now: Data, was: Data): string | undefined => rejection(json(now), json(was));

const name = "the annotation cluster.x-k8s.io/conversion-data";
const data = { spec: { account: "a", deep: { b: [1] } }, status: { id: "vol-1", n: 1 } };
const keptFor = { keptFor: { v1: { spec: { old: "x" }, status: { seen: true } }, v7: { spec: 1 } } };
const large = (digit: string): string => `{"status":{"n":900719925474099${digit}}}`;

describe("an update may", () => {
  test.each<[string, Data, Data]>([
    ["have no annotation, as before", undefined, undefined],
    ["have the annotation as it was", data, data],
    [
      "have it in another form of JSON",
      ' {"status":{"n":1.0,"id":"vol-1"},"spec":{"deep":{"b":[1]},"account":"a"}}',
      data,
    ],
    ["have the same long number", large("3"), ` ${large("3")}`],
    ["leave out what is not of the status", { status: data.status }, data],
    ["leave out the annotation when nothing of the status is in it", undefined, { spec: data.spec }],
    ["leave it out without a status that the hub keeps", undefined, { keptFor: { v1: { spec: { old: "x" } } } }],
    ["have what the hub keeps as it was", keptFor, { ...keptFor }],
    ["leave out the spec that the hub keeps for a version", { keptFor: { v1: { status: { seen: true } } } }, keptFor],
    ["replace what cannot be read by what cannot be read", "{", "[1]"],
    ["drop what conversions ignore", undefined, { keptFor: { v1: 7 } }],
    ["replace by what cannot be read what may be left out", "{", { spec: data.spec }],
  ])("%s", (_, now, was) => {
    expect(updated(now, was)).toBeUndefined();
  });
});

describe("an update may not", () => {
  test.each<[string, Data, Data, string, string]>([
    ["change the status", { ...data, status: { ...data.status, id: "vol-2" } }, data, "status", "status.id"],
    [
      "add a field to the status",
      { status: { id: "a", provisioned: true } },
      { status: { id: "a" } },
      "status",
      "status.provisioned",
    ],
    ["remove a field of it", { status: { id: "vol-1" } }, { status: data.status }, "status", "status.n"],
    ["add a status", { spec: data.spec, status: { id: "vol-1" } }, { spec: data.spec }, "status", "status.id"],
    ["remove the status", { spec: data.spec }, data, "status", "status.id"],
    [
      "remove a status of another version behind versions that nobody reads",
      { keptFor: { ...Object.fromEntries(Array.from({ length: 32 }, (_, i) => [String(i), {}])), ...keptFor.keptFor } },
      keptFor,
      "status",
      "keptFor.v1.status.seen",
    ],
    ["remove the annotation with the status", undefined, data, "status", "status.id"],
    ["make the annotation unreadable", "{", data, "status", "status.id"],
    ["add the annotation", { status: { id: "vol-2" } }, undefined, "status", "status.id"],
    ["change a long number", large("3"), large("5"), "status", "status.n"],
    ["make the status another value", { status: [1] }, { status: { id: "a" } }, "status", "status"],
    ["change the spec", { ...data, spec: { ...data.spec, account: "b" } }, data, "data", "spec.account"],
    ["remove a part of the spec", { ...data, spec: { account: "a" } }, data, "data", "spec.deep.b"],
    ["change a list", { ...data, spec: { account: "a", deep: { b: [2] } } }, data, "data", "spec.deep.b"],
    ["add a spec", { spec: { account: "b" } }, undefined, "data", "spec.account"],
    ["add anything else", { ...data, data: null }, data, "data", "data"],
    ["add a field of this name", `{"spec":{"__proto__":1}}`, undefined, "data", "spec.__proto__"],
    [
      "change the status that the hub keeps",
      { keptFor: { v1: { status: 1 } } },
      { keptFor: { v1: { status: 2 } } },
      "status",
      "keptFor.v1.status",
    ],
    ["remove it", undefined, keptFor, "status", "keptFor.v1.status.seen"],
    ["add it", { keptFor: { v0: { status: { seen: true } } } }, undefined, "status", "keptFor.v0.status.seen"],
    [
      "change the spec that the hub keeps",
      { keptFor: { v1: { spec: { old: "y" } } } },
      { keptFor: { v1: { spec: { old: "x" } } } },
      "data",
      "keptFor.v1.spec.old",
    ],
  ])("%s", (_, now, was, of, path) => {
    const want = of === "status" ? "conversion/status-changed" : "conversion/data-changed";
    expect(updated(now, was)).toMatch(new RegExp(`^${want}: ${name} has another value of ${path} than before`, "u"));
  });

  test("change it without being told how to change the field", () => {
    const { spec } = data;
    expect(updated({ spec: { ...spec, account: "b" } }, { spec })).toBe(
      `conversion/data-changed: ${name} has another value of spec.account than before; send the annotation as it was read, or remove spec from it; to change the field, write the object as example.org/v2`,
    );
    expect(updated({ keptFor: { v1: { spec: 1 } } }, undefined)).toContain(
      "or remove keptFor.v1.spec from it; to change the field, write the object as example.org/v1",
    );
    // No version that there is.
    expect(updated({ keptFor: { v7: { spec: 1 } } }, undefined)).toContain("write the object as example.org/v2");
    expect(updated({ status: 1 }, undefined)).toContain(
      "; send the annotation as it was read; a merge patch or an apply without the annotation leaves it as it is",
    );
  });
});

test("clusterctl may put its annotation in place of all others before it deletes an object, and nothing else with it", () => {
  const mark = { "clusterctl.cluster.x-k8s.io/delete-for-move": "" };
  expect(rejection(json(undefined, mark), json({ ...data, ...keptFor }))).toBeUndefined();
  expect(rejection(json({ status: { id: "vol-2" } }, mark), json(data))).toContain("conversion/status-changed");
  expect(rejection(json("{", mark), json(data))).toContain("conversion/status-changed");
});

test("the annotation of clusterctl move stays: without it, the object would go on without the status that was kept", () => {
  const mark = { "clusterctl.cluster.x-k8s.io/delete-for-move": "" };
  const want =
    "conversion/mark-removed: the annotation clusterctl.cluster.x-k8s.io/delete-for-move cannot be removed; delete the object, and create it again";
  expect(rejection(json(undefined), json(undefined, mark))).toBe(want);
  expect(rejection(json(data), json(undefined, mark))).toBe(want);
  expect(rejection(json(data, mark), json(undefined, mark))).toContain("conversion/data-changed");
  expect(rejection(json(undefined, mark), json(undefined, mark))).toBeUndefined();
});

test("the topology controller may compare a template with another one in a dry run", () => {
  const template = json({ spec: { account: "b" } }, { "topology.cluster.x-k8s.io/dry-run": "" });
  expect(rejection(template, json(data), true)).toBeUndefined();
  expect(rejection(template, json(data), false)).toContain("conversion/data-changed");
  expect(rejection(json({ spec: { account: "b" } }), json(data), true)).toContain("conversion/data-changed");
});

test.each<[Data, string | undefined]>([
  [undefined, undefined],
  [{ spec: data.spec, ...keptFor }, undefined],
  [{ status: {} }, undefined],
  [{ status: null }, undefined],
  ["{", undefined],
  [{ status: { id: "vol-2" } }, "status.id"],
  [{ status: [] }, "status"],
])("a created object may have parts of all but a status: %j", (given, path) => {
  const want = `conversion/status-created: ${name} has ${path}, and an object is created without a status; remove status from the annotation, or create the object as example.org/v2`;
  expect(rejection(json(given), undefined)).toBe(path === undefined ? undefined : want);
});

test("an annotation that stays as it is takes no work", () => {
  const change = (object: Uint8Array, old: Uint8Array | undefined): unknown =>
    changedData({ object, old, isDryRun: false });
  expect(change(json(data), json(data))).toBeUndefined();
  expect(change(json(undefined), undefined)).toBeUndefined();
  expect(change(Buffer.from("{}"), Buffer.from("{}"))).toBeUndefined();
  expect(change(json("{"), undefined)).toEqual({ text: "{", before: null, losesMark: false });
});

const short = { of: "string", within: { pattern: "^[a-z]*$", maxLength: 5000 } } as const;
const bounded = converterOf({
  ...plan,
  older: "v1",
  rules: {
    fields: [
      { newer: ["spec", "account"], shape: short },
      { older: ["spec", "old"], keep: true, shape: { of: "string", within: { pattern: "^(a|aa|[ab]+)+$" } } },
    ],
  },
});

async function created(given: Data, version: string): Promise<string> {
  const change = changedData({ object: json(given), old: undefined, isDryRun: false });
  const matches = change && (await patternsFor(change));
  const error = change && matches && changedDataError(change, { converter: bounded, version, matches });
  return error === undefined ? "" : `${error.code}: ${error.message}; ${error.help}`;
}

test.each<[Data, string, string]>([
  [
    { spec: { account: "A" } },
    "v1",
    "spec.account that is not allowed: pattern ^[a-z]*$; correct the value, remove spec from the annotation, or create the object as example.org/v2",
  ],
  [
    { keptFor: { v1: { spec: { old: "A" } } } },
    "v2",
    "keptFor.v1.spec.old that is not allowed: pattern ^(a|aa|[ab]+)+$; correct the value, remove keptFor.v1.spec from the annotation, or create the object as example.org/v1",
  ],
  // What would take long to match does not match.
  [
    { keptFor: { v1: { spec: { old: "a".repeat(250_000) } } } },
    "v2",
    "keptFor.v1.spec.old that is not allowed: pattern",
  ],
])("the bounds of a created object's data: %#", async (given, version, message) => {
  expect(await created(given, version)).toContain(`conversion/data-out-of-bounds: ${name} has a value of ${message}`);
  expect(await created({ spec: { account: "a" }, keptFor: { v1: { spec: { old: "ab" } } } }, version)).toBe("");
});

test("what an update may have is not checked again", () => {
  const error = changedDataError(
    { text: "{}", before: JSON.stringify({ spec: { account: "A" } }), losesMark: false },
    { converter: bounded, version: "v1", matches: () => expect.unreachable() },
  );
  expect(error).toBeUndefined();
});

test("names that a user has chosen do not make a message long", () => {
  const long = "x".repeat(10_000);
  let deep: object = { a: 1 };
  for (let level = 0; level < 200; level += 1) deep = { [`${long.slice(0, 300)}`]: deep };
  expect(updated({ spec: deep, [long]: 1 }, undefined)?.length).toBeLessThan(4000);
  expect(updated({ [long]: 1 }, undefined)?.length).toBeLessThan(1200);
});
