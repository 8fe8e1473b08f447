// An OpenAPI document of Runtime Hooks -> annotated TypeScript, from which the same document is generated again. What annotated types cannot
// express is rejected with the reason, before anything is written.
import type { GeneratedFile } from "@capstan/generator-model/files";
import { errorFrom, hasErrors, isCapstanError, isJsonObject, type Diagnostic } from "@capstan/kube";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import { Collected } from "./collected.ts";
import { rejectAt, type Findings } from "./diagnostics.ts";
import { ImportWork } from "./import-work.ts";
import { KnownTypes } from "./known-types.ts";
import { layoutOf, type PreparedHook } from "./layout.ts";
import { readHooks } from "./read-hooks.ts";
import { SchemaComponents, type UncheckedSchema } from "./schema-components.ts";
import { typeShapes, type WriteTypes } from "./type-shapes.ts";
import { usedBy, writeModule } from "./write-module.ts";

/** How hook documents are imported. */
export interface ImportHooksOptions {
  /** The name of the file, for positions. */
  readonly file: string;
  /** The folder of the TypeScript files, relative to the project; `src/api` unless set. */
  readonly folder?: string;
  /** openapi-typescript. */
  readonly writeTypes: WriteTypes;
  /** The components of Cluster API's own document: equal ones are imported from @capstan/api. */
  readonly core?: UncheckedSchema;
}

/** The files, and what is wrong; with an error among the diagnostics there are no files. */
export interface ImportedHooks {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a document is OpenAPI, of any version. */
function isOpenApi(value: unknown): boolean {
  return isJsonObject(value) && (value["openapi"] !== undefined || value["swagger"] !== undefined);
}

/** Imports an OpenAPI document in YAML or JSON; undefined when the file has none. */
export async function importHooks(text: string, options: ImportHooksOptions): Promise<ImportedHooks | undefined> {
  const { documents, diagnostics: unreadable } = parseYaml(text, { file: options.file });
  if (hasErrors(unreadable)) return { files: [], diagnostics: unreadable };
  const document = documents.find(({ value }) => isOpenApi(value));
  if (document === undefined) return undefined;
  const findings: Findings = { diagnostics: [...unreadable], positionOf: document.positionOf };
  if (documents.length > 1)
    rejectAt(findings, "openapi/import-mixed", { path: [], values: { count: documents.length - 1 } });
  const files = hasErrors(findings.diagnostics) ? [] : await importDocument(findings, document, options);
  return { files: hasErrors(findings.diagnostics) ? [] : files, diagnostics: findings.diagnostics };
}

async function importDocument(
  findings: Findings,
  { value }: YamlDocument,
  { folder = "src/api", writeTypes, core = {} }: ImportHooksOptions,
): Promise<readonly GeneratedFile[]> {
  const document = isJsonObject(value) ? value : {};
  if (!isVersion3(findings, document)) return [];
  const components = new SchemaComponents(document);
  const context = { ...findings, components, work: new ImportWork(), flattened: new Map() };
  const collected = new Collected(context, new KnownTypes(components.all, core));
  const hooks = readHooks(findings, document).map((hook) => collected.hook(hook));
  collected.rejectEndless();
  if (hasErrors(findings.diagnostics)) return [];
  try {
    return await writeModules(collected, { hooks, folder, writeTypes });
  } catch (caught) {
    // An error that the document did not cause, such as a missing library.
    if (isCapstanError(caught)) throw caught;
    const values = { problem: errorFrom(caught).message };
    rejectAt(findings, "openapi/import-types", { path: ["components"], values });
    return [];
  }
}

interface Writing extends Required<Pick<ImportHooksOptions, "folder" | "writeTypes">> {
  readonly hooks: readonly PreparedHook[];
}

async function writeModules(
  { schemas, known, unnamed, all }: Collected,
  { hooks, folder, writeTypes }: Writing,
): Promise<readonly GeneratedFile[]> {
  const shapes = await typeShapes(all, writeTypes);
  const layout = layoutOf({ hooks, uses: (component) => usedBy({ schemas }, component), known, folder });
  const components = { layout, schemas, shapes, known, unnamed };
  return layout.modules.map((module) => ({ path: module.path, content: writeModule(components, module) }));
}

function isVersion3(findings: Findings, { openapi, swagger }: UncheckedSchema): boolean {
  if (typeof openapi === "string" && /^3\.0(?:\.|$)/.test(openapi)) return true;
  const found = `OpenAPI ${JSON.stringify(swagger ?? openapi).replaceAll('"', "")}`;
  rejectAt(findings, "openapi/import-version", {
    path: [swagger === undefined ? "openapi" : "swagger"],
    values: { found },
  });
  return false;
}
