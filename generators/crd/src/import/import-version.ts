// One version of a CRD -> one TypeScript file: its types, its root interface, its `defineResource` call.
import { lineComment, stringLiteral, typeName, valueLiteral } from "@capstan/generator-model/writing";
import { formatApiVersion, type Diagnostic, type Position } from "@capstan/kube";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchema,
  CustomResourceColumnDefinition,
} from "@capstan/kube/builtin";
import { columnType } from "../column-type.ts";
import { crdProblem } from "../diagnostics.ts";
import { apiVersionDescription, kindDescription } from "../schema/root-schema.ts";
import { interfaceSchema, TypeWriter } from "./type-writer.ts";

/** Annotations that tools write to CRDs and that are not part of the API. */
const toolAnnotations = new Set(["controller-gen.kubebuilder.io/version"]);

/** A version about to be written. */
export interface VersionToImport {
  readonly crd: CustomResourceDefinition;
  readonly version: CustomResourceDefinitionVersion;
  readonly schema: JSONSchema;
  readonly position: Position;
}

/** The content of the file. Columns without a field are left out and reported. */
export function importVersion(source: VersionToImport, diagnostics: Diagnostic[]): string {
  const { crd, schema } = source;
  const { kind } = crd.spec.names;
  const writer = new TypeWriter(kind);
  const root = writeRoot(source, writer);
  const options = optionLines(source, diagnostics);
  const types = ["KubeObject", "Resource", ...writer.imports].toSorted();
  return [
    lineComment(`${kind} ${source.version.name}, imported from its CustomResourceDefinition.`),
    'import { defineResource } from "@capstan/api";',
    `import type { ${types.join(", ")} } from "@capstan/api";`,
    "",
    ...writer.declarations.flatMap((declaration) => [declaration, ""]),
    ...writer.comment(schema, rootBase(schema)),
    ...root,
    "",
    `export const ${typeName(kind)}: Resource<${kind}> = defineResource({`,
    ...options.map((line) => `  ${line}`),
    "});",
    "",
  ].join("\n");
}

const identity = ["apiVersion", "kind", "metadata"];

/** The schema of the root interface without tags: the fields that every object has are never required. */
function rootBase(schema: JSONSchema): JSONSchema {
  const required = (schema.required ?? []).filter((name) => !identity.includes(name));
  const { required: _, ...rest } = schema;
  return interfaceSchema({ ...rest, ...(required.length > 0 && { required }) });
}

function writeRoot({ crd, version, schema }: VersionToImport, writer: TypeWriter): string[] {
  const { kind } = crd.spec.names;
  const apiVersion = stringLiteral(formatApiVersion({ group: crd.spec.group, version: version.name }));
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !identity.includes(name));
  const implied = identityLines(schema, writer, { apiVersion, kind: stringLiteral(kind), metadata: "ObjectMeta" });
  return [
    `export interface ${typeName(kind)} extends KubeObject<${apiVersion}, ${stringLiteral(kind)}> {`,
    ...implied,
    ...writer.members({ ...schema, properties: Object.fromEntries(own) }, kind),
    "}",
  ];
}

const plainIdentity: Readonly<Record<string, JSONSchema>> = {
  apiVersion: { type: "string", description: apiVersionDescription },
  kind: { type: "string", description: kindDescription },
  metadata: { type: "object" },
};

/** Fields that every object has are declared only where the CRD describes them in another way than usual. */
function identityLines(schema: JSONSchema, writer: TypeWriter, types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const property = schema.properties?.[name];
    const usual = plainIdentity[name] ?? {};
    if (property === undefined || JSON.stringify(sorted(property)) === JSON.stringify(sorted(usual))) return [];
    if (type === "ObjectMeta") writer.imports.add(type);
    const { description: _, ...base } = usual;
    return [...writer.comment(property, base), `${name}: ${type};`].map((line) => `  ${line}`);
  });
}

function sorted(schema: JSONSchema): [string, unknown][] {
  return Object.entries(schema).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function optionLines(source: VersionToImport, diagnostics: Diagnostic[]): string[] {
  const { crd, version } = source;
  const { names, group, scope } = crd.spec;
  const scale = version.subresources?.scale;
  const options: Readonly<Record<string, unknown>> = {
    apiVersion: formatApiVersion({ group, version: version.name }),
    kind: names.kind,
    scope: scope === "Cluster" ? scope : undefined,
    shortNames: names.shortNames,
    categories: names.categories,
    storage: crd.spec.versions.length > 1 && version.storage ? true : undefined,
    served: version.served ? undefined : false,
    deprecated: version.deprecated === true ? (version.deprecationWarning ?? true) : undefined,
    labels: crd.metadata.labels,
    annotations: ownAnnotations(crd),
    printColumns: columnRecord(source, diagnostics),
    scale: scale && {
      specReplicas: scale.specReplicasPath,
      statusReplicas: scale.statusReplicasPath,
      ...(scale.labelSelectorPath !== undefined && { labelSelector: scale.labelSelectorPath }),
    },
    selectableFields: version.selectableFields?.map(({ jsonPath }) => jsonPath),
  };
  return Object.entries(options).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${valueLiteral(value)},`],
  );
}

function ownAnnotations(crd: CustomResourceDefinition): Record<string, string> | undefined {
  const own = Object.entries(crd.metadata.annotations ?? {}).filter(([name]) => !toolAnnotations.has(name));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function columnRecord(
  { version, schema, position }: VersionToImport,
  diagnostics: Diagnostic[],
): Record<string, unknown> | undefined {
  const columns = version.additionalPrinterColumns ?? [];
  const record: Record<string, unknown> = {};
  for (const column of columns) {
    const derived = columnType(schema, column.jsonPath);
    if (derived === undefined) {
      const values = { column: column.name, path: column.jsonPath, version: version.name };
      diagnostics.push(crdProblem("crd/import-column", { values, position }));
    } else record[column.name] = columnOptions(column, derived);
  }
  return columns.length === 0 ? undefined : record;
}

function columnOptions(
  { jsonPath: path, type, format, description, priority }: CustomResourceColumnDefinition,
  derived: string,
): unknown {
  const options = {
    ...(type !== derived && { type }),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && priority !== 0 && { priority }),
  };
  return Object.keys(options).length === 0 ? path : { path, ...options };
}
