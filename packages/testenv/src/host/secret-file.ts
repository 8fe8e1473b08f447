// Writes files that only this user may read.
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOwnFolder } from "./private-folder.ts";

/**
 * Writes a file with mode 0600, and puts it in the place of one that is there, as a whole. It is always a new file: a user who opened the old one while that was readable, and
 * keeps it open, sees nothing of the new content. A link is replaced, not followed.
 *
 * @example
 * writeSecretFile(join(folder, "admin.kubeconfig"), env.kubeconfig());
 */
export function writeSecretFile(file: string, content: string | Buffer): void {
  const staged = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(staged, content, { mode: 0o600, flag: "wx" });
    renameSync(staged, file);
  } finally {
    rmSync(staged, { force: true });
  }
}

/** Writes one file and returns its path. */
export type WriteSecret = (name: string, content: string | Buffer) => string;

/**
 * Creates the folder with mode 0700, or closes the existing one, and returns a writer of files, which are new ones with mode 0600. Throws `testenv/folder-not-private` when something
 * in it belongs to another user.
 */
export function secretFolder(folder: string): WriteSecret {
  const own = openOwnFolder(folder);
  return (name, content) => {
    const file = join(own, name);
    writeSecretFile(file, content);
    return file;
  };
}
