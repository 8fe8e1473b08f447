// The JSON types of a CRD's own fields in apiextensions.k8s.io/v1, as schemas.
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema, type CompiledSchema } from "../values/compile-schema.ts";

const string: JSONSchema = { type: "string" };
const boolean: JSONSchema = { type: "boolean" };
const number: JSONSchema = { type: "number" };
const count: JSONSchema = { type: "integer", minimum: 0 };
const strings: JSONSchema = { type: "array", items: string };
const anything: JSONSchema = { "x-kubernetes-preserve-unknown-fields": true };
const anyObject: JSONSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const objects: JSONSchema = { type: "array", items: anyObject };
const mapOfObjects: JSONSchema = { type: "object", additionalProperties: anyObject };

function object(properties: Record<string, JSONSchema>, required: string[] = []): JSONSchema {
  return { type: "object", properties, required };
}

const webhook = object({
  clientConfig: object({
    url: string,
    caBundle: string,
    service: object({ namespace: string, name: string, path: string, port: count }, ["namespace", "name"]),
  }),
  conversionReviewVersions: strings,
});

const version = object(
  {
    name: string,
    served: boolean,
    storage: boolean,
    deprecated: boolean,
    deprecationWarning: string,
    schema: object({ openAPIV3Schema: anyObject }),
    subresources: object({
      status: anyObject,
      scale: object({ specReplicasPath: string, statusReplicasPath: string, labelSelectorPath: string }, [
        "specReplicasPath",
        "statusReplicasPath",
      ]),
    }),
    additionalPrinterColumns: {
      type: "array",
      items: object(
        {
          name: string,
          type: string,
          jsonPath: string,
          description: string,
          format: string,
          priority: { type: "integer" },
        },
        ["name", "type", "jsonPath"],
      ),
    },
    selectableFields: { type: "array", items: object({ jsonPath: string }, ["jsonPath"]) },
  },
  ["name", "served", "storage"],
);

/** The shape of a definition; its schemas are objects of any shape. */
export const definitionShape: CompiledSchema = compileSchema(
  object(
    {
      apiVersion: { type: "string", enum: ["apiextensions.k8s.io/v1"] },
      kind: { type: "string", enum: ["CustomResourceDefinition"] },
      metadata: object({ name: string, annotations: { type: "object", additionalProperties: string } }, ["name"]),
      spec: object(
        {
          group: string,
          names: object(
            {
              plural: string,
              singular: string,
              kind: string,
              listKind: string,
              shortNames: strings,
              categories: strings,
            },
            ["plural", "kind"],
          ),
          scope: string,
          versions: { type: "array", items: version, minItems: 1 },
          conversion: object({ strategy: string, webhook }, ["strategy"]),
          preserveUnknownFields: boolean,
        },
        ["group", "names", "scope", "versions"],
      ),
    },
    ["apiVersion", "kind", "metadata", "spec"],
  ),
);

const nodeProperties: Record<string, JSONSchema> = {
  type: string,
  format: string,
  title: string,
  description: string,
  default: anything,
  example: anything,
  enum: { type: "array", items: anything },
  nullable: boolean,
  minimum: number,
  maximum: number,
  exclusiveMinimum: boolean,
  exclusiveMaximum: boolean,
  multipleOf: number,
  minLength: count,
  maxLength: count,
  pattern: string,
  minItems: count,
  maxItems: count,
  uniqueItems: boolean,
  minProperties: count,
  maxProperties: count,
  required: strings,
  properties: mapOfObjects,
  additionalProperties: anything,
  items: anything,
  allOf: objects,
  anyOf: objects,
  oneOf: objects,
  not: anyObject,
  externalDocs: anyObject,
  "x-kubernetes-preserve-unknown-fields": boolean,
  "x-kubernetes-embedded-resource": boolean,
  "x-kubernetes-int-or-string": boolean,
  "x-kubernetes-list-type": string,
  "x-kubernetes-list-map-keys": strings,
  "x-kubernetes-map-type": string,
  "x-kubernetes-validations": {
    type: "array",
    items: object(
      {
        rule: string,
        message: string,
        messageExpression: string,
        reason: string,
        fieldPath: string,
        optionalOldSelf: boolean,
      },
      ["rule"],
    ),
  },
};

/** The shape of one schema node, without the nodes below it. */
export const nodeShape: CompiledSchema = compileSchema(object(nodeProperties));

/** Every keyword of the schema language. */
export const keywords: ReadonlySet<string> = new Set(Object.keys(nodeProperties));

/** Keywords of JSON Schema that definitions may not use. */
export const forbiddenKeywords: ReadonlySet<string> = new Set([
  "id",
  "$schema",
  "$ref",
  "definitions",
  "dependencies",
  "patternProperties",
  "additionalItems",
]);
