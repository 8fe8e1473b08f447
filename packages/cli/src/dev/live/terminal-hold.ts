// A screen that has the terminal gives it back: when the process ends, by an error too, and while it is stopped by Ctrl-Z.

/** What is to happen to the screen. */
export interface TerminalHold {
  /** The terminal becomes what it was. Called more than once. */
  readonly leave: () => void;
  readonly enter: () => void;
  /** Something else has written to the terminal. */
  readonly redraw: () => void;
}

/** Calls these until the returned function is called. */
export function holdTerminal({ leave, enter, redraw }: TerminalHold): () => void {
  const stop = (): void => {
    leave();
    // The signal that no handler takes: this process stops here, until the shell lets it go on.
    process.kill(process.pid, "SIGSTOP");
  };
  // Node prints its warnings to the terminal, after this.
  const warned = (): void => void setImmediate(redraw);
  const canStop = process.platform !== "win32";
  process.on("exit", leave).on("uncaughtExceptionMonitor", leave).on("warning", warned);
  if (canStop) process.on("SIGTSTP", stop).on("SIGCONT", enter);
  return () => {
    process.off("exit", leave).off("uncaughtExceptionMonitor", leave).off("warning", warned);
    if (canStop) process.off("SIGTSTP", stop).off("SIGCONT", enter);
  };
}
