// What the command says about errors that were thrown.
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { diagnosticOf } from "./diagnostic-of.ts";

const systemError = (code: string, message: string): Error => Object.assign(new Error(`${code}: ${message}`), { code });

test.each([
  [
    systemError("EACCES", "permission denied, mkdir '/p/.capstan'"),
    "error cli/system: EACCES: permission denied, mkdir '/p/.capstan'\n  help: check the owner and the permissions of the path",
  ],
  [
    systemError("EROFS", "read-only file system, open '/p/x'"),
    "error cli/system: EROFS: read-only file system, open '/p/x'\n  help: work on a copy of the project in a folder that is writable",
  ],
  [
    Object.assign(systemError("ENOSPC", "no space left on device, write"), { path: "/p/x" }),
    "error cli/system: ENOSPC: no space left on device, write: /p/x\n  help: free some space on the disk",
  ],
  [
    Object.assign(systemError("ENOSPC", "System limit for number of file watchers reached, watch '/p'"), {
      syscall: "watch",
    }),
    "error cli/system: ENOSPC: System limit for number of file watchers reached, watch '/p'\n  help: raise the limit of watches, for example with sudo sysctl fs.inotify.max_user_watches=524288",
  ],
  [
    Object.assign(systemError("EMFILE", "too many open files, watch '/p'"), { syscall: "watch" }),
    "error cli/system: EMFILE: too many open files, watch '/p'\n  help: raise the limit of processes that watch, for example with sudo sysctl fs.inotify.max_user_instances=512",
  ],
  [
    systemError("EFBIG", "file too large, write"),
    "error cli/system: EFBIG: file too large, write\n  help: raise the limit of the size of files, for example with ulimit -f unlimited",
  ],
  [
    systemError("ENOENT", "no such file or directory, open '/p/x'"),
    "error cli/system: ENOENT: no such file or directory, open '/p/x'\n  help: check that the path exists, and that nothing deletes it while the command runs",
  ],
])("%s", (error, want) => expect(formatDiagnostic(diagnosticOf(error))).toBe(want));

test("anything else is a bug, with its stack", () => {
  expect(formatDiagnostic(diagnosticOf(new TypeError("x is not a function")))).toMatch(
    /^error cli\/unexpected: TypeError: x is not a function\n {4}at .*\n {2}help: this is a bug in Capstan: report it with the output above$/s,
  );
});
