// A file that is replaced as a whole: no reader sees half of it, and a failure leaves the old one.
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes the file by way of a new one beside it. Its name cannot be guessed, so nobody else's link is there to be written through. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const staged = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(staged, text, { flag: "wx" });
    renameSync(staged, file);
  } finally {
    rmSync(staged, { force: true });
  }
}
