// What a long-running program consists of, and what the shell gives it.
import type { FeatureTable, FeatureValues } from "../flags/feature-gates.ts";
import type { FlagTable, FlagValues } from "../flags/flag.ts";
import type { Logger } from "../log/logger.ts";

/** A program that the shell runs. */
export interface Program<T extends FlagTable, A extends FlagTable = {}, G extends FeatureTable = {}> {
  /** The name in log lines, for example "foo". */
  readonly name: string;
  /** The name in `--help`, for example "provider foo". */
  readonly title: string;
  /** Its flags; the shell adds `--feature-gates`, `--log-level`, `--log-format`, `--describe` and `--help`. */
  readonly flags: T;
  /** Flags that the author of a provider adds to those that every provider has. */
  readonly authorFlags?: A;
  /** Features that `--feature-gates` switches. Default: none. */
  readonly features?: G;
  /** Throws for values that do not fit together: the error is printed, and the process ends with 2. */
  readonly checkFlags?: (flags: FlagValues<T>) => void;
  /** What `--describe` prints as JSON. Must open nothing. */
  readonly describe: () => object;
  /**
   * Works until the signal aborts. Rejects with what keeps it from working: a CapstanError is printed with its code and
   * its help, any other error with its stack.
   */
  readonly work: (start: ProgramStart<T, A, G>) => Promise<void>;
}

/** What a program is started with. */
export interface ProgramStart<T extends FlagTable, A extends FlagTable = {}, G extends FeatureTable = {}> {
  readonly flags: FlagValues<T>;
  readonly authorFlags: FlagValues<A>;
  /** Which features are on. */
  readonly features: FeatureValues<G>;
  /** Aborts at SIGTERM and SIGINT. */
  readonly signal: AbortSignal;
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Writes lines that carry the program's name. */
  readonly log: Logger;
}

/** The process that a program runs in; tests give their own. */
export interface ProcessPort {
  readonly args: readonly string[];
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The width of standard output, when it is a terminal. Default: 80. */
  readonly columns?: number;
  /** Aborts when the program is to stop. */
  readonly signal: AbortSignal;
  /** Writes to standard output: `--help` and `--describe`. */
  readonly write: (output: string) => void;
  /** Writes to standard error: what kept the program from working. */
  readonly writeError: (output: string) => void;
  /** Whether log lines are read on a terminal: then they are text unless `--log-format` says otherwise. Default: false. */
  readonly isTerminal?: boolean;
  /** Takes log lines. Default: standard error. */
  readonly writeLog?: (line: string) => void;
}

/** 0: stopped as told; 1: could not work; 2: wrong flags. */
export type ExitCode = 0 | 1 | 2;
