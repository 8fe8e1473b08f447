// What a release asks of git and does to it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tool, tryTool, type Repository } from "./repository.ts";

/** Files that are not as they were committed, one line each; none in a clean tree. */
export async function changedFiles(repository: Repository): Promise<string[]> {
  return lines(await tool(repository, "git", "status", "--porcelain"));
}

/** The branch that is checked out; empty when none is. */
export async function currentBranch(repository: Repository): Promise<string> {
  return (await tool(repository, "git", "branch", "--show-current")).trim();
}

/** The first line of the last commit's message. */
export async function lastSubject(repository: Repository): Promise<string> {
  return (await tool(repository, "git", "log", "-1", "--format=%s")).trim();
}

/** The rest of the last commit's message. */
export async function lastBody(repository: Repository): Promise<string> {
  return tool(repository, "git", "log", "-1", "--format=%b");
}

/** The newest commit whose message begins so, if any. */
export async function commitOf(repository: Repository, subject: string): Promise<string | undefined> {
  const found = await tool(repository, "git", "log", "--format=%h %s", "--fixed-strings", `--grep=${subject}`);
  return lines(found)
    .find((line) => line.endsWith(` ${subject}`))
    ?.split(" ")[0];
}

/** Whether a tag is there. */
export async function hasTag(repository: Repository, tag: string): Promise<boolean> {
  return (await tryTool(repository, "git", "rev-parse", "--quiet", "--verify", `refs/tags/${tag}`)).code === 0;
}

/** Commits everything. */
export async function commitAll(repository: Repository, subject: string, body: string): Promise<void> {
  await tool(repository, "git", "add", "--all");
  const folder = mkdtempSync(join(tmpdir(), "capstan-release-"));
  try {
    // In a file: Linux takes no argument above 128 KiB, and notes of hundreds of changesets are longer.
    const message = join(folder, "message.txt");
    writeFileSync(message, `${subject}\n\n${body}`);
    // Whitespace alone is tidied: lines that begin with # are headings of the notes.
    await tool(repository, "git", "commit", "--quiet", "--cleanup=whitespace", `--file=${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a tag on the last commit. */
export async function createTag(repository: Repository, name: string, message: string): Promise<void> {
  await tool(repository, "git", "tag", "--annotate", name, "-m", message);
}

/** Tags of the last commit. */
export async function tagsHere(repository: Repository): Promise<string[]> {
  return lines(await tool(repository, "git", "tag", "--points-at", "HEAD"));
}

/** Whether a branch of the remote already has the last commit. */
export async function remoteHas(repository: Repository, branch: string): Promise<boolean> {
  const fetched = await tryTool(repository, "git", "fetch", "--quiet", "origin", branch);
  if (fetched.code !== 0) return false;
  return (await tryTool(repository, "git", "merge-base", "--is-ancestor", "HEAD", "FETCH_HEAD")).code === 0;
}

/** Pushes to the remote; a branch that has moved on meanwhile is rejected by git. */
export async function push(repository: Repository, ...refs: readonly string[]): Promise<void> {
  await tool(repository, "git", "push", "--quiet", "origin", ...refs);
}

/**
 * Takes back what `changeset version` did: every file as it was committed, and no change log that was not there. For a tree that was
 * clean before. Runs to its end at once, so that it also works while the process is being stopped.
 */
export function putBack({ root }: Repository): void {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  git("restore", "--source=HEAD", "--staged", "--worktree", "--", ".");
  for (const file of lines(git("ls-files", "--others", "--exclude-standard")))
    if (/^packages\/[^/]+\/CHANGELOG\.md$/.test(file)) rmSync(join(root, file));
  const left = git("status", "--porcelain").trimEnd();
  if (left !== "")
    throw new Error(
      `these files are not as they were committed; look at them, then git restore or git clean:\n${left}`,
    );
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
