// The copy of the repository in which the release is prepared, as a repository of its own: changesets ask git.
import { copyTree as copyFiles, mustRun } from "@capstan/repo";

/** pnpm in the version of this repository, whatever the machine has. */
export const pnpm: readonly string[] = ["npx", "--yes", "pnpm@12.21.0"];

/** Copies the tree, installs it, and commits it. */
export async function copyTree(folder: string): Promise<void> {
  await copyFiles(folder);
  await mustRun(["git", "init", "--quiet", "--initial-branch=main"], { cwd: folder });
  await commit(folder, "Import");
}

/** Who commits in the copy. */
export const committer: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: "rehearsal",
  GIT_AUTHOR_EMAIL: "rehearsal@example.com",
  GIT_COMMITTER_NAME: "rehearsal",
  GIT_COMMITTER_EMAIL: "rehearsal@example.com",
};

/** Commits everything in the copy. */
export async function commit(folder: string, message: string): Promise<void> {
  await mustRun(["git", "add", "--all"], { cwd: folder });
  await mustRun(["git", "commit", "--quiet", "-m", message], { cwd: folder, env: committer });
}
