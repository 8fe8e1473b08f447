// Reads the end of a log file without reading all of it.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Enough for the last lines of any log. */
const tailBytes = 64 * 1024;

/** The last `count` lines of a file; none when it does not exist. */
export function lastLines(file: string, count: number): string[] {
  const lines = readTail(file).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.slice(-count);
}

function readTail(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch {
    return "";
  }
  try {
    const size = fstatSync(descriptor).size;
    const buffer = Buffer.alloc(Math.min(size, tailBytes));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}
