// Hook documents through the command: imported, generated again, compiled. The compiler holds what was written to the types
// that openapi-typescript makes of the document, and to those that were written by hand.
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseYaml } from "@capstan/schema/yaml";
import { hookCatalog } from "@capstan/api/catalog";
import type * as library from "openapi-typescript";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { here, HookProject } from "./hook-project.ts";
import { normalForm } from "./normal-form.ts";

let project: HookProject;
beforeEach(() => {
  project = new HookProject();
});
afterEach(() => project.remove());

const ownDocument = here("../api/generated/openapi/hooks.json");
const generated = "generated/openapi/runtime-hooks.json";

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

function documentIn(file: string): Document {
  return parseYaml(readFileSync(file, "utf8")).documents[0]?.value as Document;
}

/** The library with a TypeScript of its own, as the generator's suite has it: the reference for the one that the command loads. */
const { default: typesOf, astToString } = createRequire(here("../../generators/hooks/package.json"))(
  "openapi-typescript",
) as typeof library;

/** Writes a type check beside the imported files: every interface is the type that the document gives its component. */
async function typeCheck(document: Document, files: readonly string[]): Promise<number> {
  const kubernetes = Object.entries(documentIn(ownDocument).components.schemas).filter(([name]) =>
    name.startsWith("k8s.io."),
  );
  const schemas = { ...document.components.schemas, ...Object.fromEntries(kubernetes) };
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
  const types = await typesOf({ ...document, components: { ...document.components, schemas } } as never, options);
  project.write("type-check/document.ts", astToString(types));
  copyFileSync(here("../../generators/hooks/testdata/round-trip/plain.ts"), join(project.root, "type-check/plain.ts"));
  const checks = files.flatMap((file, i) =>
    [...project.read(file).matchAll(/@component (\S+)\n?(?:(?!\*\/)[^])*\*\/\nexport interface (\w+)/g)].map(
      ([, component, name]) => `Same<Plain<m${i}.${name}>, Plain<C[${JSON.stringify(component)}]>>`,
    ),
  );
  const lines = [
    'import type { components } from "./document.ts";',
    'import type { Plain, Same } from "./plain.ts";',
    ...files.map((file, i) => `import type * as m${i} from "../${file}";`),
    'type C = components["schemas"];',
    ...checks.map((check, i) => `export const c${i}: ${check} = true;`),
  ];
  project.write("type-check/all.ts", `${lines.join("\n")}\n`);
  return checks.length;
}

const cases = [
  { name: "product", file: "document.yaml", interfaces: 8 },
  { name: "strings", file: "document.json", interfaces: 6 },
];

test.each(cases)("$name comes back from its types", async ({ name, file, interfaces }) => {
  const source = here(`../../generators/hooks/testdata/import/${name}/${file}`);
  const imported = await project.capstan("import", source, "--format", "json");
  expect(imported.code).toBe(0);
  const files = [...imported.text.matchAll(/src\/api\/[^"]+\.ts/g)].map(([path]) => path);
  const again = await project.capstan("generate");
  expect(again.text).toMatch(
    /^generating from \d files? in src\/api\n  created generated\/\.capstan-owned\.json\n  created generated\/openapi\/runtime-hooks.json\n/,
  );
  expect(normalForm(JSON.parse(project.read(generated)))).toEqual(normalForm(documentIn(source)));
  expect(await typeCheck(documentIn(source), files)).toBe(interfaces);
  expect(project.compile()).toBe("");
});

/** Every hook of both catalogs can stand for the other. */
const bothWays = `
import type { HookCatalog } from "@capstan/api/catalog";
import type { RequestOf, ResponseOf } from "@capstan/api";
import type { HookCatalog as Imported } from "../src/generated/catalog.ts";
import type { None } from "./plain.ts";
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Lost = {
  [K in keyof HookCatalog & keyof Imported]: [
    Both<RequestOf<HookCatalog[K]>, RequestOf<Imported[K]>>,
    Both<ResponseOf<HookCatalog[K]>, ResponseOf<Imported[K]>>,
  ] extends [true, true] ? never : K;
}[keyof HookCatalog & keyof Imported];
export const names: Both<keyof HookCatalog, keyof Imported> = true;
export const types: None<Lost> = true;
`;

test("Cluster API's own hooks come back as they are written by hand", async () => {
  await project.capstan("import", ownDocument);
  await project.capstan("generate");
  const file = "src/api/v1alpha1/hooks-runtime-cluster.ts";
  expect(normalForm(JSON.parse(project.read(generated)))).toEqual(normalForm(documentIn(ownDocument)));
  // Nothing is lost but what the document says about itself, and the order of what is required.
  const order = (_: string, value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);
  const plain = (text: string): unknown => ({ ...(JSON.parse(text, order) as object), info: undefined });
  expect(plain(project.read(generated))).toEqual(plain(readFileSync(ownDocument, "utf8")));
  const catalog = (await import(join(project.root, "src/generated/catalog.ts"))) as { hookCatalog: object };
  const ours = Object.entries(hookCatalog).map(([name, hook]) => [
    name,
    { ...hook, handlers: "all", since: undefined, schemas: expect.any(Object) },
  ]);
  expect(catalog.hookCatalog).toEqual(Object.fromEntries(ours));
  await typeCheck(documentIn(ownDocument), [file]);
  project.write("type-check/by-hand.ts", bothWays);
  expect(project.compile()).toBe("");
});

test("a type that says something else than the document is seen", async () => {
  const file = "src/api/v1alpha1/hooks-runtime-cluster.ts";
  await project.capstan("import", ownDocument);
  await project.capstan("generate");
  await typeCheck(documentIn(ownDocument), [file]);
  project.write("type-check/by-hand.ts", bothWays);
  project.write(file, project.read(file).replace("timeoutSeconds?: Int32;", "timeoutSeconds?: string;"));
  const problems = project.compile();
  expect(problems).toContain(`type-check/by-hand.ts`);
  expect(problems).toContain(`type-check/all.ts`);
});

const minimal = (name: string, group = "h.example.com"): string => `
openapi: 3.0.0
paths:
  /${group}/v1/before${name.toLowerCase()}/{name}:
    post:
      summary: Called before ${name}
      operationId: V1Before${name}
      requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
      responses:
        "200":
          content:
            application/json:
              schema: { type: object, required: [status], properties: { status: { type: string } } }
`;

test("the profiles that the configuration names are written beside the document", async () => {
  project.write("hooks.yaml", minimal("A"));
  await project.capstan("import", "hooks.yaml");
  const files = (): string[] => readdirSync(join(project.root, "generated/openapi"));
  expect((await project.capstan("generate")).code).toBe(0);
  expect(files()).toEqual(["runtime-hooks.json", "runtime-hooks.yaml"]);
  const before = project.read(generated);
  project.write(
    "capstan.config.ts",
    `import { defineConfig } from "@capstan/cli/config";\nexport default defineConfig({ generate: { openapi: ["strict", "upstream"] } });\n`,
  );
  expect((await project.capstan("generate")).code).toBe(0);
  const endings = ["", ".strict", ".upstream"].flatMap((profile) => [`${profile}.json`, `${profile}.yaml`]);
  expect(files().toSorted()).toEqual(endings.map((ending) => `runtime-hooks${ending}`).toSorted());
  expect(project.read(generated)).toBe(before);
  expect(project.read("generated/openapi/runtime-hooks.strict.json")).toContain('"name":"timeout"');
  expect(project.read("generated/openapi/runtime-hooks.upstream.json")).not.toContain('"name":"timeout"');
});

test.each(["strict", "upstream"])("the profile %s of Cluster API's hooks can be imported", async (profile) => {
  const imported = await project.capstan("import", here(`../api/generated/openapi/hooks.${profile}.json`));
  expect([imported.code, imported.text.includes("created src/api/v1alpha1/hooks-runtime-cluster.ts")]).toEqual([
    0,
    true,
  ]);
  expect((await project.capstan("generate")).code).toBe(0);
});

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: foos.example.com }
spec:
  group: example.com
  names: { kind: Foo, plural: foos }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: "openapi: 3.0.0 is no key of this document"
          properties: { apiVersion: { type: string }, kind: { type: string }, metadata: { type: object } }
`;

test("CRDs and hooks can stand in one call, and the same import again changes nothing", async () => {
  project.write("crd.yaml", crd);
  project.write("hooks.yaml", minimal("A"));
  expect(await project.capstan("import", "crd.yaml", "hooks.yaml")).toEqual({
    code: 0,
    text: "importing crd.yaml, hooks.yaml\n  created src/api/v1/foo.ts\n  created src/api/v1/h-example-com.ts\nnext: capstan generate\n",
  });
  expect((await project.capstan("import", "crd.yaml", "hooks.yaml")).text).toBe(
    "importing crd.yaml, hooks.yaml\n  2 files unchanged\nnext: capstan generate\n",
  );
});

test("one bad file among several writes none", async () => {
  project.write("crd.yaml", crd);
  project.write("hooks.yaml", minimal("A").replace("operationId: V1BeforeA", "deprecated: true"));
  expect(await project.capstan("import", "crd.yaml", "hooks.yaml")).toEqual({
    code: 1,
    text: `importing crd.yaml, hooks.yaml
hooks.yaml:5:5 error openapi/import-name: the upper and lower case of the name of the hook "beforea" is not known
  3 | paths:
  4 |   /h.example.com/v1/beforea/{name}:
> 5 |     post:
    |     ^
  6 |       summary: Called before A
  help: name the schema of its request <Name>Request, or end its operationId with the name: hooksExampleV1BeforeUpgrade
1 error
next: capstan explain openapi/import-name
`,
  });
  expect(existsSync(join(project.root, "src"))).toBe(false);
});

test("a file of someone else is left alone, and two documents cannot become one file", async () => {
  project.write("a.yaml", minimal("A"));
  project.write("b.yaml", minimal("B"));
  expect((await project.capstan("import", "a.yaml", "b.yaml")).text).toBe(`importing a.yaml, b.yaml
error cli/import-duplicate-path: "src/api/v1/h-example-com.ts" would be created from two files: a.yaml and b.yaml
  help: import them one by one into different folders with --out
1 error
next: capstan explain cli/import-duplicate-path
`);
  expect(existsSync(join(project.root, "src"))).toBe(false);
  project.write("src/api/v1/h-example-com.ts", "// mine\n");
  expect((await project.capstan("import", "a.yaml")).text).toContain("error cli/exists");
  expect(project.read("src/api/v1/h-example-com.ts")).toBe("// mine\n");
});

const install =
  "npm install --save-dev openapi-typescript@7 (beside TypeScript 7, first: npm pkg set 'overrides.openapi-typescript.typescript=$typescript'), or pnpm add --save-dev openapi-typescript@7";

test.each([
  { name: "no library", manifest: undefined, want: "it is not installed" },
  { name: "an old library", manifest: { version: "6.7.6" }, want: "version 6.7.6 is installed" },
  {
    name: "a broken library",
    manifest: { version: "7.0.0", main: "gone.js" },
    want: "version 7.0.0 cannot be loaded: Cannot find module '<root>/node_modules/openapi-typescript/gone.js'",
  },
])("with $name, hooks are rejected and CRDs are not", async ({ manifest, want }) => {
  const bare = new HookProject({ library: false });
  try {
    bare.write("crd.yaml", crd);
    bare.write("hooks.yaml", minimal("A"));
    if (manifest !== undefined)
      bare.write(
        "node_modules/openapi-typescript/package.json",
        JSON.stringify({ name: "openapi-typescript", ...manifest }),
      );
    const { code, text } = await bare.capstan("import", "hooks.yaml");
    expect([code, text.split("\n")[1], text.split("\n")[2]]).toEqual([
      1,
      expect.stringContaining(
        `error cli/openapi-typescript: importing hooks needs openapi-typescript 7 in the project: ${want}`,
      ),
      `  help: ${install}`,
    ]);
    expect(existsSync(join(bare.root, "src"))).toBe(false);
    expect((await bare.capstan("import", "crd.yaml")).code).toBe(0);
  } finally {
    bare.remove();
  }
});

test("what the library prints of a document is not printed", async () => {
  const bare = new HookProject({ library: false });
  const printed = vi.spyOn(console, "error");
  try {
    bare.write("a.yaml", minimal("A"));
    bare.write("b.yaml", minimal("B"));
    const folder = "node_modules/openapi-typescript";
    bare.write(`${folder}/package.json`, '{ "name": "openapi-typescript", "version": "7.0.0", "main": "index.cjs" }');
    bare.write(
      `${folder}/index.cjs`,
      'exports.default = async () => { await null; console.error("\\u001b[2J"); throw new Error("no \\u001b[2J types"); };\n',
    );
    const { code, text } = await bare.capstan("import", "a.yaml", "b.yaml");
    expect([code, printed.mock.calls]).toEqual([1, []]);
    expect(text).toContain("no \\u001b[2J types");
    console.error("after it");
    expect(printed.mock.calls).toEqual([["after it"]]);
  } finally {
    printed.mockRestore();
    bare.remove();
  }
});

test("a large document is imported", async () => {
  const count = 4000;
  const schemas = Array.from({ length: count }, (_, i) => {
    const next = i + 1 < count ? `{ $ref: "#/components/schemas/S${i + 1}" }` : "{ type: string }";
    const text = "x".repeat(1100);
    return `    S${i}: { type: object, description: ${text}, required: [status], properties: { status: { type: string }, next: ${next} } }`;
  });
  const document = minimal("A").replace(
    /schema: \{ type: object, req.*$/m,
    'schema: { $ref: "#/components/schemas/S0" }',
  );
  project.write("large.yaml", `${document}components:\n  schemas:\n${schemas.join("\n")}\n`);
  const { code, text } = await project.capstan("import", "large.yaml");
  expect([code, text]).toEqual([0, expect.stringContaining("created src/api/v1/h-example-com.ts")]);
  expect(project.read("src/api/v1/h-example-com.ts").match(/^export interface/gm)).toHaveLength(count + 1);
});
