// The structural rules of a node outside of junctors: it has a type, lists have items, and apiVersion, kind and metadata are not redefined.
import type { JSONSchema } from "@capstan/kube/builtin";
import { forbidden, invalid, notSupported, required } from "../fields/field-error.ts";
import type { SchemaPlace } from "./schema-place.ts";

const types = ["array", "boolean", "integer", "number", "object", "string"];
const missing = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Reports the problems of a node's shape. */
export function checkStructure(node: JSONSchema, place: SchemaPlace): void {
  checkType(node, place);
  checkPattern(node, place);
  checkExtensions(node, place);
  if (node.type === "array" && node.items === undefined)
    place.report.error("crd/items", required(place.path.child("items"), "must be specified"));
  if (node.default !== undefined && place.noDefaults !== undefined)
    place.report.error(
      "crd/default-forbidden",
      forbidden(place.path.child("default"), `must not be set ${place.noDefaults}`),
    );
  if (place.level === "root") checkRoot(node, place);
  if (place.level === "root" || node["x-kubernetes-embedded-resource"] === true) checkOwnFields(node, place);
}

/** Reports a pattern that Go cannot compile; also used inside junctors. */
export function checkPattern({ pattern }: JSONSchema, { path, report, patterns }: SchemaPlace): void {
  if (pattern === undefined || pattern === "") return;
  const compiled = patterns.compile(pattern);
  if (compiled === undefined && !report.has("crd/pattern-unchecked"))
    report.advice("crd/pattern-unchecked", path.child("pattern"));
  if (typeof compiled === "string")
    report.error(
      "crd/pattern",
      invalid(path.child("pattern"), pattern, `must be a valid regular expression, but isn't: ${compiled}`),
    );
}

function checkType(node: JSONSchema, { path, level, report }: SchemaPlace): void {
  const at = path.child("type");
  const type = node.type ?? "";
  if (node["x-kubernetes-embedded-resource"] === true && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    report.error("crd/embedded-resource", type === "" ? required(at, detail) : invalid(at, type, detail));
  } else if (type === "") {
    const free = node["x-kubernetes-int-or-string"] === true || node["x-kubernetes-preserve-unknown-fields"] === true;
    if (!free) report.error("crd/type", required(at, missing[level]));
  } else if (!types.includes(type)) {
    if (type === "null")
      report.error("crd/type", forbidden(at, "type cannot be set to null, use nullable as an alternative"));
    report.error("crd/type", notSupported(at, type, types));
  }
}

function checkExtensions(node: JSONSchema, { path, report, insideMeta }: SchemaPlace): void {
  const embedded = node["x-kubernetes-embedded-resource"] === true;
  const preserving = node["x-kubernetes-preserve-unknown-fields"] === true;
  if (node["x-kubernetes-int-or-string"] === true) {
    const detail = "must be false if x-kubernetes-int-or-string is true";
    if (preserving)
      report.error("crd/int-or-string", invalid(path.child("x-kubernetes-preserve-unknown-fields"), true, detail));
    if (embedded)
      report.error("crd/int-or-string", invalid(path.child("x-kubernetes-embedded-resource"), true, detail));
  }
  if (!embedded) return;
  if (insideMeta)
    report.error(
      "crd/embedded-resource",
      forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta"),
    );
  if (node.additionalProperties !== undefined)
    report.error(
      "crd/embedded-resource",
      forbidden(path.child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set"),
    );
  if (!preserving && Object.keys(node.properties ?? {}).length === 0)
    report.error(
      "crd/embedded-resource",
      required(
        path.child("properties"),
        "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
      ),
    );
}

function checkRoot(node: JSONSchema, { path, report }: SchemaPlace): void {
  if (node.additionalProperties !== undefined)
    report.error("crd/type", forbidden(path.child("additionalProperties"), "must not be used at the root"));
  if (node.type !== undefined && node.type !== "object")
    report.error("crd/type", invalid(path.child("type"), node.type, "must be object at the root"));
  if (node.nullable === true)
    report.error("crd/type", forbidden(path.child("nullable"), "nullable cannot be true at the root"));
  const metadata = node.properties?.["metadata"];
  if (metadata !== undefined && !restrictsNamesOnly(metadata))
    report.error(
      "crd/metadata",
      forbidden(
        path.child("properties").key("metadata"),
        "must not specify anything other than name and generateName, but metadata is implicitly specified",
      ),
    );
}

function restrictsNamesOnly(metadata: JSONSchema): boolean {
  const keys = Object.keys(metadata).filter((key) => key !== "type" && key !== "properties" && key !== "default");
  return (
    keys.length === 0 &&
    Object.keys(metadata.properties ?? {}).every((name) => name === "name" || name === "generateName")
  );
}

function checkOwnFields(node: JSONSchema, { path, report }: SchemaPlace): void {
  for (const [name, type] of [
    ["apiVersion", "string"],
    ["kind", "string"],
    ["metadata", "object"],
  ] as const) {
    const property = node.properties?.[name];
    if (property !== undefined && property.type !== type)
      report.error(
        "crd/metadata",
        invalid(path.child("properties").key(name).child("type"), property.type ?? "", `must be ${type}`),
      );
  }
}
