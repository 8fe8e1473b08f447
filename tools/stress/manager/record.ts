// The record of a manager: a line at the begin and at the end of each reconcile, written at once, so that it is whole after kill -9.
import { openSync, writeSync } from "node:fs";

/** Opens the file; the function it returns appends a line. */
export function openRecord(file: string): (line: string) => void {
  const descriptor = openSync(file, "a", 0o600);
  return (line) => void writeSync(descriptor, `${line}\n`);
}
