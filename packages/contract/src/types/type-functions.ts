// Types that compute on types: the check of an argument by its own literal type, and fields by dotted path. The presence of a field is checked by
// `keyof` and never by `extends`: in Kubernetes types every field is optional, so `{} extends { ready?: boolean }` is true for a status that
// has no such field.

/**
 * Infers P from the argument (the false branch), then demands Wanted (the true branch). An argument is never intersected
 * with its check: a wrong leaf would print as `never`.
 */
export type Argument<P, Wanted> = P extends P ? Wanted : P;

/** `T[K]` without undefined, or `never` when there is no such field. */
export type Field<T, K extends string> = K extends keyof T ? NonNullable<T[K]> : never;

/** The type at the dotted path P of T, or `never` when there is no such field. */
export type FieldAt<T, P extends string> = P extends `${infer K}.${infer R}` ? FieldAt<Field<T, K>, R> : Field<T, P>;

/** Whether the field at P exists and is required. */
export type IsRequiredAt<T, P extends string> = P extends `${infer K}.${infer R}`
  ? IsRequiredAt<Field<T, K>, R>
  : P extends keyof T
    ? {} extends Pick<T, P>
      ? false
      : true
    : false;

/** The spec of an object type, or `never` when it has none. */
export type SpecOf<T> = Field<T, "spec">;
