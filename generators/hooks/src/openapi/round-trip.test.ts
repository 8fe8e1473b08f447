// The documents of Cluster API's hooks turned back into TypeScript by openapi-typescript give the types they came from.
// That tool needs the JavaScript API of TypeScript 6, which this package alone has; the comparison runs on TypeScript 7.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, test } from "vitest";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
type Document = "hooks" | "hooks.strict" | "hooks.upstream";

function read(name: Document): OpenAPI3 {
  return JSON.parse(readFileSync(here(`../../../../packages/api/generated/openapi/${name}.json`), "utf8")) as OpenAPI3;
}

const document = read("hooks");

/** What the compiler says when the types of a document are compared with the sources. */
async function compare(openApi: OpenAPI3, file: "equal.ts" | "strict.ts" | "widened.ts" = "equal.ts"): Promise<string> {
  const types = astToString(await openapiTS(openApi, { defaultNonNullable: false, emptyObjectsUnknown: true }));
  const folder = mkdtempSync(here("../../testdata/round-trip/run-"));
  try {
    writeFileSync(join(folder, "document.ts"), types);
    for (const name of [file, "equal.ts", "plain.ts"])
      copyFileSync(here(`../../testdata/round-trip/${name}`), join(folder, name));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...tsconfig, files: [file] }));
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tsconfig = {
  extends: here("../../../../tsconfig.base.json"),
  compilerOptions: {
    isolatedDeclarations: false,
    declaration: false,
    paths: {
      "@capstan/api": [here("../../../../packages/api/src/index.ts")],
      "@capstan/api/hooks": [here("../../../../packages/api/src/hooks/v1alpha1/index.ts")],
      "@capstan/api/catalog": [here("../../../../packages/api/src/generated/catalog.ts")],
    },
  },
};

function run(folder: string): string {
  try {
    execFileSync(here("../../../../node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test("every request and response comes back as the type it was generated from", async () => {
  expect(await compare(document)).toBe("");
});

test("those of the profile strict do, and the type of the variable builtin", async () => {
  expect(await compare(read("hooks.strict"), "strict.ts")).toBe("");
});

test("those of the profile upstream do, with enums as strings", async () => {
  expect(await compare(withoutClusterName(read("hooks.upstream")), "widened.ts")).toBe("");
});

test("those of a document with other enums do not", async () => {
  const found = await compare(document, "widened.ts");
  expect(found).toContain(`not assignable to type 'Lost<"Request">'`);
});

/** Cluster API's document has a field of metadata that Kubernetes has no longer. */
function withoutClusterName(openApi: OpenAPI3): OpenAPI3 {
  const changed = structuredClone(openApi) as unknown as { components: { schemas: Record<string, Schema> } };
  delete changed.components.schemas["k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta"]?.properties["clusterName"];
  return changed as unknown as OpenAPI3;
}

const prefix = "sigs.k8s.io.cluster-api.api.";

test.each([
  {
    name: "what a response requires",
    schema: `${prefix}runtime.hooks.v1alpha1.DiscoveryResponse`,
    change: (schema: Schema) => delete schema.required,
    want: `Type 'true' is not assignable to type '"Discovery"'`,
  },
  {
    name: "a field deep inside a request",
    schema: `${prefix}core.v1beta2.StatusVersion`,
    change: (schema: Schema) => delete schema.properties["version"],
    want: `Type 'true' is not assignable to type 'Lost<"Request">'`,
  },
])("a document that says something else about $name does not", async ({ schema, change, want }) => {
  const changed = structuredClone(document) as unknown as { components: { schemas: Record<string, Schema> } };
  const target = changed.components.schemas[schema];
  expect(target).toBeDefined();
  if (target !== undefined) change(target);
  expect(await compare(changed as unknown as OpenAPI3)).toContain(want);
});

interface Schema {
  required?: string[];
  properties: Record<string, unknown>;
}
