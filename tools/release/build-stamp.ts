// The stamp of a build, dist/.built-from.json: turbo's hash of what was built from, and the hash of each file that the build left.
// Written as the last part of every build (stamp-build.ts), read before a package is packed (require-build.ts).
// Imports nothing but Node's own modules, because npm starts its readers without our conditions and maybe before a build.
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The stamp's place in a package; `files` of every published manifest leaves it out of the tarball. */
const stampFile = "dist/.built-from.json";

/** What a build was made from, and what it left in dist. */
export interface BuildStamp {
  /** Turbo's hash of the build task: its inputs, those of the builds it depends on, and what all tasks share. */
  readonly turboHash: string;
  /** SHA-256 of each file in dist, by its path in the package. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes the stamp of the build in `folder`. */
export function writeStamp(folder: string, turboHash: string): void {
  const stamp: BuildStamp = { turboHash, files: builtFiles(folder) };
  const file = join(folder, stampFile);
  const staged = `${file}.${randomUUID()}.new`;
  writeFileSync(staged, `${JSON.stringify(stamp, undefined, 2)}\n`, { flag: "wx" });
  renameSync(staged, file);
}

/** The stamp of the last build in `folder`, if turbo made one. */
export function readStamp(folder: string): BuildStamp | undefined {
  const file = join(folder, stampFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BuildStamp) : undefined;
}

/** The hash of every file in dist but the stamp. */
export function builtFiles(folder: string): Readonly<Record<string, string>> {
  const files = globSync("dist/**/*", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(stampFile) && statSync(join(folder, file)).isFile())
    .toSorted();
  const hash = (file: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  return Object.fromEntries(files.map((file) => [file, hash(file)]));
}

/** The hash that turbo would give to a build of the package now. Turbo alone knows what a build reads: turbo.json says it. */
export function turboHashNow(folder: string, name: string): string | undefined {
  const turbo = createRequire(import.meta.url).resolve("turbo/bin/turbo");
  const plan = execFileSync(process.execPath, [turbo, "run", "build", `--filter=${name}`, "--dry=json"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { tasks } = JSON.parse(plan) as {
    readonly tasks: readonly { readonly taskId: string; readonly hash: string }[];
  };
  return tasks.find((task) => task.taskId === `${name}#build`)?.hash;
}
