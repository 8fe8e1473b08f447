// The outcome of a pass before it is written: the author's result, a closed gate, or an error.
import type { AnyResult } from "../authoring/result.ts";

/** Why a pass ended before the author's function was called, or inside it by `bootstrap.read()`. */
export interface Gated {
  readonly kind: "gated";
  readonly reason: string;
  readonly message: string;
  /** Set only where no watch causes the next pass. */
  readonly requeueAfter?: string;
}

/** A closed gate; `Ready` shows its reason and message. */
export function gated(reason: string, message: string): Gated {
  return { kind: "gated", reason, message };
}

/** The outcome of the inner part of a pass; P is what `provisioned` reports. */
export type PassOutcome<P = unknown> =
  | { readonly kind: "returned"; readonly result: AnyResult<P> }
  | { readonly kind: "failed"; readonly error: unknown }
  | Gated;

/** Ends a pass with a closed gate. */
export class GateError extends Error {
  readonly gate: Gated;

  constructor(gate: Gated) {
    super(gate.message);
    this.gate = gate;
  }
}
