// A field of a module's default export: known from the text alone, or left to running the module.
import { describe, expect, test } from "vitest";
import { readStaticField } from "./read-static-field.ts";

const options = { field: "generate", identity: { name: "defineConfig", from: "@capstan/cli/config" } };
const head = 'import { defineConfig } from "@capstan/cli/config";\n';
const read = (text: string): unknown => readStaticField("/p/capstan.config.ts", text, options);

describe("known", () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ["export default {};", undefined],
    ["export default { name: f() };", undefined],
    ['export default { generate: { out: "config" } };', { out: "config" }],
    [`${head}export default defineConfig({ generate: { sources: ["a", 'b'] } });`, { sources: ["a", "b"] }],
    [
      `${head}const out = "x";\nconst config: C = defineConfig({ image: env.X, generate: { out } as const } satisfies C);\nexport default config;`,
      { out: "x" },
    ],
    [`import { defineConfig as d } from "@capstan/cli/config/x";\nexport default d({ generate: 3 });`, 3],
    ['export default { generate: { out: "a" }, generate: { out: "b" } };', { out: "b" }],
  ];
  test.each(rows)("%s", (text, value) =>
    expect(read(text)).toEqual({ known: true, names: expect.any(Array), ...(value !== undefined && { value }) }),
  );
});

test("names every field, with what it is set to or not", () => {
  const text = 'export default { name: f(), "generat": { out: "config" } };';
  expect(read(text)).toEqual({ known: true, names: ["name", "generat"] });
});

describe("left to running it", () => {
  test.each([
    "",
    "export default {",
    "export default base;",
    "export default { ...base };",
    'export default { ["gen" + "erate"]: {} };',
    "export default { generate: { ...base } };",
    "export default { generate: { out: join('a', 'b') } };",
    "export default { generate: process.env.X ? {} : {} };",
    "export default { generate() {} };",
    'import { defineConfig } from "./mine.ts";\nexport default defineConfig({ generate: {} });',
    'import { defineConfig } from "@capstan/cli/config-mine";\nexport default defineConfig({ generate: {} });',
    "const a = b;\nconst b = a;\nexport default a;",
    "export { x as default };",
  ])("%s", (text) => expect(read(text)).toEqual({ known: false }));
});
