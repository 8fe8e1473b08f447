// A copy of provider-starter as a user has it, and `capstan dev` on it: the built one, in lines.
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "@capstan/repo";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";

const example = join(root, "examples", "provider-starter");

/** The built command. */
export const capstan: string = join(root, "packages", "cli", "dist", "main.js");

/** How long one step may take at most. */
const limitMs = 20_000;

/** A project as a user has it: packages are resolved to what is built, and types are checked. */
function copyProject(): string {
  const folder = makeTemporaryFolder();
  for (const part of ["src", "generated", "templates", "capstan.config.ts", "package.json"])
    cpSync(join(example, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(example, "node_modules", "@capstan"), join(folder, "node_modules", "@capstan"));
  for (const name of ["typescript", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"], exclude: ["src/**/*.test.ts"] }),
  );
  return folder;
}

/** A running dev, and how often it has printed that the project is ready. */
export class RunningDev {
  readonly child: ChildProcess;
  #printed = "";
  #wake: () => void = () => undefined;

  constructor(folder: string, args: readonly string[]) {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
    this.child = spawn(process.execPath, [capstan, "dev", ...args], { cwd: folder, env, stdio });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
        this.#wake();
      });
  }

  /** Waits for the line of a start, counted from 1, and returns how long it took. */
  async ready(count: number, began: number): Promise<number> {
    const late = AbortSignal.timeout(limitMs);
    while (this.#printed.split(" ready after ").length <= count) {
      if (late.aborted || this.child.exitCode !== null)
        throw new Error(`dev is not ready for the ${count}. time:\n${this.#printed.slice(-4000)}`);
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(500)]);
    }
    return performance.now() - began;
  }

  /** What it has printed so far that matches, once it has. */
  async printed(pattern: RegExp): Promise<string> {
    const late = AbortSignal.timeout(limitMs);
    for (;;) {
      const [found] = pattern.exec(this.#printed) ?? [];
      if (found !== undefined) return found;
      if (late.aborted || this.child.exitCode !== null) throw new Error(`dev printed no ${pattern}:\n${this.#printed}`);
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGINT");
    await ended;
  }
}

/** Starts dev on a copy, does something with it once it is ready, and stops it. */
export async function withDev<T>(args: readonly string[], work: (started: Started) => Promise<T>): Promise<T> {
  return withProject(async (folder) => {
    const began = performance.now();
    const running = new RunningDev(folder, args);
    try {
      return await work({ folder, running, startMs: await running.ready(1, began) });
    } finally {
      await running.stop();
    }
  });
}

/** Does something with a copy of the project. */
export async function withProject<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = copyProject();
  try {
    return await work(folder);
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** A dev that is ready. */
export interface Started {
  readonly folder: string;
  readonly running: RunningDev;
  readonly startMs: number;
}
