// How long the event loop of this process was held. A turn counts with the smaller of its time and the processor time of this thread:
// on a busy machine, time passes in which this process does not run.

/** Measures turns of the event loop until it is closed. */
export interface LoopWatch extends Disposable {
  /** The longest turn since the last call, in milliseconds. */
  longest(): number;
}

/** Starts measuring, with a look at the loop each `tickMs`. Turns that come between two looks count as one. */
export function watchLoop(tickMs: number = 2): LoopWatch {
  let longest = 0;
  let wall = performance.now();
  let busy = busyMs();
  const turn = (): void => {
    const [wallNow, busyNow] = [performance.now(), busyMs()];
    longest = Math.max(longest, Math.min(wallNow - wall, busyNow - busy));
    [wall, busy] = [wallNow, busyNow];
  };
  const timer = setInterval(turn, tickMs).unref();
  return {
    longest() {
      turn();
      const result = longest;
      longest = 0;
      return result;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The processor time of this thread. */
export function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
