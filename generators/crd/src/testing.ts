// Input for tests of imports: every position of a CRD that has a string, what puts another string there, and strings that are hostile.
import type { CustomResourceDefinition, CustomResourceDefinitionVersion, JSONSchema } from "@capstan/kube/builtin";
import { pluralOfKind } from "@capstan/kube";

export { crdOfKind } from "./testing/crd-of-kind.ts";
export { hostileStrings } from "./testing/hostile-strings.ts";

function versionOf(crd: CustomResourceDefinition): CustomResourceDefinitionVersion {
  const [version] = crd.spec.versions;
  if (version === undefined) throw new Error("the CRD has no version");
  return version;
}

/** A field of the spec. */
function field(crd: CustomResourceDefinition, name: string): JSONSchema {
  return below(specOf(crd), name);
}

function specOf(crd: CustomResourceDefinition): JSONSchema {
  return below(rootOf(crd), "spec");
}

function rootOf(crd: CustomResourceDefinition): JSONSchema {
  const schema = versionOf(crd).schema?.openAPIV3Schema;
  if (schema === undefined) throw new Error("the CRD has no schema");
  return schema;
}

function below(schema: JSONSchema, name: string): JSONSchema {
  const found = schema.properties?.[name];
  if (found === undefined) throw new Error(`the schema has no field "${name}"`);
  return found;
}

/** A property of any name: `__proto__` must become a property and not the prototype. */
function setProperty(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function addField(schema: JSONSchema, name: string, added: JSONSchema): void {
  schema.properties ??= {};
  setProperty(schema.properties, name, added);
}

const rule = "self.size() >= 0";

/** What each position of a CRD does with a string, by its name. */
export const stringPositions: Readonly<Record<string, (crd: CustomResourceDefinition, text: string) => void>> = {
  "description of a field": (crd, text) => (field(crd, "text").description = text),
  "description of the kind": (crd, text) => (rootOf(crd).description = text),
  "description of the spec": (crd, text) => (specOf(crd).description = text),
  "description of an element": (crd, text) => (field(crd, "list").items = { type: "string", description: text }),
  "description of apiVersion": (crd, text) => (below(rootOf(crd), "apiVersion").description = text),
  "description of a value of a map": (crd, text) =>
    (field(crd, "map").additionalProperties = { type: "string", description: text }),
  title: (crd, text) => (field(crd, "text").title = text),
  format: (crd, text) => (field(crd, "text").format = text),
  pattern: (crd, text) => (field(crd, "text").pattern = text),
  "pattern of an element": (crd, text) => (field(crd, "map").additionalProperties = { type: "string", pattern: text }),
  default: (crd, text) => (field(crd, "text").default = text),
  "default of an object": (crd, text) => {
    const value = {};
    setProperty(value, text, text);
    field(crd, "map").default = value;
  },
  example: (crd, text) => (field(crd, "text").example = text),
  enum: (crd, text) => (field(crd, "text").enum = [text, "other"]),
  "enum of an element": (crd, text) => (field(crd, "map").additionalProperties = { type: "string", enum: [text] }),
  "enum of any values": (crd, text) => addField(specOf(crd), "any", { type: "string", enum: [text], nullable: true }),
  "external documentation": (crd, text) => (field(crd, "text").externalDocs = { description: text, url: text }),
  "name of a field": (crd, text) => addField(specOf(crd), text, { type: "string" }),
  "name of an object": (crd, text) =>
    addField(specOf(crd), text, { type: "object", properties: { inner: { type: "string" } } }),
  "name of a list of objects": (crd, text) =>
    addField(specOf(crd), text, {
      type: "array",
      items: { type: "object", description: "Element.", properties: { inner: { type: "string" } } },
    }),
  "name of a required field": (crd, text) => {
    addField(specOf(crd), text, { type: "integer" });
    specOf(crd).required = [text];
  },
  "name of a field of the object": (crd, text) => addField(rootOf(crd), text, { type: "string" }),
  "key of a list map": (crd, text) => {
    const items: JSONSchema = { type: "object", required: [text] };
    addField(items, text, { type: "string" });
    Object.assign(field(crd, "list"), { items, "x-kubernetes-list-map-keys": [text] });
  },
  "CEL rule": (crd, text) =>
    (field(crd, "text")["x-kubernetes-validations"] = [{ rule: `self != ${JSON.stringify(text)}` }]),
  "CEL rule, raw": (crd, text) => (field(crd, "text")["x-kubernetes-validations"] = [{ rule: text }]),
  "CEL message": (crd, text) => (field(crd, "text")["x-kubernetes-validations"] = [{ rule, message: text }]),
  "CEL messageExpression": (crd, text) =>
    (field(crd, "text")["x-kubernetes-validations"] = [{ rule, messageExpression: JSON.stringify(text) }]),
  "CEL fieldPath": (crd, text) =>
    (specOf(crd)["x-kubernetes-validations"] = [{ rule: "has(self.text)", fieldPath: text }]),
  "CEL reason": (crd, text) => setProperty(field(crd, "text"), "x-kubernetes-validations", [{ rule, reason: text }]),
  "list type": (crd, text) => setProperty(field(crd, "list"), "x-kubernetes-list-type", text),
  "name of a column": (crd, text) => columns(crd, { name: text, type: "string", jsonPath: ".spec.text" }),
  "type of a column": (crd, text) => columns(crd, { name: "Text", type: text, jsonPath: ".spec.text" }),
  "format of a column": (crd, text) =>
    columns(crd, { name: "Text", type: "string", format: text, jsonPath: ".spec.text" }),
  "description of a column": (crd, text) =>
    columns(crd, { name: "Text", type: "string", description: text, jsonPath: ".spec.text" }),
  "path of a column": (crd, text) => columns(crd, { name: "Text", type: "string", jsonPath: text }),
  "path of a column, quoted": (crd, text) => {
    addField(specOf(crd), text, { type: "string" });
    columns(crd, { name: "Text", type: "string", jsonPath: `.spec['${text}']` });
  },
  "value of a label": (crd, text) => (crd.metadata.labels = { "test.capstan.dev/label": text }),
  "key of a label": (crd, text) => setProperty((crd.metadata.labels = {}), text, "value"),
  "value of an annotation": (crd, text) => (crd.metadata.annotations = { "test.capstan.dev/note": text }),
  "key of an annotation": (crd, text) => setProperty((crd.metadata.annotations = {}), text, "value"),
  kind: (crd, text) => {
    crd.spec.names.kind = text;
    crd.spec.names.listKind = `${text}List`;
    crd.spec.names.singular = text.toLowerCase();
    crd.spec.names.plural = pluralOfKind(text);
    crd.metadata.name = `${crd.spec.names.plural}.${crd.spec.group}`;
  },
  plural: (crd, text) => {
    crd.spec.names.plural = text;
    crd.metadata.name = `${text}.${crd.spec.group}`;
  },
  "short name": (crd, text) => (crd.spec.names.shortNames = [text]),
  category: (crd, text) => (crd.spec.names.categories = [text]),
  group: (crd, text) => {
    crd.spec.group = text;
    crd.metadata.name = `${crd.spec.names.plural}.${text}`;
  },
  "name of a version": (crd, text) => (versionOf(crd).name = text),
  "deprecation warning": (crd, text) => Object.assign(versionOf(crd), { deprecated: true, deprecationWarning: text }),
  "scale path": (crd, text) =>
    (versionOf(crd).subresources = {
      status: {},
      scale: { specReplicasPath: text, statusReplicasPath: ".status.replicas" },
    }),
  "selector path": (crd, text) =>
    (versionOf(crd).subresources = {
      status: {},
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas", labelSelectorPath: text },
    }),
  "selectable field": (crd, text) => (versionOf(crd).selectableFields = [{ jsonPath: text }]),
};

function columns(
  crd: CustomResourceDefinition,
  column: NonNullable<CustomResourceDefinitionVersion["additionalPrinterColumns"]>[number],
): void {
  versionOf(crd).additionalPrinterColumns = [column];
}

/** A point, and a number beyond the range of floats, are numbers in YAML 1.1 as `yaml` reads it; Go's parsers, which read CRDs, read a string. */
export function isOddNumber(string: string): boolean {
  return /^[-+]?[._]+$/.test(string) || Math.abs(Number(string)) === Number.POSITIVE_INFINITY;
}
