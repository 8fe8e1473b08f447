// One `capstan dev` for one project: a file with the process that holds it. A process that was killed leaves the file behind, and the next one takes it over.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorOf } from "@capstan/kube";
import { writeSecretFile } from "@capstan/testenv/host";
import { isRecord } from "../config/field-table.ts";
import { outputsFor } from "../project/foreign-output.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** Where dev keeps its files, relative to the project. */
export const devFolder = ".capstan/dev";

interface Owner {
  readonly pid: number;
  /** When the process was started, where the system tells that: later, another process can have its number. */
  readonly started: string;
}

/** Takes the lock of the project, or throws `dev/running`. It is held until `release`, or the end of this process. */
export function lockDev({ root, trusted }: TrustedProject): { release(): void } {
  const folder = join(root, devFolder);
  const file = join(folder, "lock");
  const own = `${file}.${process.pid}`;
  const accept = outputsFor(trusted);
  accept(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accept(file);
  const { pid } = process;
  const content = JSON.stringify({ pid, started: startOf(pid) } satisfies Owner);
  writeSecretFile(own, content);
  try {
    while (!link(own, file)) takeOver(file, own);
  } finally {
    rmSync(own, { force: true });
  }
  return {
    release() {
      if (read(file) === content) rmSync(file, { force: true });
    },
  };
}

/** Moves a lock of a process that has ended out of the way. */
function takeOver(file: string, own: string): void {
  const found = read(file);
  if (found === undefined) return;
  const owner = ownerIn(found);
  if (owner !== undefined && lives(owner)) {
    const kubeconfig = `${devFolder}/kubeconfig`;
    throw errorOf(devDiagnostics, "dev/running", { values: { pid: owner.pid, kubeconfig } });
  }
  const moved = `${own}.old`;
  try {
    renameSync(file, moved);
  } catch {
    // Another process was faster.
    return;
  }
  // Another process can have taken it over in between: then this is the lock of that process.
  if (read(moved) !== found) link(moved, file);
  rmSync(moved, { force: true });
}

/** Whether the file had no other name at `to`: two processes never both have it. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function ownerIn(content: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (!isRecord(value) || typeof value["pid"] !== "number" || typeof value["started"] !== "string") return undefined;
    return { pid: value["pid"], started: value["started"] };
  } catch {
    return undefined;
  }
}

function lives({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user lives too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return startOf(pid) === started;
}

/** When a process was started, in ticks since the start of the system; empty where the system does not tell. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`) ?? "";
  // The name of the program, in parentheses, may contain anything.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
