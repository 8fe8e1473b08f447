// One `capstan dev` for one project: a file with the process that holds it. A process that was killed leaves the file behind, and the next one takes it over.
import { linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorOf } from "@capstan/kube";
import { writeSecretFile } from "@capstan/testenv/host";
import { cliDiagnostics } from "../cli-errors.ts";
import { isRecord } from "../config/field-table.ts";
import { outputsFor } from "../project/foreign-output.ts";
import type { Terminal } from "../output/print-outcome.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { nearestManifest } from "../project/project-files.ts";
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
  makeFolder(root, ".capstan");
  makeFolder(root, devFolder);
  accept(file);
  const { pid } = process;
  const content = JSON.stringify({ pid, started: startOf(pid) } satisfies Owner);
  writeSecretFile(own, content);
  try {
    take(file, own);
  } finally {
    rmSync(own, { force: true });
  }
  return {
    release() {
      if (read(file) === content) rmSync(file, { force: true });
    },
  };
}

/** One after the other: of folders in folders, Node reports that the upper one does not exist, and not why it could not be made. */
function makeFolder(root: string, name: string): void {
  try {
    mkdirSync(join(root, name), { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return;
    if (!(error instanceof Error) || !isReadOnly.has(code)) throw error;
    throw unusable(
      `the folder ${root} cannot be written: ${error.message}`,
      "make it writable for your user, or work on a copy of the project in a folder that is writable",
    );
  }
}

const isReadOnly: ReadonlySet<unknown> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The dev that runs in a project. */
export interface RunningDev {
  readonly kubeconfig: string;
  /** Whether this dev has ended; one that was started since then is another. */
  hasEnded(): boolean;
}

/**
 * The dev that runs in a project; undefined where none runs. Only files that this user alone may write are believed: a kubeconfig can name a program that is
 * run.
 */
export function runningDev(root: string): RunningDev | undefined {
  const [lock, kubeconfig] = [join(root, devFolder, "lock"), join(root, devFolder, "kubeconfig")];
  if (!isOwn(lock) || !isOwn(kubeconfig)) return undefined;
  const content = read(lock);
  const owner = ownerIn(content ?? "");
  if (owner === undefined || !lives(owner)) return undefined;
  return { kubeconfig, hasEnded: () => read(lock) !== content || !lives(owner) };
}

/** The dev whose clusters a command means: that of the project of the folder, unless the environment names a kubeconfig. */
export function devOfProject({ cwd, env }: Pick<Terminal, "cwd" | "env">): RunningDev | undefined {
  if ((env["KUBECONFIG"] ?? "") !== "") return undefined;
  const root = nearestManifest(cwd);
  return root === undefined ? undefined : runningDev(root);
}

function isOwn(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return false;
  const user = process.getuid?.();
  return user === undefined || (found.uid === user && (found.mode & writableByOthers) === 0);
}

const writableByOthers = 0o022;

/** More than other processes that start at the same time can be faster. */
const mostTries = 100;

function take(file: string, own: string): void {
  for (let tries = 0; tries < mostTries; tries++) {
    if (link(own, file)) return;
    takeOver(file, own);
  }
  throw unusable(`${file} was written by other processes all the time`, "end them, and start dev again");
}

function unusable(problem: string, help: string): Error {
  return errorOf(cliDiagnostics, "cli/system", { values: { problem, help } });
}

/** What is in the lock; undefined where there is none any more. Throws where something else is in its place. */
function readLock(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile())
    throw unusable(`${file} is not a file, so dev cannot note there that it runs`, "remove it, and start dev again");
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Moves a lock of a process that has ended out of the way. */
function takeOver(file: string, own: string): void {
  const found = readLock(file);
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
    // A process of another user lives too. Where the system does not tell when it was started, it is taken for another one that has got the number.
    const isOfAnotherUser = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isOfAnotherUser || started === "") return false;
  }
  return startOf(pid) === started;
}

/** When a process was started, in ticks since the start of the system; empty where the system does not tell. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`) ?? "";
  // The name of the program, in parentheses, may contain anything.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
