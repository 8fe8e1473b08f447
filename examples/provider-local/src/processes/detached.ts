// A detached process with a folder of its own: started once, found again by any manager on this computer, ended with its
// folder. The folder contains the config that the process reads, its claim and its log.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimant } from "./claim.ts";
import { isRunning, type ProcessIdentity } from "./process-identity.ts";

const configFile = "config.json";

/** A program of this provider that runs detached. */
export interface Program {
  /** The module that Node runs, with the folder as its argument. */
  readonly module: string;
  readonly folder: string;
}

/** The process in the folder, if one is running. */
export function findProcess(folder: string): Promise<ProcessIdentity | undefined> {
  return claimant(folder);
}

/** Writes the config and starts the program unless it is running. Undefined while it is starting. */
export async function ensureProcess({ module, folder }: Program, config: object): Promise<ProcessIdentity | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeConfig(folder, config);
  const running = await claimant(folder);
  if (running !== undefined) return running;
  await start(module, folder);
  return firstClaim(folder);
}

/** Waits a moment for the process to claim its folder, so that the next call does not start a second one for nothing. */
async function firstClaim(folder: string): Promise<ProcessIdentity | undefined> {
  for (let waited = 0; waited < 3_000; waited += 20) {
    const found = await claimant(folder);
    if (found !== undefined) return found;
    await sleep(20);
  }
  return undefined;
}

/**
 * Ends the process and removes its folder. The config goes first: a process that was started but has not claimed the folder
 * yet reads it after the claim, finds none and ends.
 */
export async function stopProcess(folder: string): Promise<void> {
  await rm(join(folder, configFile), { force: true });
  const running = await claimant(folder);
  if (running !== undefined) await end(running);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The config of a process, for the process itself; undefined when it must end. */
export async function readConfig<T>(folder: string): Promise<T | undefined> {
  const text = await readFile(join(folder, configFile), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Changes fields of an existing config; the process reads it again. */
export async function updateConfig(folder: string, fields: object): Promise<void> {
  const config = await readConfig<object>(folder);
  if (config !== undefined) await writeConfig(folder, { ...config, ...fields });
}

/** Replaces the file as a whole, so that no reader sees half of it. */
async function writeConfig(folder: string, config: object): Promise<void> {
  const text = JSON.stringify(config);
  if (text === (await readFile(join(folder, configFile), "utf8").catch(() => ""))) return;
  const draft = join(folder, `config.${randomUUID()}`);
  await writeFile(draft, text, { mode: 0o600, flag: "wx" });
  await rename(draft, join(folder, configFile));
}

async function start(module: string, folder: string): Promise<void> {
  const log = await open(join(folder, "log"), "a", 0o600);
  try {
    // The condition lets a checkout run from source; installed packages ignore it.
    const args = ["--conditions=@capstan/source", module, folder];
    const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", log.fd, log.fd] });
    child.unref();
  } finally {
    await log.close();
  }
}

/** Sends SIGTERM, then SIGKILL. */
async function end(identity: ProcessIdentity): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    // Asked again before each signal: the pid may belong to another process by now.
    if (!(await isRunning(identity))) return;
    signalProcess(identity.pid, signal);
    for (let waited = 0; waited < 5_000 && (await isRunning(identity)); waited += 20) await sleep(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
