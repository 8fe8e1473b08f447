// The two versions of a pair, and the one that is converted to.
import type { ConversionContext } from "./conversion-op.ts";
import type { Side } from "./conversion-plan.ts";

/** The other version of a pair. */
export function otherSide(side: Side): Side {
  return side === "older" ? "newer" : "older";
}

/** The side to convert to, and the context of the conversion. */
export interface Target {
  readonly side: Side;
  readonly context: ConversionContext;
}
