// Opens log files for this user alone, and reads the end of one without reading all of it.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { ofOthers, rejectFolder, requireOwn } from "./private-folder.ts";
import { writeSecretFile } from "./secret-file.ts";

/**
 * Opens a log to append to, with mode 0600. One that others may open is replaced by a copy: closed, it would still be read by those who opened it before. Throws
 * `testenv/folder-not-private` when it belongs to another user, who could read it, or is a link of another user.
 */
export function openLog(log: string): number {
  const [file, user] = [resolve(log), process.getuid?.()];
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const before = lstatSync(file, { throwIfNoEntry: false });
  if (user !== undefined && before !== undefined) requireOwn({ path: file, status: before }, dirname(file), user);
  if (before?.isFile() === true && before.uid === user && (before.mode & ofOthers) !== 0)
    writeSecretFile(file, readFileSync(file));
  // A link of this user may lead to the terminal, for example.
  const follow = before?.isSymbolicLink() === true;
  // Windows has no O_NOFOLLOW, and what is undefined changes no bit.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const output = openSync(file, O_APPEND | O_CREAT | O_WRONLY | (follow ? 0 : O_NOFOLLOW), 0o600);
  const status = fstatSync(output);
  if (user === undefined || !status.isFile()) return output;
  if (status.uid === user) fchmodSync(output, 0o600);
  else {
    closeSync(output);
    rejectFolder(dirname(file), file, `belongs to the user ${status.uid}`);
  }
  return output;
}

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
