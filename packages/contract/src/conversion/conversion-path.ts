// Field paths of conversions at type level: `spec.a.b`, `spec.list[].a`, `spec.map[*].a`.

type Split<P extends string> = P extends `${infer A}.${infer B}`
  ? A extends `${infer K}[${infer C}`
    ? [K, `[${C}.${B}`]
    : [A, B]
  : P extends `${infer K}[${infer C}`
    ? [K, `[${C}`]
    : [P, ""];

/** The type at a path, or `never` when there is no such field. */
export type TypeAtPath<T, P extends string> = P extends ""
  ? NonNullable<T>
  : P extends `.${infer R}`
    ? TypeAtPath<T, R>
    : P extends `[]${infer R}`
      ? NonNullable<T> extends readonly (infer E)[]
        ? TypeAtPath<E, R>
        : never
      : P extends `[*]${infer R}`
        ? TypeAtPath<NonNullable<T>[keyof NonNullable<T>], R>
        : Split<P> extends [infer K extends string, infer R extends string]
          ? K extends FieldNames<NonNullable<T>>
            ? TypeAtPath<FieldOf<NonNullable<T>, K>, R>
            : never
          : never;

/** The names of an object's fields; of a union those of all members. */
export type FieldNames<T> = T extends unknown ? Extract<keyof T, string> : never;
/** The type of a field, in the members of a union that have it. */
type FieldOf<T, K extends string> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** A path with one more field. */
export type JoinPath<P extends string, K> = K extends string ? (P extends "" ? K : `${P}.${K}`) : never;
/** Any path below this one. */
export type PathBelow<P extends string> = `${P}.${string}` | `${P}[${string}`;

type Parent<P extends string> = P extends `${infer A}.${infer B}`
  ? B extends `${string}.${string}`
    ? `${A}.${Parent<B>}`
    : A
  : "";

/** The valid literals in place of a wrong path: the fields of the nearest parent that exists. */
export type Siblings<T, P extends string> = [TypeAtPath<T, Parent<P>>] extends [never]
  ? Siblings<T, Parent<P>>
  : JoinPath<Parent<P>, FieldNames<TypeAtPath<T, Parent<P>>>>;

type Last<P extends string> = P extends `${string}.${infer B}` ? Last<B> : P;

/** Whether the field at a path exists and is required in the object around it. */
export type IsRequiredPath<T, P extends string> =
  Last<P> extends keyof TypeAtPath<T, Parent<P>>
    ? {} extends Pick<TypeAtPath<T, Parent<P>>, Last<P>>
      ? false
      : true
    : false;
