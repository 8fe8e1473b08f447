// Label and field selectors: what they match and which are rejected.
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import { parseSelection, type Selection } from "./selectors.ts";

let state: ServerState;
beforeAll(async () => {
  state = await createState();
});

const object = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", namespace: "default", labels: { tier: "front", empty: "" } },
  spec: { color: "red", size: 3 },
};

function select(query: Readonly<Record<string, string>>, resource = "example.com/v1/widgets"): Selection {
  return parseSelection(placeOf(state, { resource, name: "" }).resource, new URLSearchParams(query));
}

describe("labels", () => {
  test.each([
    { selector: "tier=front", want: true },
    { selector: "tier==front", want: true },
    { selector: "tier=back", want: false },
    { selector: "tier!=back", want: true },
    { selector: "other!=back", want: true },
    { selector: "tier in (front,back)", want: true },
    { selector: "tier notin (front)", want: false },
    { selector: "empty", want: true },
    { selector: "!empty", want: false },
    { selector: "!other", want: true },
    { selector: "tier=front,other", want: false },
  ])("$selector", ({ selector, want }) => expect(select({ labelSelector: selector }).matches(object)).toBe(want));
});

describe("fields", () => {
  test.each([
    { selector: "metadata.name=a", want: true },
    { selector: "metadata.name==a", want: true },
    { selector: "metadata.name!=a", want: false },
    { selector: "metadata.namespace=default", want: true },
    { selector: "metadata.namespace=other", want: false },
    { selector: "spec.color=red", want: true },
    { selector: "spec.color=", want: false },
    { selector: "metadata.name=a,spec.color=blue", want: false },
    { selector: "metadata.name=a,spec.color=red", want: true },
    { selector: ",metadata.name=a,,", want: true },
    { selector: "metadata.name==b", want: false },
    { selector: "metadata.name!=b", want: true },
    { selector: "spec.color!=red", want: false },
    { selector: "spec.color==", want: false },
  ])("$selector", ({ selector, want }) => expect(select({ fieldSelector: selector }).matches(object)).toBe(want));

  test("a field that is not set equals the empty string", () => {
    const selection = select({ fieldSelector: "spec.color=" });
    expect(selection.matches({ ...object, spec: {} })).toBe(true);
    expect(selection.matches({ ...object, spec: { color: null } })).toBe(true);
  });

  test("a value that is not a string is compared as JSON", () => {
    const selection = select({ fieldSelector: "spec.color=7" });
    expect(selection.matches({ ...object, spec: { color: 7 } })).toBe(true);
    expect(selection.matches({ ...object, spec: { color: 8 } })).toBe(false);
  });
});

test.each([
  { query: {}, want: true },
  { query: { labelSelector: "", fieldSelector: "" }, want: true },
  { query: { fieldSelector: "," }, want: true },
  { query: { labelSelector: "tier" }, want: false },
  { query: { fieldSelector: "metadata.name=a" }, want: false },
])("$query selects everything: $want", ({ query, want }) => expect(select(query).everything).toBe(want));

test.each([
  { query: { labelSelector: "tier in front" }, message: /^unable to parse requirement: / },
  {
    query: { fieldSelector: "metadata.name" },
    message: /^invalid selector: 'metadata.name'; can't understand 'metadata.name'$/,
  },
  {
    query: { fieldSelector: "metadata.name=a, spec.color=red" },
    message: /^field label not supported:  spec\.color$/,
  },
  { query: { fieldSelector: "!=a" }, message: /^invalid selector: '!=a'; can't understand '!=a'$/ },
  {
    query: { fieldSelector: "spec.color=a,x" },
    message: /^invalid selector: 'spec\.color=a,x'; can't understand 'x'$/,
  },
  { query: { fieldSelector: "spec.size=3" }, message: /^field label not supported: spec.size$/ },
  {
    query: { fieldSelector: "metadata.namespace=a" },
    resource: "example.com/v1/gadgets",
    message: /^field label not supported: metadata.namespace$/,
  },
])("$query is rejected", ({ query, resource, message }) => {
  expect(() => select(query, resource)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(message),
      status: expect.objectContaining({ reason: "BadRequest" }),
    }),
  );
});
