// Golden cases of the import: every folder of testdata/import is a hook document in and TypeScript, or diagnostics, out.
// UPDATE_GOLDEN=1 writes what comes out into want/; a file there that nothing makes fails.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { importHooks } from "./import-hooks.ts";

const testdata = fileURLToPath(new URL("../../testdata/import/", import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
const apiEndpoint = { host: { type: "string" }, port: { type: "integer", format: "int32" } };
const texts = { type: "object", additionalProperties: { type: "string" } };

/** What Cluster API's own document says of the types that the cases use. */
const core = {
  "sigs.k8s.io.cluster-api.api.core.v1beta2.APIEndpoint": { type: "object", properties: apiEndpoint },
  "sigs.k8s.io.cluster-api.api.core.v1beta2.FailureDomain": {
    type: "object",
    properties: { name: { type: "string" } },
  },
  "sigs.k8s.io.cluster-api.api.core.v1beta2.ObjectMeta": {
    type: "object",
    properties: { labels: texts, annotations: texts },
  },
};

/** What a case makes, by file name. */
async function made(root: string): Promise<Map<string, string>> {
  const [file = ""] = readdirSync(root).filter((name) => name.startsWith("document."));
  const imported = await importHooks(readFileSync(join(root, file), "utf8"), {
    file,
    folder: ".",
    core,
    writeTypes: async (document) =>
      astToString(
        await openapiTS(document as never, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true }),
      ),
  });
  const { files = [], diagnostics = [] } = imported ?? {};
  const text = diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join("");
  return new Map([
    ...files.map(({ path, content }): [string, string] => [path.replace("./", ""), content]),
    ...(text === "" ? [] : [["diagnostics.txt", text] as const]),
  ]);
}

function wanted(root: string): Map<string, string> {
  const folder = join(root, "want");
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const files = names.filter((name) => /\.[a-z]+$/.test(name));
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function write(root: string, files: ReadonlyMap<string, string>): void {
  rmSync(join(root, "want"), { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = join(root, "want", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

test.each(readdirSync(testdata).toSorted())("%s", async (name) => {
  const root = join(testdata, name);
  const files = await made(root);
  if (update) write(root, files);
  expect(files.size).toBeGreaterThan(0);
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(wanted(root)));
});
