// The one way an argument is checked by its own literal type.
// Used by the define functions; the reasons stand at the types that use it.

/**
 * Infers P from the argument (the false branch), then demands Wanted (the true branch). An argument is never intersected
 * with its check: a wrong leaf would print as `never`.
 */
export type Argument<P, Wanted> = P extends P ? Wanted : P;
