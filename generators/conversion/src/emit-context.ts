// The options of emission with their defaults filled in: what every emitter of this package is given.
// Made by emit-conversions.ts; callers of the package give the options.

/** Where generated files go, and what they import. */
export interface EmitContext {
  readonly folder: string;
  readonly codegen: string;
}
