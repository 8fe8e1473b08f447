// A temporary folder with projects in it, and the command run in it with a terminal that records.
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { terminalWriter } from "@capstan/kube";
import type { Terminal } from "../src/output/print-outcome.ts";
import { runCommandLine } from "../src/program.ts";
import type { Tree } from "./foo-project.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

/** What a command printed, with the folder's own path taken out, and its exit code. */
export interface Printed {
  readonly code: number;
  readonly text: string;
}

/** Where a command runs, below the folder, and what ends it. */
export interface Run {
  readonly cwd?: string;
  readonly stop?: AbortController;
  /** The environment of the command; none of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly colors?: boolean;
  /** Whether standard error is a terminal. */
  readonly onTerminal?: boolean;
}

/** The folder. */
export class TemporaryProject extends TemporaryFolder {
  /** A link in the place of whatever is there. */
  replaceByLink(path: string, to: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
    symlinkSync(to, join(this.root, path));
  }

  /** Every file, without those of installed packages. */
  files(folder: string = ""): string[] {
    const found = readdirSync(join(this.root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      return entry.isDirectory() ? (entry.name === "node_modules" ? [] : this.files(`${path}/`)) : [path];
    });
    return found.toSorted();
  }

  /** Lets projects find this repository's own packages, as sources: a build may or may not be there. */
  install(): void {
    mkdirSync(join(this.root, "node_modules"), { recursive: true });
    const ours = fileURLToPath(new URL("../node_modules/@capstan", import.meta.url));
    symlinkSync(ours, join(this.root, "node_modules/@capstan"), "dir");
    this.write({ "tsconfig.json": { compilerOptions: { module: "nodenext", customConditions: ["@capstan/source"] } } });
  }

  /** Writes an extension and lets it find this repository's own packages. */
  extension(name: string, files: Tree): void {
    const dependencies = { "@capstan/extension-kit": "^0.1.0" };
    this.write({ "package.json": { name, type: "module", dependencies }, ...files });
    this.install();
  }

  /** Runs the command in the folder, or in one below it. */
  async capstan(
    argv: readonly string[],
    {
      cwd = ".",
      stop = new AbortController(),
      env = { HOME: this.root },
      colors = false,
      onTerminal = false,
    }: Run = {},
  ): Promise<Printed> {
    let text = "";
    const print = terminalWriter({ write: (more) => (text += more) });
    const { signal } = stop;
    const out: Terminal["out"] = (more, holds) => (holds === "view" ? void (text += more) : print(more, holds));
    const place = {
      cwd: join(this.root, cwd),
      env,
      interactive: false,
      colors,
      errColors: colors,
      errInteractive: onTerminal,
    };
    const terminal = { ...place, signal, out, err: out };
    const code = await runCommandLine(argv, terminal, { version: "1.2.3" });
    return { code, text: text.replaceAll(this.root, "<root>") };
  }
}
