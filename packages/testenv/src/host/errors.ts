// The errors of local programs and folders, as a table.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of these errors. */
export type HostErrorCode = "testenv/folder-not-private" | "testenv/folder-was-open" | "testenv/not-started";

/** The errors of starting local programs and of opening folders, by code. */
export const hostErrors: Readonly<Record<HostErrorCode, DiagnosticRule>> = {
  "testenv/folder-not-private": {
    severity: "error",
    message: "the folder {folder} is not used, because {place} {problem}",
    help: "use a folder below one of your own; or give {place} to your user with chown, and take the others' right to write to it with chmod go-w",
    explain:
      "Code and state that another user of this computer can replace would run, or end processes, with your rights, and the owner of a folder or a log can read what is written there. The folder and what is used in it must belong to your user. The folders above it, and links on the way to it, must belong to your user or root: who owns a folder can rename what is in it, also what belongs to others, and put something else in its place. All users may write to none of the folders above, and for code and state no group either, unless the folder is sticky, as /tmp is.",
  },
  "testenv/folder-was-open": {
    severity: "error",
    message: "the folder {folder} is not used, because other users could open {place} (mode {mode})",
    help: "delete {folder}, or use another folder; chmod is not enough, because a user who opened a file keeps it open",
    explain:
      "What a test environment keeps in its folder, such as the database of etcd, decides who is an administrator. All of it is created with mode 0600, and 0700 for folders. Where something has another mode, others may still have a file of it open, for reading or writing, or be in a folder of it, also after the mode is corrected. The folder is closed to others when this error is thrown, and what is in it stays as it is. A folder that is deleted is created again.",
  },
  "testenv/not-started": {
    severity: "error",
    message: "cannot start {name} ({command}): {reason}",
    help: "check that the file exists and is executable",
    explain: "The operating system could not start the program; the reason is from the operating system.",
  },
};

/** Creates one of these errors. */
export function hostError(
  code: HostErrorCode,
  values: NonNullable<ErrorDetails["values"]>,
  cause?: unknown,
): CapstanError {
  return errorOf(hostErrors, code, { values, cause });
}
