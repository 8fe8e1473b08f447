// One process per machine, also when several managers start it or a manager is killed: the started process claims its folder, and a
// process that does not get the claim ends. A claim is a file `claim.<generation>` with the identity of its process; it is valid while that
// process runs. A dead claim is never overwritten, only followed by the next generation, which exactly one process can create.
import { link, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identify, isRunning, type ProcessIdentity } from "./process-identity.ts";

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
  readonly generation: number;
  readonly process: ProcessIdentity;
}

/** All claims of a folder; undefined when it does not exist. */
async function readClaims(folder: string): Promise<readonly Claim[] | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  const claims = (names ?? []).filter((name) => /^claim\.\d+$/.test(name)).map((name) => readClaim(folder, name));
  return names === undefined ? undefined : (await Promise.all(claims)).filter((one) => one !== undefined);
}

async function readClaim(folder: string, name: string): Promise<Claim | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
  return text === undefined
    ? undefined
    : { generation: Number(name.slice("claim.".length)), process: JSON.parse(text) as ProcessIdentity };
}

async function holderAmong(claims: readonly Claim[]): Promise<ProcessIdentity | undefined> {
  for (const { process } of claims) {
    if (await isRunning(process)) return process;
  }
  return undefined;
}

/** Creates the claim with its whole content, or not at all: a link never replaces a file. */
async function create(folder: string, generation: number, self: ProcessIdentity): Promise<boolean> {
  const draft = join(folder, `draft.${self.pid}`);
  try {
    await writeFile(draft, JSON.stringify(self));
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
