// Builds one program into its cache folder, unless it is there: to a temporary name first, renamed when complete, so that a
// build cut short leaves nothing that looks finished.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ModuleName, moduleFolder, pinnedVersion, programFolder } from "./cache.ts";
import { run } from "./go.ts";
import { type Program, versionStamps } from "./programs.ts";

/** Builds the program; resolves to false when the cache had it already. */
export async function buildProgram(program: Program): Promise<boolean> {
  const folder = programFolder(program.module);
  const file = join(folder, program.name);
  if (existsSync(file)) return false;
  // Test environments run nothing from folders that all users may write to, whatever the umask is here.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const args = ["build", "-trimpath", "-ldflags", linkerFlags(program.module), "-o", temporary, program.package];
    await run({ command: "go", args, cwd: moduleFolder(program.module) });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return true;
}

/** Strips the symbol tables (half the size) and stamps the version. */
function linkerFlags(module: ModuleName): string {
  const stamp = versionStamps[module];
  if (stamp === undefined) return "-s -w";
  const version = pinnedVersion(module, stamp.of);
  const [major = "", minor = ""] = version.slice(1).split(".");
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: "clean" };
  const stamps = stamp.variables.flatMap((variable) =>
    Object.entries(values).map(([name, value]) => `-X ${variable}.${name}=${value}`),
  );
  return ["-s", "-w", ...stamps].join(" ");
}
