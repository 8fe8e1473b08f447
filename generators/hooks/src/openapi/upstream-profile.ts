// The profile `upstream` of a document: what Cluster API's generator writes of the same types in Go. It has no constraints, the
// enum of the status of responses only, and the empty value of Go's type as the default of each field that is always written.
import type { JSONValue } from "@capstan/kube";
import type { OpenApiDocument, OpenApiSchema } from "./document.ts";
import { goField } from "./go-fields.ts";
import { copiedComponents, openComponents, refTo } from "./kube-components.ts";

/** The document in the profile; `document` has all constraints. */
export function upstreamDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas).map(([component, schema]) => {
    const { properties: copied, ...more } = copiedComponents[component] ?? {};
    const { properties } = fieldsOf(schema, component);
    const all = properties === undefined ? {} : { properties: { ...properties, ...copied } };
    return [component, { ...bare(schema), ...more, ...all }];
  });
  return { ...document, components: { schemas: Object.fromEntries(schemas) } };
}

/** The keywords that Cluster API's document has. */
const kept = [
  "$ref",
  "type",
  "format",
  "description",
  "required",
  "oneOf",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
] as const;

/** The schema without what the document does not have; what is inside an object is left out. */
function bare(schema: OpenApiSchema): OpenApiSchema {
  const written = kept.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]));
  const { items, additionalProperties } = schema;
  return {
    ...Object.fromEntries(written),
    ...(isStatus(schema) ? { enum: schema.enum } : {}),
    ...(items === undefined ? {} : { items: element(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: element(additionalProperties) }),
  };
}

/** Of all enums, upstream's generator knows that of the status of responses: it stands in the package of the hooks. */
function isStatus({ enum: values }: OpenApiSchema): boolean {
  return values?.length === 2 && values.includes("Success") && values.includes("Failure");
}

/** The elements of a list or the values of a map, which are always written. */
function element(schema: OpenApiSchema): OpenApiSchema {
  return { ...bare(schema), ...fieldsOf(schema, ""), ...defaulted(emptyOf(schema)) };
}

/** The properties of an object. */
function fieldsOf({ properties, required = [] }: OpenApiSchema, component: string): OpenApiSchema {
  if (properties === undefined) return {};
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { default: given, pointers, unlisted } = goField(component, name);
    const { "x-kubernetes-list-type": listType, items, ...written } = { ...bare(schema), ...fieldsOf(schema, "") };
    const { default: _, ...elements } = items ?? {};
    const always = required.includes(name) && !excludesEmpty(schema, component);
    return [
      name,
      {
        ...written,
        ...(listType === undefined || unlisted ? {} : { "x-kubernetes-list-type": listType }),
        ...(items === undefined ? {} : { items: pointers ? elements : items }),
        ...defaulted(given ?? schema.default ?? (given === null ? undefined : defaultOf(schema, always))),
      },
    ];
  });
  return { properties: Object.fromEntries(fields) };
}

function defaulted(value: JSONValue | undefined): OpenApiSchema {
  return value === undefined ? {} : { default: value };
}

/** Structs are always written, scalars where they are not left out when they are empty. */
function defaultOf(schema: OpenApiSchema, always: boolean): JSONValue | undefined {
  return always || schema.$ref !== undefined ? emptyOf(schema) : undefined;
}

/** Components that are not structs. */
const open = new Set<string | undefined>(Object.values(openComponents).map((component) => refTo(component).$ref));
const empty: Readonly<Record<string, JSONValue>> = { string: "", boolean: false, integer: 0, number: 0 };

/** The empty value of the Go type; undefined for those that are pointers, lists or maps. */
function emptyOf({ $ref, type = "", format }: OpenApiSchema): JSONValue | undefined {
  if ($ref !== undefined) return open.has($ref) ? undefined : {};
  return format === "byte" ? undefined : empty[type];
}

/** Whether the constraints of a field exclude the empty value: then Go leaves it out. Kubernetes writes it all the same. */
function excludesEmpty(schema: OpenApiSchema, component: string): boolean {
  if (isStatus(schema) || component.startsWith("k8s.io.")) return false;
  const { minLength = 0, minimum = 0, enum: values } = schema;
  return minLength > 0 || minimum > 0 || (values !== undefined && !values.includes(""));
}
