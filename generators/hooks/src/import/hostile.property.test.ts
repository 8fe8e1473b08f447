// Property test: a hostile string in any position of a hook document stays a string. TypeScript's own parser reads what was written.
import { fileURLToPath } from "node:url";
import { readModel } from "@capstan/generator-model";
import { commentsInside, directiveStrings, runsOf, toolsMisledBy } from "@capstan/generator-model/testing";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import fc from "fast-check";
import openapiTS, { astToString } from "openapi-typescript";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { emitOpenApi } from "../openapi/emit-openapi.ts";
import { importHooks } from "./import-hooks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const payload = "globalThis.pwned=1";
const hostile = [
  `*/ ${payload}; /*`,
  `*\\/ ${payload}; /*`,
  `"; ${payload}; "`,
  `\\"; ${payload}; //`,
  `\`; ${payload}; \``,
  ...directiveStrings,
  `\n${payload};\n`,
  `\r${payload};`,
  `\u2028${payload};`,
  `\u2029${payload};`,
  "a\n@maxItems 1",
  "@deprecated",
  "\\@schema {}",
  "```",
  "class",
  "Hook",
  "toString",
  "constructor",
  "__proto__",
  ["..", "..", "evil"].join("/"),
  "con",
  "\u0000\u001b[31m\u009b",
  "\u202eevil\u2066",
  "\ufeff",
  "\ud800",
  "yes",
  "<<",
  " a ",
  "",
  "\u212a",
];
const piece = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostile) }, fc.string({ unit: "binary" }));
const text = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 3 }).map((parts) => parts.join("")),
);

const places = [
  "summary",
  "description",
  "tag",
  "component",
  "property",
  "title",
  "format",
  "pattern",
  "default",
  "enum",
  "field description",
  "component description",
  "path",
] as const;
type Place = (typeof places)[number];

/** A document with one hook and the string in one place. */
function documentWith(place: Place, string: string): object {
  const at = (name: Place, otherwise: string): string => (name === place ? string : otherwise);
  const own = (name: Place, keyword: string, value: unknown): object => (name === place ? { [keyword]: value } : {});
  const component = at("component", "BeforeTextRequest");
  const reference = component.replaceAll("~", "~0").replaceAll("/", "~1");
  const field = {
    type: "string",
    ...own("title", "title", string),
    ...own("format", "format", string),
    ...own("pattern", "pattern", string),
    ...own("default", "default", string),
    ...own("enum", "enum", [string]),
    ...own("field description", "description", string),
  };
  const content = ($ref: string): object => ({ content: { "application/json": { schema: { $ref } } } });
  return {
    openapi: "3.0.0",
    info: { title: "Hooks of tests", version: "v1" },
    paths: {
      [place === "path" ? `/${string}/v1/beforetext/{name}` : "/hooks.example.com/v1/beforetext/{name}"]: {
        post: {
          operationId: "hooksExampleComV1BeforeText",
          summary: at("summary", "Summary."),
          description: at("description", "Description."),
          tags: [at("tag", "Hooks of tests")],
          requestBody: content(`#/components/schemas/${reference}`),
          responses: { "200": { description: "", ...content("#/components/schemas/BeforeTextResponse") } },
        },
      },
    },
    components: {
      schemas: Object.fromEntries([
        [
          component,
          {
            type: "object",
            ...own("component description", "description", string),
            properties: Object.fromEntries([[at("property", "field"), field]]),
          },
        ],
        ["BeforeTextResponse", { type: "object", required: ["status"], properties: { status: { type: "string" } } }],
      ]),
    },
  };
}

/** Every string of a value, keys included. */
function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]);
}

/** This package is in a lower layer than @capstan/api, which re-exports these names. */
function belowApi(content: string): string {
  return content
    .replace('import { defineHook } from "@capstan/api"', 'import { defineHook } from "@capstan/contract/define"')
    .replace(
      "import type { Hook }",
      'import type { Hook } from "@capstan/contract/define";\nimport type { KubeObject }',
    )
    .replace("import type { Hook,", 'import type { Hook } from "@capstan/contract/define";\nimport type {')
    .replaceAll('from "@capstan/api"', 'from "@capstan/kube"');
}

async function check(place: Place, string: string): Promise<"accepted" | "rejected"> {
  const { files = [], diagnostics = [] } =
    (await importHooks(JSON.stringify(documentWith(place, string)), {
      file: "document.json",
      writeTypes: async (document) =>
        astToString(
          await openapiTS(document as never, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true }),
        ),
    })) ?? {};
  for (const { code } of diagnostics) expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
  const [file] = files;
  if (file === undefined) return "rejected";
  expect(file.path).toMatch(/^src\/api\/v1\/[a-z0-9-]+\.ts$/);
  const { diagnostics: syntax = [] } = ts.transpileModule(file.content, { reportDiagnostics: true });
  expect([...toolsMisledBy(file.content), ...commentsInside(file.content)]).toEqual([]);
  expect(syntax.map(({ messageText }) => messageText)).toEqual([]);
  const { statements } = ts.createSourceFile("document.ts", file.content, ts.ScriptTarget.Latest, true);
  expect(statements.map(({ kind }) => ts.SyntaxKind[kind])).toEqual([
    "ImportDeclaration",
    "ImportDeclaration",
    "InterfaceDeclaration",
    "InterfaceDeclaration",
    "FirstStatement",
  ]);
  const read = readModel({ root, files: [file.path], sources: { [file.path]: belowApi(file.content) } });
  expect(read.diagnostics.filter((each) => hasErrors([each])).map(formatDiagnostic)).toEqual([]);
  const emitted = emitOpenApi(read.model, {
    info: { title: "Hooks of tests", description: "", version: "v1" },
    components: { prefixes: { "": "own" } },
    constraints: true,
    path: "hooks",
  });
  expect(emitted.diagnostics.map(formatDiagnostic)).toEqual([]);
  const json = emitted.files.find(({ path }) => path.endsWith(".json"))?.content ?? "{}";
  // An empty description is none.
  expect(["", ...stringsOf(JSON.parse(json))]).toContain(place === "path" ? `/${string}/v1/beforetext/{name}` : string);
  return "accepted";
}

test("a hostile string in any position stays a string, or the document is rejected", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...places),
    text,
    async (place, string) => void (await check(place, string)),
  );
  await expect(fc.assert(property, { numRuns: runsOf(400) })).resolves.toBeUndefined();
});

/** The names of groups and components may have few characters. */
const free = places.filter((place) => place !== "path" && place !== "component");

test.each(free)("%s accepts the end of a comment", async (place) => {
  expect(await check(place, `*/ ${payload}; /*`)).toBe("accepted");
});
