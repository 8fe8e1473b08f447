// Wraps a command so that the kernel kills it when the process that started it dies, kill -9 included. Used by process.ts.
// Linux with util-linux only; elsewhere the command is left as it is and only an orderly exit takes it along.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What to spawn in place of the command. */
export interface Wrapped {
  readonly command: string;
  readonly args: readonly string[];
  /**
   * Whether to give it a process group of its own, so that Ctrl-C in a terminal reaches us alone and we stop our children in
   * the right order. Only safe where the kernel cleans up after us.
   */
  readonly detached: boolean;
}

/** Wraps a command. */
export function followParent(command: string, args: readonly string[]): Wrapped {
  const setpriv = process.platform === "linux" ? findOnPath("setpriv") : undefined;
  if (setpriv === undefined) return { command, args, detached: false };
  return { command: setpriv, args: ["--pdeathsig", "KILL", "--", command, ...args], detached: true };
}

/** The executable file of this name in a folder of PATH. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Whether this is a file that we may run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
