// Walks the schema of a version and runs the checks of node-*.ts on each node.
import { didYouMean, excerpt, isJsonObject, nearestOf } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { checkDefaults, type DefaultsCheck } from "./check-defaults.ts";
import type { CrdReport } from "../definition/crd-report.ts";
import { forbiddenKeywords, keywords, nodeShape } from "../definition/crd-shape.ts";
import { forbidden, invalid } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { enforcedFormat } from "../values/formats.ts";
import { checkCompleteness, checkJunctorNode, isIntOrString } from "./node-junctors.ts";
import { checkRules } from "./node-rules.ts";
import { checkStructure } from "./node-structure.ts";
import { checkTopology } from "./node-topology.ts";
import { typeAndMeta, type NodeCheck, type SchemaPlace } from "./schema-place.ts";

const everywhere: readonly NodeCheck[] = [checkKeywords, checkFormat, checkTopology, checkRules];

/** How a schema is checked. */
export interface SchemaCheck extends DefaultsCheck {
  /** Whether the version has the status subresource. */
  readonly statusEnabled: boolean;
}

/** Reports the problems of a schema. */
export function checkSchema(schema: JSONSchema, path: FieldPath, options: SchemaCheck): void {
  const { report, patterns } = options;
  const before = report.errors;
  checkNode(schema, { path, level: "root", report, patterns, junctor: false, insideMeta: false });
  if (options.statusEnabled) checkStatusRoot(schema, path, report);
  // Defaults can only be checked against a valid schema.
  if (report.errors === before) checkDefaults(schema, path, options);
}

function checkNode(node: JSONSchema, place: SchemaPlace): void {
  const errors = nodeShape.validate(node, { at: place.path });
  if (errors.length > 0) return errors.forEach((error) => place.report.error("crd/shape", error));
  for (const check of everywhere) check(node, place);
  if (place.junctor) checkJunctorNode(node, place);
  else checkStructure(node, place);
  // The API server does not compare the junctors of other nodes with what is outside of them.
  if (place.level === "root" && !place.junctor) checkCompleteness(node, place);
  checkFields(node, place);
  checkJunctors(node, place);
}

function checkFields(node: JSONSchema, place: SchemaPlace): void {
  const ownsMeta = !place.junctor && (place.level === "root" || node["x-kubernetes-embedded-resource"] === true);
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const meta = ownsMeta && typeAndMeta.has(name);
    const noDefaults = meta && place.level === "root" ? `in top-level ${name}` : place.noDefaults;
    checkNode(property, {
      ...place,
      path: place.path.child("properties").key(name),
      level: "field",
      insideMeta: place.insideMeta || meta,
      noDefaults,
    });
  }
  const items: unknown = node.items;
  if (Array.isArray(items))
    place.report.error(
      "crd/keyword",
      forbidden(place.path.child("items"), "items must be a schema object and not an array"),
    );
  else if (node.items !== undefined)
    checkNode(node.items, { ...place, path: place.path.child("items"), level: "item" });
  if (typeof node.additionalProperties === "object") {
    const noDefaults = place.insideMeta ? "inside additionalProperties applying to object metadata" : place.noDefaults;
    checkNode(node.additionalProperties, {
      ...place,
      path: place.path.child("additionalProperties"),
      level: "field",
      noDefaults,
    });
  }
}

function checkJunctors(node: JSONSchema, place: SchemaPlace): void {
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    // The two forms of "integer or string" are the only types that junctors may have.
    if (name === "anyOf" && isIntOrString(node.anyOf)) continue;
    for (const [i, nested] of (node[name] ?? []).entries()) {
      const inner = { ...place, path: place.path.child(name).index(i), junctor: true };
      if (name === "allOf" && i === 0 && isIntOrString(nested.anyOf)) checkNode({ ...nested, anyOf: [] }, inner);
      else checkNode(nested, inner);
    }
  }
  if (node.not !== undefined) checkNode(node.not, { ...place, path: place.path.child("not"), junctor: true });
}

function checkKeywords(node: JSONSchema, { path, report }: SchemaPlace): void {
  for (const keyword of Object.keys(node)) {
    if (forbiddenKeywords.has(keyword))
      report.error("crd/keyword", forbidden(path.child(keyword), `${keyword} is not supported`));
    else if (!keywords.has(keyword)) {
      report.advice("crd/unknown-keyword", path.child(keyword), () => ({
        keyword: excerpt(keyword),
        suggestion: didYouMean(nearestOf(keyword, keywords)),
      }));
    }
  }
  if (node.uniqueItems === true)
    report.error(
      "crd/keyword",
      forbidden(
        path.child("uniqueItems"),
        "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
      ),
    );
  if (node["x-kubernetes-preserve-unknown-fields"] === false)
    report.error(
      "crd/keyword",
      invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined"),
    );
  const values: unknown = node.additionalProperties;
  if (values !== undefined && typeof values !== "boolean" && !isJsonObject(values))
    report.error("crd/shape", invalid(path.child("additionalProperties"), values, "must be a schema or a boolean"));
  if (Object.keys(node.properties ?? {}).length > 0 && values !== undefined && values !== true)
    report.error(
      "crd/keyword",
      forbidden(path.child("additionalProperties"), "additionalProperties and properties are mutual exclusive"),
    );
}

function checkFormat(node: JSONSchema, { path, report }: SchemaPlace): void {
  const { format = "" } = node;
  if (format !== enforcedFormat(node))
    report.advice("crd/format", path.child("format"), () => ({ format: excerpt(format) }));
}

const rootKeywords = [
  "description",
  "type",
  "format",
  "title",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "required",
  "items",
  "properties",
  "externalDocs",
  "example",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-validations",
];

function checkStatusRoot(schema: JSONSchema, path: FieldPath, report: CrdReport): void {
  const wrong = Object.keys(schema).find((keyword) => keywords.has(keyword) && !rootKeywords.includes(keyword));
  if (wrong !== undefined)
    report.error(
      "crd/status-root",
      invalid(
        path,
        wrong,
        `only ${rootKeywords.join(", ")} fields are allowed at the root of the schema if the status subresource is enabled`,
      ),
    );
}
