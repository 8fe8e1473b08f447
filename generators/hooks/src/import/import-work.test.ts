// Documents of a few kilobytes whose references describe types of enormous size or nesting.
import { describe, expect, test } from "vitest";
import { importHooks, type ImportedHooks } from "./import-hooks.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

async function imported(schemas: Readonly<Record<string, object>>): Promise<ImportedHooks> {
  const content = (name: string): object => ({ content: { "application/json": { schema: ref(name) } } });
  const post = { requestBody: content("BeforeARequest"), responses: { "200": content("BeforeAResponse") } };
  const document = {
    openapi: "3.0.0",
    paths: { "/h.example.com/v1/beforea/{name}": { post } },
    components: {
      schemas: {
        BeforeARequest: { type: "object", properties: { first: { allOf: [ref("L0"), { type: "object" }] } } },
        BeforeAResponse: { type: "object", required: ["status"], properties: { status: { type: "string" } } },
        ...schemas,
      },
    },
  };
  const found = await importHooks(JSON.stringify(document), {
    file: "document.json",
    writeTypes: async () => await Promise.resolve("export interface components { schemas: {} }"),
  });
  return found ?? { files: [], diagnostics: [] };
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const fields = (count: number, field: object): object =>
  Object.fromEntries(many(count, (i): [string, object] => [`p${i}`, field]));

/** Components L0, L1, ..., each made of the name of the next one. */
function chain(length: number, link: (next: string) => object): Record<string, object> {
  const links = Array.from({ length }, (_, i): [string, object] => [`L${i}`, link(`L${i + 1}`)]);
  return { ...Object.fromEntries(links), [`L${length}`]: { type: "object", properties: { q: { type: "string" } } } };
}

const codesOf = ({ diagnostics }: ImportedHooks): string[] => diagnostics.map(({ code }) => code);

test("a component that allOf names twice on each of 26 levels is written out once", async () => {
  const codes = codesOf(await imported(chain(26, (next) => ({ allOf: [ref(next), ref(next)] }))));
  expect(codes).not.toContain("openapi/import-size");
}, 2000);

test.each([
  ["allOf", 5000, (next: string): object => ({ allOf: [ref(next), { type: "object" }] })],
  ["list", 5000, (next: string): object => ({ type: "array", items: ref(next) })],
  ["field with allOf", 5000, (next: string): object => ({ properties: { a: { allOf: [ref(next), {}] } } })],
  [
    "two fields with allOf",
    50,
    (next: string): object => {
      const field = { allOf: [ref(next), {}] };
      return { properties: { a: field, b: field } };
    },
  ],
  ["a field of itself", 1, (): object => ({ properties: { a: { allOf: [ref("L0"), {}] } } })],
])(
  "%s, %i components: one diagnostic names the limit",
  async (_, length, link) => {
    const { files, diagnostics } = await imported({
      ...chain(length, link),
      Also: ref("L0"),
      BeforeARequest: { type: "object", properties: { first: { allOf: [ref("L0"), {}] }, second: ref("L0") } },
    });
    expect(files).toEqual([]);
    const [found, ...more] = diagnostics.filter(({ code }) => code === "openapi/import-size");
    expect(found?.message).toMatch(/has more than (?:200 levels|100000 schemas)$/);
    expect(more).toEqual([]);
  },
  90_000,
);

describe("allOf with many parts", () => {
  const long = { properties: { p: { enum: many(3000, String) } } };

  test.each([
    ["a property each", { allOf: many(10_000, (i) => ({ properties: { [`p${i}`]: { type: "string" } } })) }, false],
    ["a required name each", { allOf: many(10_000, (i) => ({ required: [`p${i}`] })) }, false],
    ["the same component", { allOf: many(3000, () => ref("Big")) }, false],
    ["the same component at 1,000 places", { properties: fields(1000, { allOf: [ref("Big"), {}] }) }, true],
    ["long equal fields at 3,000 places", { properties: fields(3000, { allOf: [ref("A"), ref("B")] }) }, true],
    ["many keywords", { allOf: many(3000, () => ref("Keywords")) }, true],
    ["many keywords at 3,000 places", { properties: fields(3000, { allOf: [ref("Keywords"), {}] }) }, true],
    ["many keywords of nothing else", { allOf: many(20_000, () => ref("Keywords")) }, true],
    ["many required names at 3,000 places", { properties: fields(3000, { allOf: [ref("Names"), {}] }) }, true],
    ["a long enum at 3,000 places", { properties: fields(3000, { allOf: [ref("A"), {}] }) }, true],
  ])(
    "%s need little time",
    async (_, L0, isTooLarge) => {
      const before = process.threadCpuUsage();
      const Big = { type: "object", properties: fields(3000, { type: "string" }) };
      const Keywords = Object.fromEntries(many(3000, (i): [string, number] => [`x-${i}`, 1]));
      const Names = { type: "object", required: many(3000, String) };
      const codes = codesOf(await imported({ L0, Big, Keywords, Names, A: long, B: structuredClone(long) }));
      const { user, system } = process.threadCpuUsage(before);
      expect(codes.includes("openapi/import-size")).toBe(isTooLarge);
      expect(user + system).toBeLessThan(4_000_000);
    },
    90_000,
  );
});
