// A benchmark as data: one piece of work, the contenders that do it, and what is measured of them.

/** What one run measured, by the name of the figure (its unit included, for example "seconds"). */
export type Figures = Readonly<Record<string, number>>;

/** One program that does the work. */
export interface Contender {
  readonly name: string;
  /** Starts what has to run before the first measured run. */
  readonly prepare?: () => Promise<void>;
  /** Does the work once. */
  readonly run: () => Promise<Figures>;
  readonly stop?: () => Promise<void>;
}

/** The most or the least that a figure of ours may be: its own value, or what it is beside the peer's. Checked with `--assert`. */
export type Limit = LimitedFigure & ({ readonly most: number } | { readonly least: number });

interface LimitedFigure {
  readonly figure: string;
  readonly of: "value" | "ratio" | "difference";
}

/** Work that contenders do, ours first; a peer is in the same run or there is none. */
export interface Benchmark {
  readonly name: string;
  /** What is done and how it is measured, in one or two sentences: printed with the figures. */
  readonly how: string;
  readonly contenders: readonly Contender[];
  /** The least ratio of figures a second, ours divided by the peer's. A short run may miss it by two fifths. */
  readonly leastRatio?: number;
  /** Figures that are taken at more than one size begin with it, as in "10,000: seconds". Their ratios are shown beside each other, so that one sees where they bend. */
  readonly sizes?: readonly string[];
  readonly limits?: readonly Limit[];
  /** Runs of each contender that are not measured, before the first that is. Default: 1. A server on Node is compiled while it works. */
  readonly warmUps?: number;
  /** Measured runs of each contender. */
  readonly runs: { readonly short: number; readonly full: number };
}

/** The medians of one contender. */
export interface Row {
  readonly contender: string;
  readonly figures: Figures;
}

/** What a benchmark found: medians of each contender, and ours divided by the peer's, run by run. */
export interface Outcome {
  readonly benchmark: Benchmark;
  readonly rows: readonly Row[];
  readonly ratios: Figures;
}
