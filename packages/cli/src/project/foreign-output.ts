// Where commands write: not into a folder of another user, or through their link, and not where every user may put files. What is written there, that user could
// replace afterwards, and a link would lead the command into any folder of its own user.
import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorOf } from "@capstan/kube";
import { foreignFolderAbove } from "@capstan/testenv/host";
import { cliDiagnostics } from "../cli-errors.ts";
import { foreignOwner, isOpen, isShared, type Users } from "./foreign-files.ts";

/** Throws for a file that is not to be written: called before anything is, and again when the folders of the file are there. */
export type AcceptOutput = (file: string) => void;

/** The check for a command that trusts these users; on systems without ids of users, it accepts every file. */
export function outputsFor(trusted: Users | undefined): AcceptOutput {
  return (file) => {
    const problem = trusted && outputProblem(file, trusted);
    if (problem !== undefined) throw errorOf(cliDiagnostics, "cli/foreign-output", { values: { file, problem } });
  };
}

function outputProblem(file: string, trusted: Users): string | undefined {
  const existing = nearest(file);
  const owner = foreignOwner(existing, trusted);
  if (owner !== undefined) return `"${existing}" belongs to the user ${owner}`;
  const above = foreignFolderAbove(existing, trusted);
  if (above !== undefined) return `"${above.folder}" belongs to the user ${above.owner}`;
  // Elsewhere, a new folder is put into it, which is this user's own.
  const folder = dirname(file);
  if ((existing !== file && existing !== folder) || !mayAllWrite(folder)) return undefined;
  return `every user of this computer may put files into "${folder}"`;
}

/** The path, or the nearest one above it that exists. A link to nothing exists. */
function nearest(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return nearest(dirname(path));
  }
}

/** A folder without the sticky bit that this user lets all users write to is that user's choice, and what runners of CI systems create. */
function mayAllWrite(folder: string): boolean {
  const { mode, uid } = statSync(folder);
  return isShared(mode) || (isOpen(mode) && uid === 0 && process.getuid?.() !== 0);
}
