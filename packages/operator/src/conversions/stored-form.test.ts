// The check of a write counts an object as the API server will store and send it: in another order of field names, and with more escapes, than conversions write it.
import { type ConversionPlan, converterOf } from "@capstan/contract/codegen/v1";
import type { ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { convertibleRoute } from "./convertible.ts";
import { storedJson } from "./stored-json.ts";

const group = "example.org";

/** `spec.pools` is a field of the hub alone, and `spec.old` one of the older version that the hub keeps. */
const plan: ConversionPlan = {
  group,
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      { newer: ["spec", "pools"], shape: "any" },
      { older: ["spec", "old"], keep: true, shape: "any" },
    ],
  },
};
const route = convertibleRoute([converterOf(plan)]);

/** The answer to the creation of an object, which the API server sends as it will store it; empty when it is allowed. */
async function created(version: string, spec: object, kept?: object): Promise<string> {
  const annotations = kept && { annotations: { "cluster.x-k8s.io/conversion-data": JSON.stringify(kept) } };
  const object = { apiVersion: `${group}/${version}`, kind: "Foo", metadata: { name: "a", ...annotations }, spec };
  const request = { uid: "7", kind: { group, version, kind: "Foo" }, operation: "CREATE", object };
  const body = Buffer.from(storedJson({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request }));
  // The route reads nothing else of a request.
  const http = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const answer = await route.handle(http);
  // It is the route's own answer.
  const { response } = JSON.parse(String(answer.body)) as { response: { status?: { message: string } } };
  return response.status?.message ?? "";
}

const mapOf = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, ""]));
const numbered = (count: number, letter: string): string[] => Array.from({ length: count }, (_, i) => `${letter}${i}`);

/** 45,000 beginnings, also when they are sorted. */
const many = numbered(362, "A").map((first) => ({ tags: mapOf([first, ...numbered(125, "b")]) }));
/** Sorted, these have 7200 beginnings, and as they are written 179. */
const shared = Object.fromEntries(numbered(60, "a").map((last) => [`p-${last}`, mapOf([...numbered(119, "m"), last])]));

test.each<[string, string, object, object]>([
  ["comes back from the annotation", "v1", { disks: many }, { spec: { pools: shared } }],
  ["comes back in another version", "v2", { disks: many }, { keptFor: { v1: { spec: { old: shared } } } }],
])("the names of what %s are counted in the order in which they are stored", async (_, version, spec, kept) => {
  expect(await created(version, spec, kept)).toMatch(/^serve\/json-too-many-shapes: Foo\/a could fail the lists of /);
  expect(await created(version, {}, kept)).toBe("");
  expect(await created(version, { disks: many })).toBe("");
});

test("names are counted with the escapes that they are stored with", async () => {
  const pools = Object.fromEntries(numbered(11_000, "p").map((name) => [name, { "&": "" }]));
  const spec = { keys: Array.from({ length: 335_000 }, () => "") };
  expect(await created("v1", spec, { spec: { pools } })).toMatch(/^serve\/json-too-many-values: Foo\/a could fail/);
  expect(await created("v1", {}, { spec: { pools } })).toBe("");
  expect(await created("v1", spec)).toBe("");
});
