// The parts of an OpenAPI 3.0 document that hooks need, as types.
import type { TypeNode } from "@capstan/generator-model";
import type { JSONValue } from "@capstan/kube";
import type { ComponentNaming } from "./component-names.ts";

/** A schema, or a reference to a component with a description. */
export interface OpenApiSchema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: (string | number | boolean)[];
  nullable?: boolean;
  items?: OpenApiSchema;
  additionalProperties?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  oneOf?: OpenApiSchema[];
  allOf?: OpenApiSchema[];
  default?: JSONValue;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  "x-kubernetes-validations"?: unknown;
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: string;
  "x-kubernetes-patch-strategy"?: string;
  "x-kubernetes-patch-merge-key"?: string;
  "x-kubernetes-v2-schema"?: OpenApiSchema;
  /** In the profile `strict`: the schemas of the values that variables of these names have. */
  "x-capstan-variables"?: Record<string, OpenApiSchema>;
}

/** A parameter of a path, or of the query. */
export interface OpenApiParameter {
  in: "path" | "query";
  name: string;
  description: string;
  required: boolean;
  schema: OpenApiSchema;
}

/** JSON of a component. */
export interface OpenApiContent {
  content: { "application/json": { schema: OpenApiSchema } };
}

/** A plain string. */
export interface OpenApiText {
  content: { "text/plain": { schema: OpenApiSchema } };
}

/** The operation of a hook. */
export interface OpenApiOperation {
  tags: string[];
  summary: string;
  description: string;
  operationId: string;
  deprecated?: boolean;
  parameters?: OpenApiParameter[];
  requestBody: OpenApiContent & { required?: true };
  responses: Record<string, (OpenApiContent | OpenApiText) & { description: string }>;
}

/** The title, description, version and license of the document. */
export interface OpenApiInfo {
  title: string;
  description: string;
  version: string;
  license?: { name: string; url: string };
}

/** The whole document. */
export interface OpenApiDocument {
  openapi: "3.0.0";
  info: OpenApiInfo;
  paths: Record<string, { post: OpenApiOperation }>;
  components: { schemas: Record<string, OpenApiSchema> };
}

/** What a document is for: a copy of what Cluster API would write of the same types, or all that the wire demands. */
export type OpenApiProfile = "upstream" | "strict";

/** Options of the document. */
export interface EmitOpenApiOptions {
  readonly info: OpenApiInfo;
  readonly components: ComponentNaming;
  /**
   * Also writes the constraints of tags (lengths, patterns, defaults) of the project's types, or of all types; Cluster API's own document
   * has none.
   */
  readonly constraints?: boolean | "all";
  /** Without one, the document is between the two: enums, and the constraints of the option above. */
  readonly profile?: OpenApiProfile;
  /** The types of the values of variables, by the name of the variable; for the profile `strict`. */
  readonly variables?: Readonly<Record<string, TypeNode>>;
  /** The files' path without an ending; `.yaml` and `.json` are added. */
  readonly path: string;
}
