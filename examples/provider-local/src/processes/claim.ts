// One process per machine, also when several managers start it or a manager is killed: the started process claims its folder, and a
// process that does not get the claim ends. A claim is a file `claim.<generation>` with the identity of its process; it is valid while that
// process runs. A dead claim is never overwritten, only followed by the next generation, which exactly one process can create.
// A process in a claim is ended when its machine is deleted: a claim counts only if this user wrote it and its process was started for the folder.
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identify, isRunning, type ProcessIdentity, wasStartedFor } from "./process-identity.ts";

/** Claims the folder for this process; false when another process has it, or the folder does not exist. */
export async function claim(folder: string): Promise<boolean> {
  const self = await identify(process.pid);
  if (self === undefined) return false;
  for (;;) {
    const claims = await readClaims(folder);
    if (claims === undefined || (await holderAmong(claims)) !== undefined) return false;
    const generation = Math.max(0, ...claims.map((one) => one.generation)) + 1;
    if (!(await create(folder, generation, self))) continue;
    return holds(folder, generation);
  }
}

/** The process that has claimed the folder; undefined when none runs. */
export async function claimant(folder: string): Promise<ProcessIdentity | undefined> {
  return holderAmong((await readClaims(folder)) ?? []);
}

interface Claim {
  readonly folder: string;
  readonly generation: number;
  readonly process: ProcessIdentity | undefined;
}

/** Far above what a process writes. */
const largestClaim = 4096;

/** All claims of a folder; undefined when it does not exist. */
async function readClaims(folder: string): Promise<readonly Claim[] | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  const claims = (names ?? []).filter((name) => /^claim\.\d+$/.test(name)).map((name) => readClaim(folder, name));
  return names === undefined ? undefined : (await Promise.all(claims)).filter((one) => one !== undefined);
}

/** A claim that is not one of this user's, or whose content is none, keeps its generation and names no process. */
async function readClaim(folder: string, name: string): Promise<Claim | undefined> {
  const text = await readOwn(join(folder, name)).catch(() => undefined);
  return text === undefined
    ? undefined
    : { folder, generation: Number(name.slice("claim.".length)), process: parseIdentity(text) };
}

/** Reads a file that this user owns and only this user can write; of any other, nothing. Neither links nor pipes are opened. */
async function readOwn(path: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = await file.stat();
    const mine = process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
    return mine && status.isFile() && status.size <= largestClaim ? await file.readFile("utf8") : "";
  } finally {
    await file.close();
  }
}

function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started }: { pid?: unknown; started?: unknown } = JSON.parse(text);
    // 0 and below are groups of processes, 1 is the system's own.
    return typeof pid === "number" && Number.isSafeInteger(pid) && pid > 1 && typeof started === "string"
      ? { pid, started }
      : undefined;
  } catch {
    return undefined;
  }
}

async function holderAmong(claims: readonly Claim[]): Promise<ProcessIdentity | undefined> {
  for (const { folder, process } of claims) {
    if (process !== undefined && (await isRunning(process)) && (await wasStartedFor(process, folder))) return process;
  }
  return undefined;
}

/** Creates the claim with its whole content, or not at all: a link never replaces a file. */
async function create(folder: string, generation: number, self: ProcessIdentity): Promise<boolean> {
  const draft = join(folder, `draft.${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify(self), { mode: 0o600, flag: "wx" });
    await link(draft, join(folder, `claim.${generation}`));
    return true;
  } catch {
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A later generation whose process runs wins: it can exist when older claims were removed while this process was slow. */
async function holds(folder: string, generation: number): Promise<boolean> {
  const claims = (await readClaims(folder)) ?? [];
  const later = await holderAmong(claims.filter((one) => one.generation > generation));
  const older = claims.filter((one) => one.generation < generation).map((one) => one.generation);
  const losers = later === undefined ? older : [generation];
  for (const one of losers) await rm(join(folder, `claim.${one}`), { force: true });
  return later === undefined;
}
