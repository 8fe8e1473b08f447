// Writes certificates and keys that only this user can read, into a folder that only this user can open.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes one file and returns its path. */
export type WriteSecret = (name: string, content: string | Buffer) => string;

/** Creates the folder with mode 0700 and returns a writer of files with mode 0600; existing ones get these modes too. */
export function secretFolder(folder: string): WriteSecret {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    chmodSync(file, 0o600);
    return file;
  };
}
