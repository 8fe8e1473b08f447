// PATCH and PUT: which media types a kind accepts, what they change, and which changes are rejected.
import { beforeAll, describe, expect, test } from "vitest";
import { create, createState, placeOf, type TestObject } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import { patchChange, replaceChange } from "./patch-change.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const configMap: TestObject = { resource: "v1/configmaps", name: "a" };
const json = "application/json-patch+json";
const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";

let state: ServerState;
beforeAll(async () => {
  state = await createState();
  await create(state, widget, { spec: { color: "red" } });
  await create(state, configMap, { metadata: { finalizers: ["example.com/one"] }, data: { a: "1" } });
});

function patched(at: TestObject, type: string, patch: unknown): Record<string, unknown> {
  const place = placeOf(state, at);
  const current = state.store.collection(place.resource.kind).get(place)?.object;
  if (current === undefined) throw new Error("the object does not exist");
  return patchChange(place, type)(structuredClone(current), patch);
}

describe("a patch is applied", () => {
  test.each([
    { type: json, patch: [{ op: "replace", path: "/spec/color", value: "blue" }], want: { color: "blue", size: 3 } },
    { type: json, patch: [], want: { color: "red", size: 3 } },
    { type: merge, patch: { spec: { color: null, size: 4 } }, want: { size: 4 } },
    { type: merge, patch: {}, want: { color: "red", size: 3 } },
  ])("$type $patch", ({ type, patch, want }) => expect(patched(widget, type, patch)["spec"]).toEqual(want));

  test("a strategic merge patch merges lists of built-in kinds", () => {
    const { metadata } = patched(configMap, strategic, { metadata: { finalizers: ["example.com/two"] } });
    expect(metadata).toMatchObject({ finalizers: ["example.com/one", "example.com/two"] });
  });

  test("a merge patch replaces them", () => {
    const { metadata } = patched(configMap, merge, { metadata: { finalizers: ["example.com/two"] } });
    expect(metadata).toMatchObject({ finalizers: ["example.com/two"] });
  });
});

describe("a media type is rejected", () => {
  test.each([
    { at: widget, type: strategic, what: `the body of the request was in an unknown format (${strategic})`, types: 2 },
    { at: widget, type: "toString", what: "the body of the request was in an unknown format (toString)", types: 2 },
    {
      at: configMap,
      type: "application/apply-patch+yaml",
      what: 'server-side apply is not served by the embedded API server: start the test environment with { backend: "envtest" }, or capstan dev with --real',
      types: 3,
    },
  ])("$at.resource $type", ({ at, type, what, types }) => {
    const message = `${what} - accepted media types include: ${[json, merge, strategic].slice(0, types).join(", ")}`;
    expect(() => patchChange(placeOf(state, at), type)).toThrow(
      expect.objectContaining({ message, status: expect.objectContaining({ code: 415 }) }),
    );
  });
});

describe("a patch is rejected", () => {
  test.each([
    { type: json, patch: {}, reason: "BadRequest", message: /that is not a list/ },
    {
      type: json,
      patch: [{ op: "remove", path: "/spec/none" }],
      reason: "Invalid",
      message: /due to an error in our request/,
    },
    {
      type: merge,
      patch: [],
      reason: "BadRequest",
      message: /^error decoding patch: a merge patch must be an object$/,
    },
    {
      type: merge,
      patch: { metadata: { name: "b" } },
      reason: "BadRequest",
      message: /^the name of the object \(b\) does not match the name on the URL \(a\)$/,
    },
    { type: merge, patch: { metadata: null }, reason: "BadRequest", message: /\(undefined\) does not match/ },
    {
      type: merge,
      patch: { metadata: { uid: "x" } },
      reason: "Invalid",
      message: /metadata.uid: Invalid value: "x": field is immutable/,
    },
    {
      type: merge,
      patch: { kind: "Gadget" },
      reason: "BadRequest",
      message: /its kind is Gadget, but Widget was expected/,
    },
    {
      type: merge,
      patch: { metadata: { namespace: "b" } },
      reason: "BadRequest",
      message: /namespace of the provided object/,
    },
  ])("$type $patch", ({ type, patch, reason, message }) => {
    expect(() => patched(widget, type, patch)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message), status: expect.objectContaining({ reason }) }),
    );
  });

  test("a strategic merge patch that is not an object", () => {
    expect(() => patched(configMap, strategic, [])).toThrow(
      "error decoding patch: a strategic merge patch must be an object",
    );
  });
});

describe("PUT", () => {
  const body = (at: TestObject, metadata: object): Parameters<typeof replaceChange>[1] => ({
    apiVersion: placeOf(state, at).resource.kind.group === "" ? "v1" : "example.com/v1",
    kind: placeOf(state, at).resource.kind.kind,
    metadata,
  });

  test.each([
    { at: widget, metadata: { name: "a", resourceVersion: "5" } },
    { at: configMap, metadata: { name: "a" } },
  ])("replaces $at.resource with $metadata", ({ at, metadata }) => {
    const object = body(at, metadata);
    expect(replaceChange(placeOf(state, at), object)(body(at, { name: "a", uid: "1" }))).toEqual(object);
  });

  test.each([
    {
      metadata: { name: "b", resourceVersion: "5" },
      message: "the name of the object (b) does not match the name on the URL (a)",
    },
    {
      metadata: { name: "a" },
      message:
        'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    },
  ])("is rejected with $metadata", ({ metadata, message }) => {
    expect(() => replaceChange(placeOf(state, widget), body(widget, metadata))).toThrow(message);
  });
});
