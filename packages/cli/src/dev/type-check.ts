// The project's own TypeScript compiler beside its process: after each start, and after saves of tests, it checks the types of all files, and nothing waits for it.
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { diagnose, type Diagnostic, isJsonObject } from "@capstan/kube";
import type { TrustedProject } from "../project/foreign-project.ts";
import { foreignDependency } from "../project/foreign-files.ts";
import { resolvePackage } from "../project/installed-packages.ts";
import { endOf, killNow, startFollowing } from "../project/run-node.ts";
import type { FolderWatch } from "../project/watch-folders.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { devFolder } from "./dev-lock.ts";

/** Where the results go. */
export interface TypeCheckOptions {
  readonly place: TrustedProject;
  /** Gets errors, or a warning where types could not be checked. */
  readonly show: (diagnostics: readonly Diagnostic[]) => void;
  readonly note: (line: string) => void;
  /** Gets what every check has found, nothing too. */
  readonly found?: ((diagnostics: readonly Diagnostic[]) => void) | undefined;
  /** Watches the folders of all files that were checked. */
  readonly watch?: Pick<FolderWatch, "add"> | undefined;
  /** Called before a check of files that the process does not run. */
  readonly saved?: (() => void) | undefined;
}

/** How much is kept of what a compiler prints that cannot run. */
const mostFailure = 10_000;

/** Checks the types of one project. */
export class TypeCheck {
  readonly #options: TypeCheckOptions;
  #child: ChildProcess | undefined;
  /** What the last check printed that had a result: empty when all types are right. */
  #last = "";
  #isImpossible = false;
  #hasBegun = false;
  /** The files of the last check. */
  #files: ReadonlySet<string> = new Set();

  constructor(options: TypeCheckOptions) {
    this.#options = options;
  }

  /** Starts a check, in place of one that runs. What it finds is shown unless the last one has found the same. */
  start(): void {
    this.stop();
    this.#hasBegun = true;
    if (this.#isImpossible) return;
    const compiler = this.#compiler();
    if ("problem" in compiler) {
      this.#isImpossible = true;
      return this.#options.note(`types are not checked: ${compiler.problem}`);
    }
    void this.#check(compiler.file);
  }

  /** Files were saved that the process does not run: starts a check if it is about one of them. Before the first start of the process there is none. */
  saved(files: readonly string[]): void {
    const sources = join(this.#options.place.root, "src");
    const isChecked = (file: string): boolean =>
      this.#files.has(file) || (isBelow(sources, file) && /\.[cm]?tsx?$/.test(file));
    if (!this.#hasBegun || !files.some(isChecked)) return;
    this.#options.saved?.();
    this.start();
  }

  /** Ends a check that runs. */
  stop(): void {
    if (this.#child !== undefined) killNow(this.#child);
    this.#child = undefined;
  }

  #compiler(): { readonly file: string } | { readonly problem: string } {
    const { root, trusted } = this.#options.place;
    if (!existsSync(join(root, "tsconfig.json"))) return { problem: "there is no tsconfig.json" };
    const folder = resolvePackage("typescript", root);
    const file = folder === undefined ? undefined : join(folder, "bin/tsc");
    if (file === undefined || !existsSync(file))
      return { problem: "the project has no TypeScript; install it with npm install --save-dev typescript" };
    const foreign = trusted && foreignDependency(file, root, trusted);
    return foreign === undefined ? { file } : { problem: `"${foreign}" belongs to another user` };
  }

  async #check(compiler: string): Promise<void> {
    const { root } = this.#options.place;
    // The result of the last check is kept in a file: only what depends on a change is checked again.
    const result = join(root, devFolder, "types.tsbuildinfo");
    const kept = ["--incremental", "--tsBuildInfoFile", result];
    const child = startFollowing([compiler, "-p", "tsconfig.json", "--noEmit", "--pretty", "false", ...kept], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    giveWay(child);
    let output = "";
    let failure = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
    // Not to the terminal: a screen may be there. What a broken compiler prints is short.
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (failure = (failure + text).slice(0, mostFailure)));
    const code = await endOf(child).catch(() => null);
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#files = filesOf(result, root) ?? this.#files;
    for (const folder of new Set([...this.#files].map((file) => dirname(file))))
      this.#options.watch?.add(folder, { flat: true });
    if (code !== null) this.#report(code !== 0 && output.trim() === "" ? failure : output);
  }

  #report(output: string): void {
    const { place, show, note } = this.#options;
    const [before, now] = [this.#last, output.trim()];
    const found = typeProblems(now, place.root);
    if (now !== "" && found.length === 0) return this.#reportUnchecked(now);
    this.#last = now;
    this.#options.found?.(found);
    if (now === "" && before !== "") note("types are right again");
    else if (now === before && found.length > 0)
      note(`types are still wrong in ${relative(place.root, found[0]?.position?.file ?? "")}`);
    else if (found.length > 0) show(found);
  }

  /** That stays until a check has a result. */
  #reportUnchecked(output: string): void {
    const [problem = ""] = output.split("\n", 1);
    const unchecked = [
      diagnose(devDiagnostics, "dev/types-unchecked", { values: { problem: withoutPeriod(problem) } }),
    ];
    this.#options.found?.(unchecked);
    this.#options.show(unchecked);
  }
}

/** The files of the project that a check has read, by its result; undefined where that cannot be read. */
function filesOf(result: string, root: string): ReadonlySet<string> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(result, "utf8"));
    const names = isJsonObject(read) ? read["fileNames"] : undefined;
    if (!Array.isArray(names)) return undefined;
    const files = names.filter((name) => typeof name === "string").map((name) => resolve(dirname(result), name));
    return new Set(files.filter((file) => isBelow(root, file) && !skipped.test(relative(root, file))));
  } catch {
    return undefined;
  }
}

/** Installed packages, and hidden folders of tools. */
const skipped = /(?:^|[/\\])(?:node_modules|\.[^/\\]*)[/\\]/;

/** Whether a file is a test, which the process does not run. */
export function isTestFile(file: string): boolean {
  return /\.(test|spec)\.ts$/.test(file);
}

/** The process that serves goes first. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended.
  }
}

/** What the compiler found, in lines such as `src/foo.ts(3,5): error TS2322: Type 'string' is ...`; further lines of an error are indented. */
export function typeProblems(output: string, root: string): Diagnostic[] {
  return output.split("\n").flatMap((line) => {
    const end = line.indexOf("): error TS");
    const begin = line.lastIndexOf("(", end);
    if (end === -1 || begin === -1) return [];
    const [at, column] = line
      .slice(begin + 1, end)
      .split(",")
      .map(Number);
    const file = resolve(root, line.slice(0, begin));
    const position = { file, ...(at !== undefined && { line: at }), ...(column !== undefined && { column }) };
    const problem = line.slice(end + "): error ".length).trimEnd();
    return [diagnose(devDiagnostics, "dev/types", { values: { problem: withoutPeriod(problem) }, position })];
  });
}

function withoutPeriod(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}
