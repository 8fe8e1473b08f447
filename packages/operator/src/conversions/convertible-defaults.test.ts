// The check of a write has the defaults that the API server sets in what conversions make, when it reads the object from where it is stored.
import { type ConversionPlan, converterOf, type SchemaDefaults, presence } from "@capstan/contract/codegen/v1";
import type { ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { convertibleRoute } from "./convertible.ts";
import { storedJson } from "./stored-json.ts";

const group = "example.org";

const inSpec = (fields: Readonly<Record<string, SchemaDefaults>>): SchemaDefaults => ({ fields: { spec: { fields } } });

const mode = { default: "a mode of 24 characters." };

/** The older version has names alone, and the newer one, which is the hub, elements with a default. */
const names: ConversionPlan = {
  group,
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      {
        older: ["spec", "names"],
        newer: ["spec", "items"],
        as: {
          toNewer: (from) => (Array.isArray(from) ? from.map((name: string) => ({ name })) : from),
          toOlder: (items) => (Array.isArray(items) ? items.map(({ name }: { name: string }) => name) : items),
        },
        shape: { list: { fields: { name: "string", mode: "string" } } },
      },
    ],
  },
  defaults: { newer: inSpec({ items: { list: { fields: { mode } } } }) },
};

/** A disk has `backup: true` in the version that is not the hub, and an object with a default in the hub. */
function disks(hub: "older" | "newer"): ConversionPlan {
  const backup = { fields: { backup: { fields: { schedule: { default: "0 3 * * *" } } } } };
  const shape = { fields: { schedule: "string" } } as const;
  const field = { older: ["backup"], newer: ["backup"], as: presence(hub), shape };
  return {
    ...names,
    hub,
    rules: {
      fields: [],
      elements: [{ path: ["spec", "disks"], form: "list", keys: ["name"], rules: { fields: [field] } }],
    },
    defaults: { [hub]: inSpec({ disks: { list: backup } }) },
  };
}

/** The answer to the creation of an object; empty when it is allowed. */
async function created(
  plan: ConversionPlan,
  spec: object,
  version = plan.hub === "newer" ? "v1" : "v2",
): Promise<string> {
  const object = { apiVersion: `${group}/${version}`, kind: "Foo", metadata: { name: "a" }, spec };
  const request = { uid: "7", kind: { group, version, kind: "Foo" }, operation: "CREATE", object };
  const body = Buffer.from(storedJson({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request }));
  // The route reads nothing else of a request.
  const http = { body: async () => body, signal: new AbortController().signal } as unknown as ServeRequest;
  const answer = await convertibleRoute([converterOf(plan)]).handle(http);
  // It is the route's own answer.
  const { response } = JSON.parse(String(answer.body)) as { response: { status?: { message: string } } };
  return response.status?.message ?? "";
}

const namesOf = (count: number): object => ({ names: Array.from({ length: count }, (_, i) => `n${i}`) });
const disksOf = (count: number): object => ({
  disks: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, backup: true })),
});

test.each<[string, ConversionPlan, (count: number) => object]>([
  ["functions make", names, namesOf],
  ["a form makes", disks("newer"), disksOf],
  ["a form makes in an older hub", disks("older"), disksOf],
])("what %s is tried with its defaults", async (_, plan, spec) => {
  expect(await created(plan, spec(10))).toBe("");
  expect(await created(plan, spec(6000))).toMatch(/^conversion\/data-too-large: Foo\/a could fail the lists of /);
  // Without the defaults it fits.
  const { defaults: _defaults, ...bare } = plan;
  expect(await created(bare, spec(6000))).toBe("");
});

test("clients write what the API server sets in their version", async () => {
  const note: SchemaDefaults = { default: "x".repeat(40) };
  const rules: ConversionPlan["rules"] = {
    fields: [],
    elements: [
      { path: ["spec", "disks"], form: "list", keys: ["name"], rules: { fields: [{ older: ["note"], keep: true }] } },
    ],
  };
  const { defaults: _, ...bare } = { ...names, hub: "newer", rules } as const;
  const plan: ConversionPlan = { ...bare, defaults: { older: inSpec({ disks: { list: { fields: { note } } } }) } };
  expect(await created(plan, disksOf(10), "v2")).toBe("");
  expect(await created(plan, disksOf(5000), "v2")).toContain("conversion/data-too-large");
  expect(await created(bare, disksOf(5000), "v2")).toBe("");
});
