// Everything a verb may touch outside the file system: where it runs, where it prints, when it must stop. main.ts gives the real
// one, tests give a recording one.

/** The world as a verb sees it. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether colour and progress make sense. */
  readonly interactive: boolean;
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  out(text: string): void;
  err(text: string): void;
}
