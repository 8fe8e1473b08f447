// Wraps a command so that the kernel kills it when its parent dies, kill -9 included. Linux with util-linux only; elsewhere
// the command is unchanged and ends only when its parent exits normally.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What to spawn in place of the command. */
export interface Wrapped {
  readonly command: string;
  readonly args: readonly string[];
  /**
   * Whether it gets its own process group, so that Ctrl-C in a terminal reaches only the parent, which then stops its
   * children in order. Safe only where the kernel kills the children of a dead parent.
   */
  readonly detached: boolean;
}

/** Wraps a command. */
export function followParent(command: string, args: readonly string[]): Wrapped {
  const setpriv = process.platform === "linux" ? findOnPath("setpriv") : undefined;
  if (setpriv === undefined) return { command, args, detached: false };
  const check = ["sh", "-c", ifParentLives, String(process.pid), command, ...args];
  return { command: setpriv, args: ["--pdeathsig", "KILL", "--", ...check], detached: true };
}

/** The kernel tells nothing of a parent that died before setpriv asked: then the parent is another one by now. */
const ifParentLives = '[ "$PPID" = "$0" ] && exec "$@"';

/** Finds an executable file by name in the folders of PATH. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Whether the file exists and this process may execute it. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
