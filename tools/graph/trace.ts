// Which files of the repository a command really reads, told by the kernel: the measure of what turbo.json declares. It shares
// nothing with turbo, Node's module loader or our own reading of sources. Linux only: it runs strace.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { root, runCommand } from "@capstan/repo";
import type { PlannedTask } from "./dry-run.ts";

/** What a command read. */
export interface Trace {
  readonly code: number;
  readonly output: string;
  /** Files below the root, or beside it, relative to the root. */
  readonly files: readonly string[];
}

const options = ["-f", "--seccomp-bpf", "-e", "trace=open,openat", "-e", "status=successful"];

/** Runs a task's script (a shell line, as package.json has it) as turbo would, and tells what it read. */
export async function traceScript({ folder, command: script = "", hash }: PlannedTask): Promise<Trace> {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-trace-"));
  const file = join(scratch, "calls");
  const cwd = join(root, folder);
  try {
    const bin = `${join(cwd, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
    const { code, output } = await runCommand(["strace", ...options, "-o", file, "sh", "-c", script], {
      cwd,
      env: { PATH: bin, TURBO_HASH: hash },
    });
    const files = readFiles(readFileSync(file, "utf8"), cwd);
    return {
      code,
      output,
      files: files.filter((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile()),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The files that were opened for reading in strace's output, relative to the root; those of the machine are left out. */
export function readFiles(calls: string, cwd: string): string[] {
  const found = new Set<string>();
  for (const [, name = "", flags = ""] of calls.matchAll(
    /open(?:at)?\((?:AT_FDCWD, )?"((?:[^"\\]|\\.)*)", ([A-Z_|]+)/g,
  )) {
    if (!flags.startsWith("O_RDONLY") || flags.includes("O_DIRECTORY")) continue;
    const path = relative(root, isAbsolute(name) ? name : join(cwd, name));
    if (path !== "" && (!path.startsWith("..") || path.startsWith("../shared/"))) found.add(path);
  }
  return [...found].toSorted();
}
