// `pnpm run browser`: puts a Chromium without a window into Capstan's cache, for the tests of the console. It comes from the packages of
// this computer's Debian, which apt checks as for any installation; they are unpacked, not installed, so no root is needed.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, folder, libraryFolders, program } from "./installation.ts";

/** The package with the browser, and fonts for a computer without any. */
const wanted = ["chromium-headless-shell", "fonts-dejavu-core", "fonts-liberation2"];

/** Runs a command and returns its output. Not with the repository's own helper: suites of packages use this folder, and would depend on all that the helper is changed for. */
function run(command: string, args: readonly string[], cwd?: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", maxBuffer: 100_000_000 });
}

/** What the program prints as its version, with the unpacked libraries. */
function versionIn(root: string): string {
  const env = { ...process.env, LD_LIBRARY_PATH: libraryFolders(root) };
  return execFileSync(join(root, program), ["--version"], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The packages that apt would install, by name. */
function packageNames(): string[] {
  const output = run("apt-get", ["install", "--print-uris", "--yes", "--no-install-recommends", ...wanted]);
  const files = output.split("\n").flatMap((line) => (line.startsWith("'") ? [line.split(" ")[1] ?? ""] : []));
  return files.map((file) => file.slice(0, file.indexOf("_")));
}

function unpack(): void {
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const staged = mkdtempSync(join(cache, "chromium-"));
  try {
    run("apt-get", ["download", ...packageNames()], staged);
    const root = join(staged, "root");
    for (const file of globSync("*.deb", { cwd: staged })) run("dpkg", ["-x", file, root], staged);
    console.log(versionIn(root).trim());
    rmSync(folder, { recursive: true, force: true });
    renameSync(root, folder);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

try {
  if (existsSync(join(folder, program)))
    console.log(`${versionIn(folder).trim()} is in ${folder}; delete the folder for a newer one`);
  else {
    unpack();
    console.log(`unpacked into ${folder}`);
  }
} catch (error) {
  console.error(`cannot get Chromium: ${error instanceof Error ? error.message : String(error)}`);
  console.error(
    "help: this needs Debian with apt-get, dpkg and its package lists (apt-get update); elsewhere install Chromium, and set CHROMIUM to its path",
  );
  process.exitCode = 1;
}
