// What an area of comparisons says about itself.

/** What to run. */
export interface Settings {
  readonly cases: number;
  readonly seed: number;
}

/** A part of the product that is compared with upstream's code. */
export interface Area {
  /** What the command line selects, for example "conditions". */
  readonly name: string;
  readonly run: (settings: Settings) => Promise<readonly Comparison[]>;
}

/** How the answers to one case compare. */
export interface Comparison {
  /** The group of cases, for the table. */
  readonly operation: string;
  /** The case, and both answers; absent when they agree. */
  readonly difference?: { readonly question: unknown; readonly ours: unknown; readonly upstream: unknown };
}
