// How plans describe the values of a field: their types, and the bounds that their schemas have.

/** The bounds of one value, by their names in schemas. */
export interface ValueBounds {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether `minimum` itself is not allowed. */
  readonly exclusiveMinimum?: true;
  readonly exclusiveMaximum?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** The shape of values. */
export type ValueShape =
  | "any"
  | "boolean"
  | "embeddedResource"
  | "integer"
  | "intOrString"
  | "int32"
  | "int64"
  | "number"
  | "string"
  | "time"
  | { readonly oneOf: readonly unknown[] }
  | { readonly of: ValueShape; readonly within: ValueBounds }
  | { readonly nullable: ValueShape }
  | { readonly list: ValueShape }
  | { readonly map: ValueShape }
  | {
      readonly fields: Readonly<Record<string, ValueShape>>;
      readonly required?: readonly string[];
      /** Whether the API server reads it as an object of its own. */
      readonly embedded?: true;
    };
