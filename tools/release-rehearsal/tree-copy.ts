// A copy of the repository as version control sees it, in which the release is prepared: the tree itself is never touched.
import { cp, mkdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun, root } from "@capstan/house";

/** pnpm in the version of this repository, whatever the machine has. */
export const pnpm: readonly string[] = ["npx", "--yes", "pnpm@12.21.0"];

/** Copies everything that is committed or would be, installs it, and makes it a repository of its own (changesets ask git). */
export async function copyTree(folder: string): Promise<void> {
  const listed = await mustRun(["git", "ls-files", "--cached", "--others", "--exclude-standard"]);
  for (const file of listed.split("\n").filter((name) => name !== "" && existsSync(join(root, name)))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  await mustRun([...pnpm, "install", "--frozen-lockfile", "--prefer-offline"], { cwd: folder });
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
