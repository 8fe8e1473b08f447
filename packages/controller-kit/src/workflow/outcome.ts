// What a pass came to, before it is written: the author's result, a gate that held the pass back, or an error.
import type { AnyResult } from "../authoring/result.ts";

/** A pass that a gate ended before the author was called. */
export interface Gated {
  readonly kind: "gated";
  readonly reason: string;
  readonly message: string;
  /** Only where no watch would bring the next pass. */
  readonly requeueAfter?: string;
}

/** How the inner part of a pass came out. */
export type PassOutcome =
  | { readonly kind: "answered"; readonly result: AnyResult }
  | { readonly kind: "failed"; readonly error: unknown }
  | Gated;

/** Ends a pass from inside an author's function as if a gate had: thrown by helpers such as `bootstrap.read()`. */
export class GateError extends Error {
  readonly gate: Gated;

  constructor(gate: Gated) {
    super(gate.message);
    this.gate = gate;
  }
}
