// A copy of the repository as version control sees it: what is committed and what would be. Suites that break or release things work
// in one; the tree itself is never touched.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, runCommand } from "./run-command.ts";

/** Copies the tree into `folder` and installs it from the store; beside it, as beside the repository, lies `../shared` when `shared` is given. */
export async function copyTree(folder: string, shared?: string): Promise<void> {
  for (const file of listedFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  if (shared !== undefined && existsSync(shared)) symlinkSync(shared, join(dirname(folder), "shared"));
  const install = ["pnpm", "install", "--frozen-lockfile", "--prefer-offline"];
  const { code, output } = await runCommand(install, { cwd: folder });
  if (code !== 0)
    throw new Error(`${install.join(" ")} in a copy of the tree ended with ${code}:\n${output.slice(-4000)}`);
}

/** Without git, for example in an unpacked archive, what git would ignore is left out by name. */
function listedFiles(): string[] {
  try {
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
    return [...new Set(listed.split("\0"))].filter((file) => file !== "" && existsSync(join(root, file)));
  } catch {
    const ignored = new Set(["node_modules", "dist", ".turbo", ".results", ".capstan", ".git"]);
    return globSync("**/*", { cwd: root, exclude: (entry) => ignored.has(entry.name), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  }
}
