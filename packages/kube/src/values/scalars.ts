// The scalar types of annotated APIs: plain JSON values whose names give generators the width, format or encoding. The brand
// is an optional property that is never set, so literals stay assignable and two scalars do not mix. A branded number
// `extends object`: helpers that walk types must test for scalars first, as DeepPartial and DeepReadonly do.

interface Brand<Name extends string> {
  readonly "~scalar"?: Name;
}

/** A whole number of 32 bits. */
export type Int32 = number & Brand<"Int32">;
/** A whole number of 64 bits; beyond 2^53 JavaScript clients lose precision. */
export type Int64 = number & Brand<"Int64">;
/** A whole number without a width, as in older CRDs. */
export type Int = number & Brand<"Int">;
/** A floating-point number of 32 bits. Kubernetes APIs avoid these, so the generator requires an opt-in. */
export type Float = number & Brand<"Float">;
/** A floating-point number of 64 bits, with the same opt-in as Float. */
export type Double = number & Brand<"Double">;
/** A point in time, RFC 3339 in UTC, to the second. */
export type Time = string & Brand<"Time">;
/** A point in time, RFC 3339 in UTC, to the microsecond. */
export type MicroTime = string & Brand<"MicroTime">;
/** A duration in Go's notation, for example "1h30m". */
export type Duration = string & Brand<"Duration">;
/** An amount of a resource, for example "500m" or "1Gi"; compare with `compareQuantities`, not as strings. */
export type Quantity = (string | number) & Brand<"Quantity">;
/** A number or a string, as the writer of the object chooses. */
export type IntOrString = (string | number) & Brand<"IntOrString">;
/** Binary data, base64 in JSON. */
export type Bytes = string & Brand<"Bytes">;
/** Any JSON value; the API server does not prune it. */
export type JSONValue = string | number | boolean | null | readonly JSONValue[] | { readonly [key: string]: JSONValue };
/** Any JSON object; the API server does not prune its fields. */
export interface JSONObject {
  readonly [key: string]: JSONValue;
}
/** An object without fields. */
export type EmptyObject = Record<string, never>;

type Scalar = string | number | boolean | bigint | symbol | null | undefined;

/** T with every field optional, at every depth; elements of lists stay as they are. */
export type DeepPartial<T> = unknown extends T
  ? T
  : T extends Scalar | readonly unknown[]
    ? T
    : { [K in keyof T]?: DeepPartial<T[K]> };
/** The names of the fields that some member of T has; an object whose names are free has none. */
type FieldsOf<T> = T extends Scalar | readonly unknown[] ? never : string extends keyof T ? never : keyof T;
type PatchOfFields<T> = { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined };
/** A patch of T, one member of a union: it removes the fields in Others, which other members have. */
type PatchOfMember<T, Others extends PropertyKey> = [Others] extends [never]
  ? PatchOfFields<T>
  : PatchOfFields<T> & { readonly [K in Others]?: null | undefined };
/**
 * A merge patch of T: every field optional, at every depth; null removes a field, and a list is replaced as a whole. Where T is a union, null removes the fields of its other members, too. Parts of read-only objects, as of a
 * cache, may be used.
 */
export type MergePatch<T, Whole = T> = JSONValue extends T
  ? T
  : T extends Scalar
    ? T
    : T extends readonly (infer E)[]
      ? readonly DeepReadonly<E>[]
      : PatchOfMember<T, Exclude<FieldsOf<Whole>, keyof T>>;
/** T with every field and every list read-only, at every depth. */
export type DeepReadonly<T> = T extends Scalar
  ? T
  : T extends readonly (infer E)[]
    ? readonly DeepReadonly<E>[]
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };
