// A project of its own for a test: a small API, the tools of this package as if they were installed, and commands run in it as a shell would.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fooSource, type Tree } from "../../../packages/cli/test/foo-project.ts";
import { TemporaryFolder } from "../../../packages/cli/test/temporary-folder.ts";

/** What a command printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  /** Both streams, with the project's own path taken out. */
  readonly text: string;
}

const installed = fileURLToPath(new URL("../node_modules", import.meta.url));
const main = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url));

/** The command from its sources, under the name it has when it is installed. */
export const capstanBin: string = `#!/bin/sh\nexec "${process.execPath}" --conditions=@capstan/source "${main}" "$@"\n`;

/** Where generation puts the CRD of the small API. */
export const crd = "generated/crds/things.example.com_foos.yaml";

const project: Tree = {
  "package.json": { name: "foo", version: "0.1.0", private: true, type: "module", packageManager: "npm@10.9.0" },
  "tsconfig.json": {
    compilerOptions: {
      module: "nodenext",
      noEmit: true,
      customConditions: ["@capstan/source"],
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
      types: ["node"],
    },
    include: ["src"],
  },
  ".gitignore": "node_modules\n.turbo\n.nx\ndist\n",
  "src/api/v1/foo.ts": fooSource(),
  "src/main.ts": 'import { Foo } from "./api/v1/foo.ts";\n\nconsole.log(Foo.kind);\n',
};

/** The packages in a folder, without scopes and hidden files. */
function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((each) => !/^[.@]/.test(each));
}

/** Variables that would tell a tool where it runs: in a test, in CI, in a git hook. */
const telling: RegExp =
  /^(?:CI|VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|GITHUB_.*|GITLAB_.*|TURBO_.*|GIT_.*|FORCE_COLOR|INIT_CWD|npm_.*)$/;

/** The project. */
export class RecipeProject extends TemporaryFolder {
  readonly #running: ChildProcess[] = [];

  constructor(...trees: readonly Tree[]) {
    super();
    this.write(project, ...trees);
    this.#install();
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  /** The limit that the CRD says. */
  limit(): number {
    return Number(/minLength: (\d+)/.exec(this.read(crd))?.[1]);
  }

  /** Runs a line of a shell. */
  sh(line: string, env: Readonly<Record<string, string>> = {}): Ended {
    const options = { cwd: this.root, env: { ...this.#env(), ...env }, encoding: "utf8", timeout: 300_000 } as const;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", line], options);
    return { code: status, text: this.#shown(stdout + stderr) };
  }

  /** Runs a line of a shell that must succeed. */
  must(line: string): string {
    const { code, text } = this.sh(line);
    if (code !== 0) throw new Error(`${line} ended with ${code}:\n${text}`);
    return text;
  }

  /** Starts a command that keeps running; the returned function gives its output so far. */
  start(line: string): () => string {
    const child = spawn("bash", ["-c", `exec ${line}`], {
      cwd: this.root,
      env: this.#env(),
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#running.push(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    return () => this.#shown(said);
  }

  /** A repository with everything committed. */
  commit(): void {
    this.must(
      "git init -q -b main && git config user.email test@example.com && git config user.name test && git add -A && git commit -qm start",
    );
  }

  executable(path: string): void {
    chmodSync(join(this.root, path), 0o755);
  }

  override [Symbol.dispose](): void {
    for (const child of this.#running) child.kill("SIGKILL");
    super[Symbol.dispose]();
  }

  #install(): void {
    for (const name of namesIn(installed)) this.#link(realpathSync(join(installed, name)), join("node_modules", name));
    for (const name of namesIn(join(installed, "@capstan")).map((each) => join("@capstan", each))) {
      const [from, to] = [realpathSync(join(installed, name)), join("node_modules", name)];
      // Vite follows no condition when it reads its configuration, which imports the plugin: the built one may be old.
      if (name === join("@capstan", "cli")) this.#installSources(from, to);
      else this.#link(from, to);
    }
    this.write({ "node_modules/.bin/capstan": capstanBin });
    this.executable("node_modules/.bin/capstan");
    this.#link(fileURLToPath(new URL("../../../node_modules/@types", import.meta.url)), "node_modules/@types");
  }

  #link(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    symlinkSync(from, join(this.root, to), "dir");
  }

  /** A package of ours whose exports lead to its sources. */
  #installSources(from: string, to: string): void {
    const { name, exports } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
    };
    const sources = Object.entries(exports).map(([subpath, target]) => [subpath, target["@capstan/source"]]);
    this.write({ [join(to, "package.json")]: { name, type: "module", exports: Object.fromEntries(sources) } });
    for (const folder of ["src", "generated"].filter((each) => existsSync(join(from, each))))
      this.#link(join(from, folder), join(to, folder));
  }

  #env(): Record<string, string> {
    const kept = Object.entries(process.env).filter(([name]) => !telling.test(name));
    const path = [join(this.root, "node_modules/.bin"), join(installed, ".bin"), dirname(process.execPath)];
    return {
      ...(Object.fromEntries(kept) as Record<string, string>),
      PATH: [...path, process.env["PATH"]].join(delimiter),
      NODE_OPTIONS: "--conditions=@capstan/source",
      NO_COLOR: "1",
      DO_NOT_TRACK: "1",
      TURBO_TELEMETRY_DISABLED: "1",
    };
  }

  #shown(text: string): string {
    return text.replaceAll(this.root, "<root>");
  }
}

/** Waits until something holds; the error says what was there instead. */
export async function until(holds: () => boolean, state: () => string): Promise<void> {
  const end = Date.now() + 300_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`it did not come true within 300 s:\n${state()}`);
    await delay(20);
  }
}
