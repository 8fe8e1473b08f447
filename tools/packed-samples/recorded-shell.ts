// A shell in a terminal whose prompt has the seconds since it started, in an empty folder, with a registry on this computer that has the packed packages: for
// recordings of what the first user of a page does.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun, root } from "@capstan/repo";
import { startRegistry } from "@capstan/tool-registry";
import { recordScreen, type PtyScreen, type Recording } from "@capstan/tool-terminal";
import { packAll } from "./pack.ts";

/** The computer of a user: where npm gets packages from, and keeps them. */
export interface Computer {
  readonly work: string;
  /** The address of the registry, which no picture shows. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

const prompt = String.raw`\[\e[2m\]$SECONDS s\[\e[0m\] \[\e[32m\]$\[\e[0m\] `;
/** The prompt below what was printed, with its seconds. */
export const promptAtEnd: RegExp = /^(\d+) s \$ *\n*$/m;
const keyMs = 25;
const lineMs = 90;

/** Packs and publishes all packages, which must be built, and removes everything at the end. */
export async function withComputer<T>(use: (computer: Computer) => Promise<T>): Promise<T> {
  const work = mkdtempSync(join(tmpdir(), "capstan-recorded-"));
  try {
    const tarballs = await packAll(join(work, "tarballs"));
    const registry = await startRegistry(join(work, "registry"));
    try {
      const { url, npmrc } = registry;
      const settings = ["--userconfig", npmrc, "--registry", url, "--loglevel=error"];
      for (const tarball of tarballs.values()) await mustRun(["npm", "publish", tarball, ...settings], { cwd: work });
      return await use({ work, url, env: { npm_config_userconfig: npmrc, npm_config_cache: join(work, "cache") } });
    } finally {
      await registry.stop();
    }
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What differs between recordings. */
export type ShellRecording = Pick<Recording, "title" | "picture" | "limits" | "cwd" | "columns" | "rows">;

/** Records what `play` does in the folder `cwd`, which is made empty and is removed at the end: its name may be printed, so it is the same on each computer. */
export async function recordShell<T>(
  { work, url, env }: Computer,
  recording: ShellRecording,
  play: (screen: PtyScreen) => Promise<T>,
): Promise<T> {
  mkdirSync(recording.cwd);
  try {
    return await recordScreen({ ...recording, prompt, env, unseen: [work, root, homedir(), hostname(), url] }, play);
  } finally {
    rmSync(recording.cwd, { recursive: true, force: true });
  }
}

/** A command to its end, which is the next prompt. */
export async function enter(screen: PtyScreen, command: string): Promise<void> {
  await start(screen, command);
  await screen.until(promptAtEnd);
  await sleep(lineMs);
}

/** A command that is not waited for. */
export async function start(screen: PtyScreen, command: string): Promise<void> {
  await type(screen, command);
  screen.press("\r");
  await sleep(lineMs);
}

/** Keys, as fast as a person who knows them. */
export async function type(screen: PtyScreen, keys: string): Promise<void> {
  for (const key of keys) {
    screen.press(key);
    await sleep(keyMs);
  }
}

/** A line that is pasted below others. */
export async function pasteLine(screen: PtyScreen, line: string): Promise<void> {
  screen.press(`\r${line}`);
  await sleep(lineMs);
}
