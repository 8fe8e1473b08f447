// Folders for certificates, logs and copied projects. They are removed by the code that created them, and at the latest when this
// process ends, also by Ctrl-C.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** Makes an empty folder. */
export function makeTemporaryFolder(): string {
  if (made.size === 0) process.once("exit", removeAll);
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  made.add(folder);
  return folder;
}

/** Removes such a folder with all it holds. */
export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  made.delete(folder);
  if (made.size === 0) process.off("exit", removeAll);
}

function removeAll(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
