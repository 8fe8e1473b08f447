// The schema of every scalar, exactly as controller-gen writes it for the equal Go type.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { OpenNode, ScalarName } from "@capstan/generator-model";

/** The pattern that Kubernetes' schema for resource.Quantity has. */
export const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

const intOrString = (): JSONSchema => ({
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
});

const schemas: Readonly<Record<ScalarName, () => JSONSchema>> = {
  string: () => ({ type: "string" }),
  boolean: () => ({ type: "boolean" }),
  Int32: () => ({ type: "integer", format: "int32" }),
  Int64: () => ({ type: "integer", format: "int64" }),
  Int: () => ({ type: "integer" }),
  Float: () => ({ type: "number" }),
  Double: () => ({ type: "number" }),
  Time: () => ({ type: "string", format: "date-time" }),
  MicroTime: () => ({ type: "string", format: "date-time" }),
  Duration: () => ({ type: "string" }),
  Quantity: () => ({ ...intOrString(), pattern: quantityPattern }),
  IntOrString: intOrString,
  Bytes: () => ({ type: "string", format: "byte" }),
};

const preserve = "x-kubernetes-preserve-unknown-fields";

const openSchemas: Readonly<Record<OpenNode["open"], () => JSONSchema>> = {
  value: () => ({ [preserve]: true }),
  object: () => ({ type: "object", [preserve]: true }),
  empty: () => ({ type: "object" }),
};

/** A fresh schema of a scalar. */
export function scalarSchema(scalar: ScalarName): JSONSchema {
  return schemas[scalar]();
}

/** A fresh schema of open JSON. */
export function openSchema(open: OpenNode["open"]): JSONSchema {
  return openSchemas[open]();
}
