// Variables of a ClusterClass and their schemas, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Int64, JSONValue } from "@capstan/kube";

/** A CEL rule. */
export interface ValidationRule {
  /**
   * rule is the CEL expression, with the value as `self`.
   * @minLength 1
   * @maxLength 4096
   */
  rule: string;
  /**
   * message is shown when the rule is violated.
   * @minLength 1
   * @maxLength 512
   */
  message?: string;
  /**
   * messageExpression is a CEL expression that makes the message.
   * @minLength 1
   * @maxLength 1024
   */
  messageExpression?: string;
  /**
   * reason is the kind of violation that is reported.
   * @default "FieldValueInvalid"
   */
  reason?: "FieldValueInvalid" | "FieldValueForbidden" | "FieldValueRequired" | "FieldValueDuplicate";
  /**
   * fieldPath points to the field that the violation is reported for.
   * @minLength 1
   * @maxLength 512
   */
  fieldPath?: string;
}

/** Labels and annotations of a variable or of a field of it. */
export interface VariableSchemaMetadata {
  /** labels are key and value pairs by which objects are organized and selected. */
  labels?: Record<string, string>;
  /** annotations are notes for tools, copied to what is created; they cannot be selected by. */
  annotations?: Record<string, string>;
}

/** A schema of a value, in the part of OpenAPI v3 that variables may use. */
export interface JSONSchemaProps {
  /**
   * description explains the value to people.
   * @minLength 1
   * @maxLength 4096
   */
  description?: string;
  /** example shows a value. */
  example?: JSONValue;
  /** type is the type of the value. */
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  /**
   * properties describes the keys of an object.
   * @preserveUnknownFields
   * @schemaless
   */
  properties?: Record<string, JSONSchemaProps>;
  /**
   * additionalProperties describes the values of an object's keys that `properties` does not name.
   * @preserveUnknownFields
   * @schemaless
   */
  additionalProperties?: JSONSchemaProps;
  /** maxProperties is how many keys an object may have at most. */
  maxProperties?: Int64;
  /** minProperties is how many keys an object must have at least. */
  minProperties?: Int64;
  /**
   * required lists the keys an object must have.
   * @maxItems 1000
   * @items.minLength 1
   * @items.maxLength 256
   */
  required?: string[];
  /**
   * items describes the elements of an array.
   * @preserveUnknownFields
   * @schemaless
   */
  items?: JSONSchemaProps;
  /** maxItems is the longest an array may be. */
  maxItems?: Int64;
  /** minItems is the shortest an array may be. */
  minItems?: Int64;
  /** uniqueItems says that an array has no element twice. */
  uniqueItems?: boolean;
  /**
   * format is an OpenAPI v3 format that the text must have.
   * @minLength 1
   * @maxLength 32
   */
  format?: string;
  /** maxLength is the maximum length of a string. */
  maxLength?: Int64;
  /** minLength is the minimum length of a string. */
  minLength?: Int64;
  /**
   * pattern is a regular expression that the text must match.
   * @minLength 1
   * @maxLength 512
   */
  pattern?: string;
  /** maximum is the largest allowed number. */
  maximum?: Int64;
  /** exclusiveMaximum says that the value must be below `maximum`, not equal to it. */
  exclusiveMaximum?: boolean;
  /** minimum is the smallest allowed number. */
  minimum?: Int64;
  /** exclusiveMinimum says that the value must be above `minimum`, not equal to it. */
  exclusiveMinimum?: boolean;
  /** x-kubernetes-preserve-unknown-fields keeps fields that no schema names. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /**
   * enum lists the allowed values.
   * @maxItems 100
   */
  enum?: JSONValue[];
  /** default is the value used when none is given. */
  default?: JSONValue;
  /**
   * x-kubernetes-validations are CEL rules that must hold.
   * @listType map
   * @listMapKey rule
   * @maxItems 100
   */
  "x-kubernetes-validations"?: ValidationRule[];
  /** x-metadata holds labels and annotations of the variable or field. */
  "x-metadata"?: VariableSchemaMetadata;
  /** x-kubernetes-int-or-string allows an integer or a string. */
  "x-kubernetes-int-or-string"?: boolean;
  /**
   * allOf lists schemas that must all hold.
   * @preserveUnknownFields
   * @schemaless
   */
  allOf?: JSONSchemaProps[];
  /**
   * oneOf lists schemas of which exactly one must hold.
   * @preserveUnknownFields
   * @schemaless
   */
  oneOf?: JSONSchemaProps[];
  /**
   * anyOf lists schemas of which at least one must hold.
   * @preserveUnknownFields
   * @schemaless
   */
  anyOf?: JSONSchemaProps[];
  /**
   * not is a schema that must not hold.
   * @preserveUnknownFields
   * @schemaless
   */
  not?: JSONSchemaProps;
}

/** The schema of a variable. */
export interface VariableSchema {
  /** openAPIV3Schema is the schema, in the part of OpenAPI v3 that CRDs use. */
  openAPIV3Schema: JSONSchemaProps;
}

/** Labels and annotations of a variable. */
export interface ClusterClassVariableMetadata {
  /** labels are key and value pairs by which objects are organized and selected. */
  labels?: Record<string, string>;
  /** annotations are notes for tools, copied to what is created; they cannot be selected by. */
  annotations?: Record<string, string>;
}

/** Declares a variable: its name and the schema of its values. */
export interface ClusterClassVariable {
  /**
   * name names the variable.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /** required is true if a Cluster must set the variable. */
  required: boolean;
  /** metadata holds labels and annotations of the variable. */
  metadata?: ClusterClassVariableMetadata;
  /** schema is the schema of the variable. */
  schema: VariableSchema;
}
