// Which fields differ between two versions of a type. Equality is identity: `extends` would accept a changed optional field.
// A simple version needed two million instantiations for each use; tests limit the number for this one.
import type { JoinPath, FieldNames } from "./conversion-path.ts";

type Scalar = string | number | boolean | null | undefined;
/** Whether A and B are the same type: the only comparison that sees optional fields. */
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type IsUnion<T, U = T> = T extends T ? ([U] extends [T] ? false : true) : never;

type Form<T> = [T] extends [Scalar]
  ? "scalar"
  : [T] extends [readonly unknown[]]
    ? "list"
    : true extends IsUnion<T>
      ? "union"
      : string extends keyof T
        ? "map"
        : "object";

/** A recursive type (forbidden in a CRD) must not hang the compiler. */
type Deeper<D extends readonly 0[]> = readonly [...D, 0];
type Presence<T, K> = K extends keyof T ? ({} extends Pick<T, K> ? "optional" : "required") : "absent";
/** The same of a union: a field is required that each member which has it requires. */
type PresenceInAll<T, K> = OneOf<Exclude<T extends unknown ? Presence<T, K> : never, "absent">>;
type OneOf<P> = [P] extends [never] ? "absent" : [P] extends ["required"] ? "required" : "optional";

/** `T[K]` without undefined, or `never`; of a union, in the members that have it. */
export type Get<T, K> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;

/** Fields of A (at path P) that B lacks or types otherwise. Descends where both sides have an object, a list or a map. */
export type Differs<A, B, P extends string = "", D extends readonly 0[] = readonly []> =
  Identical<A, B> extends true
    ? never
    : D["length"] extends 16
      ? P
      : [Form<A>, Form<B>] extends ["object", "object"]
        ? DiffersIn<A, B, FieldNames<A>, P, Deeper<D>>
        : [Form<A> | Form<B>] extends ["object" | "union"]
          ? OrWhole<DiffersIn<A, B, FieldNames<A>, P, Deeper<D>>, DiffersIn<B, A, FieldNames<B>, P, Deeper<D>>, P>
          : [A, B] extends [readonly (infer X)[], readonly (infer Y)[]]
            ? Differs<X, Y, `${P}[]`, Deeper<D>>
            : [Form<A>, Form<B>] extends ["map", "map"]
              ? Differs<A[keyof A], B[keyof B], `${P}[*]`, Deeper<D>>
              : P;

/**
 * Of a union the fields of all members are compared. Where they are alike, and the other version has no more either, they go with other members; the generator sees that beside
 * fields that the other version adds, too.
 */
type OrWhole<Found, Added, P extends string> = [Found, Added] extends [never, never] ? P : Found;

/** Optional against required is a difference of a scalar, list or map; an object that is absent stays absent. */
type DiffersIn<A, B, K, P extends string, D extends readonly 0[]> =
  K extends FieldNames<B>
    ? Form<Get<A, K>> extends "object" | "union"
      ? Differs<Get<A, K>, Get<B, K>, JoinPath<P, K>, D>
      : PresenceInAll<A, K> extends PresenceInAll<B, K>
        ? Differs<Get<A, K>, Get<B, K>, JoinPath<P, K>, D>
        : JoinPath<P, K>
    : JoinPath<P, K>;
