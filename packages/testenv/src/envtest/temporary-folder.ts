// Temporary folders of real control planes: a process that was killed leaves one of a hundred megabytes behind, and the next start removes it.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "@capstan/kube";

const prefix = "capstan-testenv-";

/** The file that names the process which uses the folder. */
const ownerFile = "owner.json";

/** Creates a folder for this process, and removes those of processes of this user that have ended. */
export function openTemporaryFolder(): string {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) removeAbandoned(join(tmpdir(), name));
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, ownerFile), JSON.stringify({ pid: process.pid, space: processSpace() }), { mode: 0o600 });
  return folder;
}

/** One that cannot be looked at, or removed, stays. */
function removeAbandoned(folder: string): void {
  try {
    const { uid } = lstatSync(folder);
    if (uid !== (process.getuid?.() ?? uid)) return;
    const owner: unknown = JSON.parse(readFileSync(join(folder, ownerFile), "utf8"));
    if (!isJsonObject(owner) || owner["space"] !== processSpace()) return;
    const { pid } = owner;
    if (typeof pid === "number" && hasEnded(pid)) rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is of another version, or another process was faster.
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Where process ids mean the same: containers that share a folder for temporary files may have ids of their own. */
function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
