// A user's project in a folder, and the real command run in it, each time in a process of its own.
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "@capstan/repo";

/** What a process printed, and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A command that needs longer than this has hung. */
const limitMs = 300_000;

/** A project that finds this repository's packages, as sources. */
export class AttackedProject {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(join(root, "packages/cli/node_modules/@capstan"), join(folder, "node_modules/@capstan"), "dir");
    // bundle wants the packages that an image needs to be declared.
    const dependencies = { "@capstan/controller-kit": "^0.1.0", "@capstan/extension-kit": "^0.1.0" };
    this.write("package.json", JSON.stringify({ name: "attacked", version: "0.1.0", type: "module", dependencies }));
    const compilerOptions = { module: "nodenext", target: "esnext", customConditions: ["@capstan/source"] };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions }));
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  /** Runs `capstan`. */
  capstan(...args: readonly string[]): Promise<Ran> {
    return this.node(join(root, "packages/cli/src/main.ts"), ...args);
  }

  /** Runs a module with Node. */
  node(...args: readonly string[]): Promise<Ran> {
    return run([process.execPath, "--conditions=@capstan/source", ...args], this.folder);
  }
}

/** Runs a command in a folder. */
export function run([command = "", ...args]: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, timeout: limitMs, env: { ...process.env, GITHUB_ACTIONS: "" } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
