// The ways a value changes its form between two versions of a field. codegen/v1 implements each one; the generator checks
// that the types fit.

/** A value's form in the older version and in the newer one. */
export type ValueOp =
  /** A Go duration such as "1m30s", and whole seconds. */
  | "seconds"
  /** An ObjectReference with apiVersion and namespace, and `{apiGroup, kind, name}`. */
  | "reference"
  /** A zero value ("" or 0), and no value. */
  | "dropEmpty"
  /** false, and no value. */
  | "boolPresence"
  /** Conditions with a severity, and Kubernetes' own. */
  | "conditions"
  /** An ObjectReference to one kind, and `{name}`. */
  | { readonly reference: { readonly apiVersion: string; readonly kind: string } }
  /** One list of names, and another: older to newer. */
  | { readonly enum: { readonly [older: string]: string } }
  /** A map, and a list whose elements carry the map's key in this field. */
  | { readonly mapToList: string };
