// A thrown error as a diagnostic: errors of Capstan keep their code, errors of the file system name the path, anything else is a bug.
import { diagnose, errorFrom, isCapstanError, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "./cli-errors.ts";

/** The diagnostic of anything thrown. */
export function diagnosticOf(caught: unknown): Diagnostic {
  if (isCapstanError(caught)) {
    const { code, message, help } = caught;
    return { code, severity: "error", message, ...(help === undefined ? {} : { help }) };
  }
  const error = errorFrom(caught);
  return systemDiagnostic(error) ?? unexpected(error);
}

function unexpected({ name, message, stack = "" }: Error): Diagnostic {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const values = { problem: `${name}: ${message}`, frames: frames.join("\n") || "    at an unknown place" };
  return diagnose(cliDiagnostics, "cli/unexpected", { values });
}

/** What the user can do when the operating system rejects a call, by the error code. */
const systemHelps: Readonly<Record<string, string>> = {
  EACCES: "check the owner and the permissions of the path",
  EPERM: "check the owner and the permissions of the path",
  EROFS: "work on a copy of the project in a folder that is writable",
  ENOSPC: "free some space on the disk",
  EDQUOT: "free some space on the disk",
  EFBIG: "raise the limit of the size of files, for example with ulimit -f unlimited",
  ENOENT: "check that the path exists, and that nothing deletes it while the command runs",
  EISDIR: "a file belongs there: remove the folder",
  ENOTDIR: "a folder belongs there: remove the file",
  EMFILE: "raise the limit of open files, for example with ulimit -n 4096",
  ENFILE: "raise the limit of open files, for example with ulimit -n 4096",
};

/** The same of watches of folders: Linux has limits of its own for them, and reports these as a full disk or too many files. */
const watchHelps: Readonly<Record<string, string>> = {
  ...systemHelps,
  ENOSPC: "raise the limit of watches, for example with sudo sysctl fs.inotify.max_user_watches=524288",
  EMFILE: "raise the limit of processes that watch, for example with sudo sysctl fs.inotify.max_user_instances=512",
};

function systemDiagnostic(error: Error): Diagnostic | undefined {
  const { code = "", path, syscall }: NodeJS.ErrnoException = error;
  const helps = syscall === "watch" ? watchHelps : systemHelps;
  const help = Object.hasOwn(helps, code) ? helps[code] : undefined;
  if (help === undefined) return undefined;
  const problem = path === undefined || error.message.includes(path) ? error.message : `${error.message}: ${path}`;
  return diagnose(cliDiagnostics, "cli/system", { values: { problem, help } });
}
