// The wall clock of a manager, moved at signals. The clock of the computer is left alone: only this process sees another time.

const hourMs = 3_600_000;
/** By how much each signal moves it. */
const movesMs = [hourMs, -2 * hourMs, hourMs];

/** From now on SIGUSR2 moves the wall clock: to an hour ahead of the computer's, then to an hour behind it, then back to it. */
export function moveWallClockAtSignals(): void {
  const ComputerDate = Date;
  let aheadMs = 0;
  let moves = 0;
  const now = (): number => ComputerDate.now() + aheadMs;
  class MovedDate extends ComputerDate {
    static override now(): number {
      return now();
    }

    constructor(time: number | string | Date = now()) {
      super(time);
    }
  }
  Object.defineProperty(globalThis, "Date", { value: MovedDate });
  process.on("SIGUSR2", () => {
    aheadMs += movesMs[moves % movesMs.length] ?? 0;
    moves += 1;
  });
}
