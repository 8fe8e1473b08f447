// The type of the values that a variable's schema allows, computed from the literal schema. Where the schema says nothing,
// the type is a JSON value.
import type { JSONSchemaProps } from "@capstan/api/core/v1beta2";
import type { JSONValue } from "@capstan/kube";

/** A rule in CEL. Cluster API compiles and evaluates it: Capstan checks its form. */
export type VariableRule = Readonly<NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number]>;

/** A schema of a variable, in the part of OpenAPI v3 that Cluster API accepts. */
export interface VariableSchemaLiteral {
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly description?: string;
  readonly default?: JSONValue;
  readonly example?: JSONValue;
  readonly enum?: readonly JSONValue[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly items?: VariableSchemaLiteral;
  readonly properties?: { readonly [name: string]: VariableSchemaLiteral };
  readonly additionalProperties?: VariableSchemaLiteral;
  /** Keeps fields of an object that no schema names. */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** An integer or a string; without a `type`. */
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-validations"?: readonly VariableRule[];
  /** Labels and annotations of the variable or field. */
  readonly "x-metadata"?: Readonly<NonNullable<JSONSchemaProps["x-metadata"]>>;
  /** These four check a value, and say nothing of its type. */
  readonly allOf?: readonly VariableSchemaLiteral[];
  readonly anyOf?: readonly VariableSchemaLiteral[];
  readonly oneOf?: readonly VariableSchemaLiteral[];
  readonly not?: VariableSchemaLiteral;
}

interface Scalars {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
}

type RequiredOf<S> = S extends { readonly required: readonly (infer K)[] } ? K : never;

/** The fields that an object keeps although its schema does not name them. */
type UnknownOf<S> = S extends { readonly "x-kubernetes-preserve-unknown-fields": true }
  ? { readonly [key: string]: JSONValue }
  : unknown;

type ObjectOf<S> = S extends { readonly properties: infer P }
  ? {
      readonly [K in keyof P as K extends RequiredOf<S> ? K : HasDefault<P[K]> extends true ? K : never]: TypeOfSchema<
        P[K]
      >;
    } & {
      readonly [
        K in keyof P as K extends RequiredOf<S> ? never : HasDefault<P[K]> extends true ? never : K
      ]?: TypeOfSchema<P[K]>;
    } & UnknownOf<S>
  : S extends { readonly additionalProperties: infer V }
    ? { readonly [key: string]: TypeOfSchema<V> }
    : { readonly [key: string]: JSONValue };

/** Whether the schema sets a default, so that the value is always there. */
export type HasDefault<S> = S extends { readonly default: unknown } ? true : false;

/** The type of the values that a schema allows. */
export type TypeOfSchema<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly "x-kubernetes-int-or-string": true }
    ? number | string
    : S extends { readonly type: infer K }
      ? K extends keyof Scalars
        ? Scalars[K]
        : K extends "array"
          ? S extends { readonly items: infer I }
            ? readonly TypeOfSchema<I>[]
            : readonly JSONValue[]
          : ObjectOf<S>
      : JSONValue;
