// A project in a folder of its own for tests that import hooks: this repository's packages, openapi-typescript beside
// TypeScript 7 as users have it, the command, and the compiler.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "../src/program.ts";

/** A path below packages/cli. */
export function here(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

const strict = {
  target: "esnext",
  module: "nodenext",
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedDeclarations: true,
  declaration: true,
  skipLibCheck: true,
  customConditions: ["@capstan/source"],
};

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly text: string;
}

/** A project on disk. */
export class HookProject {
  readonly root: string = mkdtempSync(join(tmpdir(), "capstan-hooks-"));

  constructor({ library = true }: { readonly library?: boolean } = {}) {
    this.write("package.json", JSON.stringify({ name: "backup", type: "module" }));
    this.write("tsconfig.json", JSON.stringify({ compilerOptions: strict, include: ["src", "type-check"] }));
    this.#link("@capstan");
    if (library) this.#link("openapi-typescript");
  }

  /** Lets the project find a package, or a scope, of this repository. */
  #link(name: string): void {
    mkdirSync(join(this.root, "node_modules"), { recursive: true });
    symlinkSync(here(`node_modules/${name}`), join(this.root, "node_modules", name), "dir");
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Runs the command line as users type it. */
  async capstan(...argv: string[]): Promise<Ran> {
    let text = "";
    const print = (more: string): void => void (text += more);
    const signal = new AbortController().signal;
    const terminal = { cwd: this.root, env: {}, interactive: false, signal, out: print, err: print };
    const code = await runCommandLine(argv, terminal, { version: "1.2.3" });
    return { code, text: text.replaceAll(this.root, "<root>") };
  }

  /** What the compiler says of everything in the project. */
  compile(): string {
    try {
      execFileSync(here("../../node_modules/.bin/tsc"), ["-p", this.root], { encoding: "utf8", stdio: "pipe" });
      return "";
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
