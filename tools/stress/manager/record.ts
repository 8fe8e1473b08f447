// What a manager leaves for the program that checks it. Lines are written at once, so that a record is whole after kill -9.
import { openSync, writeFileSync, writeSync } from "node:fs";

const tickMs = 10;
const writtenMs = 500;

/** The longest turn of an event loop, in milliseconds. */
export interface LongestTurn {
  /** How long nothing else was done: more on a machine that is busy with other work. */
  readonly wall: number;
  /** What the thread used of a processor meanwhile: what the turn takes on a machine that is not. */
  readonly cpu: number;
}

/** The clock that all processes of the machine share, in milliseconds. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Opens the record of the begins and the ends of reconciles; the function it returns appends a line, with the clock. */
export function openRecord(file: string): (line: string) => void {
  const descriptor = openSync(file, "a", 0o600);
  return (line) => void writeSync(descriptor, `${line} ${clockMs().toFixed(3)}\n`);
}

/** From now on the longest turn of this process's event loop stands in the file, written twice a second. */
export function writeLongestTurn(file: string): void {
  let [wall, cpu] = [0, 0];
  let [lastAt, lastCpu] = [clockMs(), threadMs()];
  setInterval(() => {
    const [at, used] = [clockMs(), threadMs()];
    // From one tick to the next: what is beyond the time between them is a turn.
    wall = Math.max(wall, at - lastAt - tickMs);
    cpu = Math.max(cpu, used - lastCpu - tickMs);
    [lastAt, lastCpu] = [at, used];
  }, tickMs).unref();
  const write = (): void => {
    const longest: LongestTurn = { wall, cpu };
    writeFileSync(file, JSON.stringify(longest));
  };
  setInterval(write, writtenMs).unref();
  process.once("exit", write);
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
