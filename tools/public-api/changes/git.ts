// git as a child process: one call, its words when it fails. Nothing here writes to the repository.
import { spawnSync } from "node:child_process";
import { CapstanError } from "@capstan/kube";

/** What a git command printed; throws with git's words when it fails. */
export function git(root: string, args: readonly string[]): string {
  const run = runGit(root, args);
  if (run.code !== 0) throw new CapstanError("public-api/git", `git ${args.join(" ")} failed: ${run.error.trim()}`);
  return run.output;
}

/** Like `git`, but a failure is `undefined`: for questions that may be answered with no. */
export function tryGit(root: string, args: readonly string[]): string | undefined {
  const run = runGit(root, args);
  return run.code === 0 ? run.output.trim() : undefined;
}

function runGit(root: string, args: readonly string[]): { code: number; output: string; error: string } {
  const run = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: run.status ?? 127, output: run.stdout ?? "", error: run.stderr ?? run.error?.message ?? "" };
}
