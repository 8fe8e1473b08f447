// A screen that has the terminal gives it back: when the process ends, by an error too, and while it is stopped by Ctrl-Z.

/** What is to happen to the screen. */
export interface TerminalHold {
  /** The terminal becomes what it was. Called more than once. */
  readonly leave: () => void;
  readonly enter: () => void;
  /** Something else has written to the terminal. */
  readonly redraw: () => void;
}

/** A terminal that is held. */
export interface HeldTerminal {
  /** Gives the terminal to the shell, until the shell lets this process go on. */
  readonly suspend: () => void;
  readonly release: () => void;
}

/** After so long, a process that was to stop has not: no shell could let it go on. */
const stopsMs = 200;

/** Calls these until the terminal is released. */
export function holdTerminal({ leave, enter, redraw }: TerminalHold): HeldTerminal {
  const canStop = process.platform !== "win32";
  let isHeld = true;
  const listen = (): void => {
    if (canStop && isHeld && !process.listeners("SIGTSTP").includes(suspend)) process.on("SIGTSTP", suspend);
  };
  const back = (): void => {
    listen();
    enter();
  };
  // After SIGSTOP, which nobody can catch, the shell has set the terminal and written to it while the screen was held.
  const continued = (): void => {
    leave();
    back();
  };
  const suspend = (): void => {
    if (!canStop) return;
    // Before any process of the group stops: the shell takes the terminal at once then, and a process that sets a terminal which is not its own is stopped in the middle of that.
    leave();
    // What the system does for this signal: npm and the shell between it and this process stop, too.
    process.off("SIGTSTP", suspend);
    process.kill(0, "SIGTSTP");
    setTimeout(back, stopsMs).unref();
  };
  // Node prints its warnings to the terminal, after this.
  const warned = (): void => void setImmediate(redraw);
  process.on("exit", leave).on("uncaughtExceptionMonitor", leave).on("warning", warned);
  if (canStop) process.on("SIGCONT", continued);
  listen();
  const release = (): void => {
    isHeld = false;
    process.off("exit", leave).off("uncaughtExceptionMonitor", leave).off("warning", warned);
    if (canStop) process.off("SIGTSTP", suspend).off("SIGCONT", continued);
  };
  return { suspend, release };
}
