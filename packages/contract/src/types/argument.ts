// Checks an argument of a define function by its own literal type.

/**
 * Infers P from the argument (the false branch), then demands Wanted (the true branch). An argument is never intersected
 * with its check: a wrong leaf would print as `never`.
 */
export type Argument<P, Wanted> = P extends P ? Wanted : P;
