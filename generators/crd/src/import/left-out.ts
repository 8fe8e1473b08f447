// What import leaves out of a CRD without changing its API: fields that the API server ignores, and metadata that types do not have.
import type { Diagnostic, JsonPath, Position } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { crdProblem } from "../diagnostics.ts";

/** The fields of a definition that import reads, or that servers write. */
const definitionFields = ["apiVersion", "kind", "metadata", "spec", "status"];
const readMetadata = ["name", "labels", "annotations"];
const serverMetadata = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"];
const specFields = ["group", "names", "scope", "versions", "conversion", "preserveUnknownFields"];
const nameFields = ["plural", "singular", "kind", "listKind", "shortNames", "categories"];
const versionFields = [
  "name",
  "served",
  "storage",
  "deprecated",
  "deprecationWarning",
  "schema",
  "subresources",
  "additionalPrinterColumns",
  "selectableFields",
];
const ruleFields = ["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

/** A warning for each field that is left out, at its place. */
export function leftOut(crd: CustomResourceDefinition, positionOf: (path: JsonPath) => Position): Diagnostic[] {
  const { metadata, spec } = crd;
  const places = [
    ...otherFields(crd, [], definitionFields),
    ...otherFields(metadata, ["metadata"], [...readMetadata, ...serverMetadata]),
    ...otherFields(spec, ["spec"], specFields),
    ...otherFields(spec.names, ["spec", "names"], nameFields),
    ...spec.versions.flatMap((version, i) => {
      const path = ["spec", "versions", i];
      const rules = ruleFieldsLeftOut(version.schema?.openAPIV3Schema ?? {}, [...path, "schema", "openAPIV3Schema"]);
      return [...otherFields(version, path, versionFields), ...rules];
    }),
  ];
  const others = places.map((path) =>
    crdProblem("crd/import-left-out", {
      values: { field: path.filter((step) => typeof step === "string").at(-1) ?? "" },
      position: positionOf(path),
    }),
  );
  if (spec.conversion?.strategy !== "Webhook") return others;
  const values = { kind: spec.names.kind };
  return [...others, crdProblem("crd/import-webhook", { values, position: positionOf(["spec", "conversion"]) })];
}

function otherFields(object: object, path: JsonPath, known: readonly string[]): JsonPath[] {
  return Object.keys(object)
    .filter((field) => !known.includes(field))
    .map((field) => [...path, field]);
}

function ruleFieldsLeftOut(schema: JSONSchema, path: JsonPath): JsonPath[] {
  const { properties = {}, items, additionalProperties } = schema;
  const rules = (schema["x-kubernetes-validations"] ?? []).flatMap((rule, i) =>
    otherFields(rule, [...path, "x-kubernetes-validations", i], ruleFields),
  );
  const below = Object.entries(properties).flatMap(([name, property]) =>
    ruleFieldsLeftOut(property, [...path, "properties", name]),
  );
  return [
    ...rules,
    ...below,
    ...(items === undefined ? [] : ruleFieldsLeftOut(items, [...path, "items"])),
    ...(typeof additionalProperties === "object"
      ? ruleFieldsLeftOut(additionalProperties, [...path, "additionalProperties"])
      : []),
  ];
}
