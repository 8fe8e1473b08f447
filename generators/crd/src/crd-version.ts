// One version of a CRD from its definition: schema, columns, subresources. Problems get the position of the field.
// The rules of the contracts and of the API server are applied later, to the whole CRD.
import type { KindDefinition } from "@capstan/contract/kinds";
import type { NamedType, ObjectNode, TypeModel } from "@capstan/generator-model";
import { formatPointer, parseApiVersion, type Diagnostic, type Position } from "@capstan/kube";
import type {
  CustomResourceDefinitionVersion,
  JSONSchema,
  CustomResourceColumnDefinition,
} from "@capstan/kube/builtin";
import { columnType } from "./column-type.ts";
import { crdProblem } from "./diagnostics.ts";
import { ExpansionBudget } from "./schema/expansion.ts";
import { rootSchema } from "./schema/root-schema.ts";
import { rootPlace, type DeclaredPlace } from "./schema/declared-places.ts";

/** A definition ready to be written out: its options, its root type, and its position. */
export interface VersionSource {
  /** The function that defines it, for example `defineInfraCluster`. */
  readonly definer: string;
  readonly described: KindDefinition;
  readonly root: NamedType;
  readonly node: ObjectNode;
  readonly position: Position;
  /** The position of each option of the definition, by JSON pointer. */
  readonly optionPositions: Readonly<Record<string, Position>>;
}

/** A version of the CRD, and where each part of its schema was declared. */
export interface EmittedVersion {
  readonly version: CustomResourceDefinitionVersion;
  readonly place: DeclaredPlace;
}

/** What a version needs in addition to its definition. */
export interface VersionContext {
  readonly model: TypeModel;
  readonly allowFloats: boolean;
  readonly diagnostics: Diagnostic[];
  /** Whether objects are stored in this version. */
  readonly storage: boolean;
}

/** Builds one version, and adds what is wrong with it to the diagnostics. */
export function crdVersion(
  source: VersionSource,
  { model, allowFloats, diagnostics, storage }: VersionContext,
): EmittedVersion {
  const { described, root, node, position } = source;
  const place = rootPlace(position);
  const expansion = new ExpansionBudget();
  const context = { model, allowFloats, diagnostics, place, path: "", position, inside: [], expansion };
  const openAPIV3Schema = rootSchema(root, node, context);
  const additionalPrinterColumns = printerColumns(source, openAPIV3Schema, diagnostics);
  const subresources = subresourcesOf(source, additionalPrinterColumns.length > 0);
  const { deprecated, served, selectableFields } = described;
  const version: CustomResourceDefinitionVersion = {
    name: parseApiVersion(described.apiVersion).version,
    served,
    storage,
    schema: { openAPIV3Schema },
    ...(additionalPrinterColumns.length > 0 && { additionalPrinterColumns }),
    ...(selectableFields.length > 0 && { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(typeof deprecated === "string" && { deprecationWarning: deprecated }),
    ...(subresources && { subresources }),
  };
  return { version, place };
}

function printerColumns(
  source: VersionSource,
  schema: JSONSchema,
  diagnostics: Diagnostic[],
): CustomResourceColumnDefinition[] {
  return source.described.printColumns.map(({ name, path, type, format, description, priority }) => {
    const derived = type ?? columnType(schema, path);
    if (derived === undefined) {
      const values = { path, column: name };
      const position = source.optionPositions[formatPointer(["printColumns", name])] ?? source.position;
      diagnostics.push(crdProblem("crd/column-path", { values, position }));
    }
    return {
      name,
      type: derived ?? "string",
      jsonPath: path,
      ...(format !== undefined && { format }),
      ...(description !== undefined && { description }),
      ...(priority !== undefined && priority !== 0 && { priority }),
    };
  });
}

/** Status is a subresource when the object has a status. With columns only, controller-gen writes an empty object. */
function subresourcesOf(
  { described, node }: VersionSource,
  hasColumns: boolean,
): CustomResourceDefinitionVersion["subresources"] {
  const { scale } = described;
  const hasStatus = node.properties.some(({ name }) => name === "status");
  if (!hasStatus && scale === undefined) return hasColumns ? {} : undefined;
  return {
    ...(scale && {
      scale: {
        specReplicasPath: scale.specReplicas,
        statusReplicasPath: scale.statusReplicas,
        ...(scale.labelSelector !== undefined && { labelSelectorPath: scale.labelSelector }),
      },
    }),
    ...(hasStatus && { status: {} }),
  };
}
