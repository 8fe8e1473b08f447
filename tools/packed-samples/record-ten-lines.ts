// `pnpm run ten-lines:record`: publishes the packages to a registry on this computer, follows docs/ten-lines.md in an empty folder of a
// terminal, the second time, in which npm has what it needs, and writes what the terminal showed to docs/images/ten-lines.svg. The prompt
// has the seconds since the shell started. Fails when they are more than the page promises.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun, root } from "@capstan/repo";
import { startRegistry, type Registry } from "@capstan/tool-registry";
import { recordScreen, type PtyScreen } from "@capstan/tool-terminal";
import { packAll, type Tarballs } from "./pack.ts";
import { answered, countedLines, tenLinesCommands, tenLinesFiles, tenLinesProblems } from "./ten-lines-page.ts";

const picture = "docs/images/ten-lines.svg";
/** `npm init` prints the folder, so it is the same on each computer. */
const project = "/tmp/freeze";
const prompt = String.raw`\[\e[2m\]$SECONDS s\[\e[0m\] \[\e[32m\]$\[\e[0m\] `;
const promptAtEnd = /^(\d+) s \$ *\n*$/m;
const keyMs = 25;
const lineMs = 90;

const work = mkdtempSync(join(tmpdir(), "capstan-ten-lines-"));
try {
  const tarballs = await packAll(join(work, "tarballs"));
  const registry = await startRegistry(join(work, "registry"));
  try {
    await publish(tarballs, registry);
    const cold = await follow(registry, join(work, "cold.svg"));
    const warm = await follow(registry, join(work, "warm.svg"));
    const problems = tenLinesProblems(warm);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    copyFileSync(join(work, "warm.svg"), join(root, picture));
    console.log(
      `${picture} shows ${countedLines()} lines, answered ${warm} s after the shell started, and ${cold} s the first time`,
    );
  } finally {
    await registry.stop();
  }
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}

async function publish(tarballs: Tarballs, { url, npmrc }: Registry): Promise<void> {
  const settings = ["--userconfig", npmrc, "--registry", url, "--loglevel=error"];
  for (const tarball of tarballs.values()) await mustRun(["npm", "publish", tarball, ...settings], { cwd: work });
}

/** Follows the page in a terminal; returns the seconds that the last prompt shows. */
async function follow({ url, npmrc }: Registry, file: string): Promise<number> {
  mkdirSync(project);
  try {
    return await recordScreen(
      {
        title: "From an empty folder to an answered call, in a terminal",
        picture: file,
        limits: { leastMs: 120, idleMs: 30_000, endMs: 6000, count: 120 },
        prompt,
        cwd: project,
        columns: 98,
        rows: 32,
        env: { npm_config_userconfig: npmrc, npm_config_cache: join(work, "cache") },
        unseen: [work, root, homedir(), hostname(), url],
      },
      play,
    );
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function play(screen: PtyScreen): Promise<number> {
  for (const command of tenLinesCommands) {
    if (command.startsWith("npx")) await writeFiles(screen);
    await enter(screen, command);
  }
  const seen = screen.lines().join("\n");
  if (!answered.test(seen)) throw new Error(`the call was not answered:\n${seen}`);
  return Number(promptAtEnd.exec(seen)?.[1]);
}

/** The files, as a person would write them without an editor. */
async function writeFiles(screen: PtyScreen): Promise<void> {
  const folders = new Set(tenLinesFiles.map(({ path }) => dirname(path)));
  await enter(screen, `mkdir ${[...folders].join(" ")}`);
  for (const { path, text } of tenLinesFiles) {
    await type(screen, `cat > ${path} << 'EOF'`);
    for (const line of [...text.trimEnd().split("\n"), "EOF"]) {
      screen.press(`\r${line}`);
      await sleep(lineMs);
    }
    await enter(screen, "");
  }
}

/** A command to its end, which is the next prompt. */
async function enter(screen: PtyScreen, command: string): Promise<void> {
  await type(screen, command);
  screen.press("\r");
  await sleep(lineMs);
  await screen.until(promptAtEnd);
  await sleep(lineMs);
}

async function type(screen: PtyScreen, command: string): Promise<void> {
  for (const key of command) {
    screen.press(key);
    await sleep(keyMs);
  }
}
