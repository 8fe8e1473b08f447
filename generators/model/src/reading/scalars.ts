// Types with a fixed meaning: the scalars and shapes of @capstan/kube, known by where they are declared, and types of JavaScript that
// authors write by habit.
import type { ScalarName, TypeNode, WellKnownType } from "../type-model.ts";

/** The package that declares the scalars. */
export const scalarPackage = "@capstan/kube";

const scalar = (name: ScalarName): TypeNode => ({ kind: "scalar", scalar: name });

/** The node of each scalar or shape of @capstan/kube. */
export const kubeNodes: Readonly<Record<string, TypeNode>> = {
  Int32: scalar("Int32"),
  Int64: scalar("Int64"),
  Int: scalar("Int"),
  Float: scalar("Float"),
  Double: scalar("Double"),
  Time: scalar("Time"),
  MicroTime: scalar("MicroTime"),
  Duration: scalar("Duration"),
  Quantity: scalar("Quantity"),
  IntOrString: scalar("IntOrString"),
  Bytes: scalar("Bytes"),
  JSONValue: { kind: "open", open: "value" },
  JSONObject: { kind: "open", open: "object" },
  EmptyObject: { kind: "open", open: "empty" },
  UnstructuredObject: { kind: "open", open: "object" },
};

/** Types of @capstan/kube that have their fields in the model and a mark. */
export const wellKnownTypes: Readonly<Record<string, WellKnownType>> = { ObjectMeta: "ObjectMeta" };

/** What to write instead of JavaScript's own types. */
export const javascriptTypes: Readonly<Record<string, string>> = {
  Date: "Time",
  RegExp: "string",
  URL: "string",
  Uint8Array: "Bytes",
  Buffer: "Bytes",
  ArrayBuffer: "Bytes",
  Map: "Record<string, T>",
  WeakMap: "Record<string, T>",
  Set: "T[]",
  WeakSet: "T[]",
  Error: "string",
  Function: "a field with data",
  String: "string",
  Number: "Int32",
  Boolean: "boolean",
  Object: "JSONObject",
};

/** The JSON types of the scalars, to check where tags are allowed. */
export const scalarTargets: Readonly<Record<ScalarName, "string" | "integer" | "number" | "intOrString" | "boolean">> =
  {
    string: "string",
    boolean: "boolean",
    Int32: "integer",
    Int64: "integer",
    Int: "integer",
    Float: "number",
    Double: "number",
    Time: "string",
    MicroTime: "string",
    Duration: "string",
    Quantity: "intOrString",
    IntOrString: "intOrString",
    Bytes: "string",
  };
