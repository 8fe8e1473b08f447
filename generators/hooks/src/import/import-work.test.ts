// Documents of a few kilobytes whose references describe types of enormous size or nesting.
import { expect, test } from "vitest";
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
  20_000,
);
