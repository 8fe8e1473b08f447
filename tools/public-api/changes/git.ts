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

/** The contents of blobs, by their hashes: one process for all of them. */
export function gitBlobs(root: string, hashes: readonly string[]): ReadonlyMap<string, string> {
  const input = hashes.map((hash) => `${hash}\n`).join("");
  const run = spawnSync("git", ["cat-file", "--batch"], { cwd: root, input, maxBuffer: 1 << 30 });
  if (run.status !== 0)
    throw new CapstanError(
      "public-api/git",
      `git cat-file failed: ${run.error?.message ?? run.stderr.toString().trim()}`,
    );
  const blobs = new Map<string, string>();
  // Each is a line with its hash, type and size, its bytes, and the end of a line.
  for (let at = 0; at < run.stdout.length;) {
    const end = run.stdout.indexOf("\n", at);
    const [hash = "", type, size] = run.stdout.toString("utf8", at, end).split(" ");
    if (type !== "blob") throw new CapstanError("public-api/git", `git cat-file has no blob ${hash}`);
    const next = end + 1 + Number(size);
    blobs.set(hash, run.stdout.toString("utf8", end + 1, next));
    at = next + 1;
  }
  return blobs;
}

function runGit(root: string, args: readonly string[]): { code: number; output: string; error: string } {
  const run = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: run.status ?? 127, output: run.stdout ?? "", error: run.stderr ?? run.error?.message ?? "" };
}
