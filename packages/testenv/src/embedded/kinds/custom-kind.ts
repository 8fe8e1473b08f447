// A CustomResourceDefinition as a served kind: compiled schemas, and conversion by apiVersion alone or by webhook.
import { compareApiVersions, deepClone, deepEqual } from "@capstan/kube";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion, JSONSchema } from "@capstan/kube/builtin";
import { compileSchema, dnsSubdomainProblems, type CompiledSchema } from "@capstan/schema/structural";
import { unknownError } from "../api-status.ts";
import type { ApiKind, ApiObject, ApiVersion, ReplicaPaths } from "./api-kind.ts";
import { defaultColumns } from "../read/table.ts";
import { decodeEmbedded, sentenceOf } from "./embedded-resources.ts";

/** Converts an object by a conversion webhook. */
export type ConvertByWebhook = (
  crd: CustomResourceDefinition,
  object: ApiObject,
  apiVersion: string,
) => Promise<ApiObject>;

/** The kind of an accepted definition. */
export function customKind(crd: CustomResourceDefinition, convertByWebhook: ConvertByWebhook): ApiKind {
  const { group, names, scope, versions, conversion } = crd.spec;
  const served = versions
    .map((version) => apiVersion(version, names.kind, group))
    .toSorted((a, b) => compareApiVersions(a.name, b.name));
  const toVersion = (version: string): string => `${group}/${version}`;
  return {
    group,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    scope,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    versions: served,
    storageVersion: versions.find(({ storage }) => storage)?.name ?? "",
    read: (written) => {
      const schema = served.find(({ name }) => toVersion(name) === written.apiVersion)?.schema?.();
      if (schema === undefined) return written;
      const object = deepClone(written);
      schema.prune(object);
      schema.applyDefaults(object);
      // Mostly so: what is written in the stored version has its defaults. One object takes less memory than two.
      return deepEqual(object, written) ? written : object;
    },
    convert: (object, version) => {
      const target = served.find(({ name }) => name === version);
      if (!served.some(({ name }) => toVersion(name) === object.apiVersion))
        return Promise.reject(
          unknownError(`request to convert CR from an invalid group/version: ${object.apiVersion}`),
        );
      const pruned = (converted: ApiObject): ApiObject | Promise<ApiObject> => {
        const schema = target?.schema?.();
        schema?.prune(converted);
        const { problem } = schema === undefined ? {} : decodeEmbedded(converted, schema.schema);
        return problem === undefined ? converted : Promise.reject(unknownError(sentenceOf(problem)));
      };
      return conversion?.strategy === "Webhook"
        ? convertByWebhook(crd, object, toVersion(version)).then(pruned)
        : pruned({ ...deepClone(object), apiVersion: toVersion(version) });
    },
    nameProblems: dnsSubdomainProblems,
    counted: true,
    unconditionalUpdate: false,
  };
}

function apiVersion(version: CustomResourceDefinitionVersion, kind: string, group: string): ApiVersion {
  const schema = version.schema?.openAPIV3Schema;
  const warning = version.deprecationWarning ?? `${group}/${version.name} ${kind} is deprecated`;
  return {
    name: version.name,
    served: version.served,
    ...(schema === undefined ? {} : { schema: compileLater(schema) }),
    columns: version.additionalPrinterColumns ?? defaultColumns,
    status: version.subresources?.status !== undefined,
    ...(version.subresources?.scale && { scale: scalePaths(version.subresources.scale) }),
    selectableFields: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.slice(1)),
    ...(version.deprecated === true ? { warning } : {}),
  };
}

type Subresources = NonNullable<CustomResourceDefinitionVersion["subresources"]>;

function scalePaths(scale: NonNullable<Subresources["scale"]>): ReplicaPaths {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const fieldsOf = (path: string): readonly string[] => path.split(".").slice(1);
  return {
    spec: fieldsOf(specReplicasPath),
    status: fieldsOf(statusReplicasPath),
    ...(labelSelectorPath !== undefined && { selector: fieldsOf(labelSelectorPath) }),
  };
}

/** Compiles the schema when the first object of the version is written: in tests most versions are never used. */
function compileLater(schema: JSONSchema): () => CompiledSchema {
  let compiled: CompiledSchema | undefined;
  return () => (compiled ??= compileSchema(schema));
}
