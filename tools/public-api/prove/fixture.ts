// A repository in a temporary folder: packages made of one source each, declarations built by the repository's tsc, and the
// command run in it as users run it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root as repository, runCommand, type CommandResult } from "@capstan/repo";
import { git } from "../changes/git.ts";

const command = join(repository, "tools/public-api/main.ts");

/** A temporary repository; disposing of it removes it. */
export class FixtureRepository {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), "capstan-public-api-")));

  constructor() {
    this.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n  - private/*\n");
    this.write("package.json", '{ "name": "fixture", "private": true }\n');
    this.write(".changeset/config.json", '{ "baseBranch": "main", "fixed": [["@fixture/*"]] }\n');
    this.write(".gitignore", "dist\nnode_modules\nbuild\n");
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "A Tester");
    this.git("config", "user.email", "tester@example.com");
  }

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  git(...args: readonly string[]): string {
    return git(this.root, args);
  }

  commit(subject: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", subject);
  }

  /** A published package with one entry. */
  addPackage(name: string, source: string, version = "1.0.0"): void {
    const entry = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
    const manifest = { name: `@fixture/${name}`, version, type: "module", exports: entry };
    this.write(`packages/${name}/package.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
    this.setSource(name, source);
    const link = join(this.root, "node_modules/@fixture", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(this.root, "packages", name), link);
  }

  setSource(name: string, source: string): void {
    this.write(`packages/${name}/src/index.ts`, `${source}\n`);
  }

  /** Builds the declarations of all packages in one run. */
  async build(): Promise<void> {
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      emitDeclarationOnly: true,
      types: [],
      rootDir: "packages",
      outDir: "build",
      paths: { "@fixture/*": ["./packages/*/src/index.ts"] },
    };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["packages/*/src"] }));
    const tsc = join(repository, "node_modules/.bin/tsc");
    const built = await runCommand([tsc, "-p", "tsconfig.json"], { cwd: this.root });
    if (built.code !== 0) throw new Error(`tsc rejects the fixture:\n${built.output}`);
    for (const name of readdirSync(join(this.root, "build")))
      cpSync(join(this.root, "build", name, "src"), join(this.root, "packages", name, "dist"), { recursive: true });
  }

  /** Runs `api-report` in the repository. */
  async apiReport(...args: readonly string[]): Promise<CommandResult> {
    return runCommand([process.execPath, "--conditions=@capstan/source", command, ...args], { cwd: this.root });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
