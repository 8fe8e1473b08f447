// The parts of an OpenAPI 3.0 document that hooks need, as types.
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
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: string;
}

/** A parameter of a path. */
export interface OpenApiParameter {
  in: "path";
  name: string;
  description: string;
  required: true;
  schema: OpenApiSchema;
}

/** JSON of a component. */
export interface OpenApiContent {
  content: { "application/json": { schema: OpenApiSchema } };
}

/** The operation of a hook. */
export interface OpenApiOperation {
  tags: string[];
  summary: string;
  description: string;
  operationId: string;
  deprecated?: boolean;
  parameters?: OpenApiParameter[];
  requestBody: OpenApiContent;
  responses: Record<string, OpenApiContent & { description: string }>;
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

/** Options of the document. */
export interface EmitOpenApiOptions {
  readonly info: OpenApiInfo;
  readonly components: ComponentNaming;
  /** Also writes the constraints of tags (lengths, patterns, defaults); Cluster API's own document has none. */
  readonly constraints?: boolean;
  /** The files' path without an ending; `.yaml` and `.json` are added. */
  readonly path: string;
}
