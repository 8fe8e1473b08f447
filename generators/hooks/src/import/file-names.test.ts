// The names of files, and of types for schemas without names.
import openapiTS, { astToString } from "openapi-typescript";
import { describe, expect, test } from "vitest";
import { importHooks, type ImportedHooks } from "./import-hooks.ts";

describe("the files of hooks", () => {
  const empty: object = { content: { "application/json": { schema: { type: "object" } } } };
  const response: object = {
    content: {
      "application/json": {
        schema: { type: "object", required: ["status"], properties: { status: { type: "string" } } },
      },
    },
  };
  const post = { operationId: "BeforeA", requestBody: empty, responses: { "200": response } };
  const importPaths = async (paths: readonly string[], schemas: object = {}): Promise<ImportedHooks> => {
    const document = {
      openapi: "3.0.0",
      paths: Object.fromEntries(paths.map((path) => [path, { post }])),
      components: { schemas },
    };
    const found = await importHooks(JSON.stringify(document), {
      file: "document.json",
      writeTypes: async (given) =>
        astToString(await openapiTS(JSON.stringify(given), { emptyObjectsUnknown: true, silent: true })),
    });
    return found ?? { files: [], diagnostics: [] };
  };

  test.each([
    ["/con/v1/beforea", "con"],
    ["/lpt1.x-k8s.io/v1/beforea", "lpt1"],
    [`/${"a".repeat(201)}/v1/beforea`, `${"a".repeat(200)}... (cut, it has 201 characters)`],
    [`/h.example.com/v${"1".repeat(300)}/beforea`, `v${"1".repeat(199)}... (cut, it has 301 characters)`],
  ])("of %s would have a name that not every system has", async (path, name) => {
    const { files, diagnostics } = await importPaths([path]);
    expect(files).toEqual([]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["openapi/import-file", `"${name}" cannot be the name of a file: some systems reserve it, or it is too long`],
    ]);
  });

  test.each([
    ["a.b", "a-b", "a-b"],
    ["a", "a.x-k8s.io", "a"],
  ])("of the groups %s and %s would be one", async (first, second, name) => {
    const { files, diagnostics } = await importPaths([
      `/${first}/v1/beforea`,
      `/${second}/v1/beforea`,
      `/${second}/v2/beforea`,
    ]);
    expect(files).toEqual([]);
    const messages = diagnostics
      .filter(({ code }) => code === "openapi/import-file")
      .map(({ message, position }) => [message, position?.line]);
    expect(messages).toEqual([[`"${name}" is the name of the file of the group ${second}, and of ${first}`, 1]]);
  });

  test("have short names for the bodies of one hook in many versions", async () => {
    const { files, diagnostics } = await importPaths(
      Array.from({ length: 100 }, (_, i) => `/h.example.com/v${i}/beforea`),
      { BeforeARequest: { type: "object" } },
    );
    expect(diagnostics).toEqual([]);
    const names = files.flatMap(({ content }) => content.match(/BeforeA\w+/g) ?? []);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(25);
  });
});
