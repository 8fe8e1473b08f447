// What a part of `pnpm run fuzz` says about itself.

/** What to run. */
export interface Settings {
  /** How many objects of each version a check gets, or how many requests a server. */
  readonly runs: number;
  readonly seed: number;
  /** Runs only what has this in its name. */
  readonly only: string;
  /** Tries all that is in a list, not a sample of it, and large kinds with as many objects as small ones. */
  readonly all: boolean;
  /** Which of the table of pairs are run, by their index. */
  readonly isOfShare: (index: number) => boolean;
  /** The folder with checkouts of providers' repositories, if there is one. */
  readonly from?: string;
}

/** What was tried of one group, for example one pair in one check. */
export interface Outcome {
  readonly group: string;
  readonly cases: number;
  /** What went wrong, in words that name the place; none when all is right. */
  readonly failures: readonly string[];
  /** What else the table says about it. */
  readonly note?: string;
}

/** One part: the kinds of question that conversions have to answer. */
export interface Part {
  /** What the command line selects, for example "examples". */
  readonly name: string;
  /** How many of the runs are its own when no part is named, as a share of them; without it, all. */
  readonly share?: number;
  readonly run: (settings: Settings) => Promise<readonly Outcome[]>;
}

/** The settings with which a part runs when no part is named. */
export function shareOf({ share = 1 }: Part, settings: Settings): Settings {
  return { ...settings, runs: Math.ceil(settings.runs * share) };
}
