// What a figure is.

/** One number about the code, its limit, and where it comes from. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** The largest value allowed, or with `atLeast` the smallest; without one the figure is only printed. */
  readonly limit?: number;
  readonly atLeast?: true;
  readonly unit?: string;
  /** Shown when the limit is missed, and always without a limit: a line for each place. */
  readonly places: readonly string[];
}

/** A figure before its limit is known. */
export type Measure = () => Pick<Figure, "value" | "places">;
