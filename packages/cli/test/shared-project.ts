// A project below a folder of all users, in which another user may put a package that the project's code could load.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectPlace } from "../src/project/foreign-project.ts";
import { runNode } from "../src/project/run-node.ts";

/** A user that is neither root nor the one who runs the tests. */
export const someoneElse = 65534;

/** The folder of all users, and the project in it. */
export interface SharedProject extends Disposable {
  readonly shared: string;
  readonly root: string;
  /** Loads a configuration as commands do, and returns what `printed` says of its export. In a process of its own: vitest looks for packages itself. */
  loadedConfig(content: string, printed: string): string;
  /** Makes the folder with the package one of another user. */
  plant(): void;
}

/** Makes the project, with the package `planted` above it, still its user's own. */
export function sharedProject(): SharedProject {
  const shared = realpathSync(mkdtempSync(join(tmpdir(), "capstan hooks-")));
  const root = join(shared, "project");
  const packages = join(shared, "node_modules");
  chmodSync(shared, 0o1777);
  mkdirSync(root);
  mkdirSync(join(packages, "planted"), { recursive: true });
  writeFileSync(join(packages, "planted/index.js"), "");
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeFileSync(join(root, "planted.ts"), 'import "planted";\nprocess.exitCode = 3;\n');
  return {
    shared,
    root,
    loadedConfig: (content, printed) => loadedConfig({ shared, root }, content, printed),
    plant: () => chownSync(packages, someoneElse, someoneElse),
    [Symbol.dispose]: () => rmSync(shared, { recursive: true }),
  };
}

type Folders = Pick<SharedProject, "shared" | "root">;

function loadedConfig({ shared, root }: Folders, content: string, printed: string): string {
  const file = join(root, "capstan.config.ts");
  writeFileSync(file, content);
  const [configuration, place] = ["../src/config/config-file.ts", "../src/project/foreign-project.ts"].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const loader = `
    import { runConfig } from ${JSON.stringify(configuration)};
    import { projectPlace } from ${JSON.stringify(place)};
    const { exported, diagnostics } = await runConfig(${JSON.stringify(file)}, projectPlace(process.cwd(), process.cwd()));
    console.log(exported === undefined ? diagnostics[0].message : ${printed});
  `;
  // A file: what Workers and forks start has the options of this process.
  const main = join(shared, "loader.mjs");
  writeFileSync(main, loader);
  return execFileSync(process.execPath, ["--conditions=@capstan/source", main], { encoding: "utf8", cwd: root }).trim();
}

/** What code can start: each ends with 3 when it could load the package, otherwise with 1. */
const starts: Readonly<Record<string, string>> = {
  "a Worker": "new Worker(file)",
  "a Worker with other options": "new Worker(file, { execArgv: [] })",
  "a Worker with another environment": "new Worker(file, { env: {} })",
  "a Worker of text": `new Worker('require("module").createRequire(' + JSON.stringify(path) + ')("planted"); process.exitCode = 3;', { eval: true })`,
  "a Worker of a Worker": `new Worker('const { Worker } = require("worker_threads"); new Worker(new URL(' + JSON.stringify(file.href) + ')).on("error", () => undefined).on("exit", (code) => { process.exitCode = code; });', { eval: true })`,
  "a class of Workers": "new (class extends Worker {})(file)",
  "a process": "spawn(process.execPath, [path])",
  "a process elsewhere": 'spawn(process.execPath, [path], { cwd: "/" })',
  "a fork": "fork(path, { silent: true })",
  "a fork with other options": "fork(path, { silent: true, execArgv: [] })",
  "a process that loads it first": 'spawn(process.execPath, ["-r", "planted", "-e", "process.exitCode = 3"])',
  "a process that loads it first, where it is":
    'spawn(process.execPath, ["-r", "planted", "-e", "process.exitCode = 3"], { cwd: above })',
  "a process that imports it first": 'spawn(process.execPath, ["--import", "planted", "-e", "process.exitCode = 3"])',
  "a process that imports it first, where it is":
    'spawn(process.execPath, ["--import", "planted", "-e", "process.exitCode = 3"], { cwd: above })',
  "a Worker that loads it first": 'new Worker("process.exitCode = 3", { eval: true, execArgv: ["-r", "planted"] })',
};

/** Starts all of them at once. */
const program = `
import { fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
const file = new URL("./planted.ts", import.meta.url);
const path = fileURLToPath(file);
const above = new URL("..", file);
const codeOf = (started) => new Promise((resolve) => void started.on("error", () => undefined).on("exit", resolve));
const run = () => Promise.all([${Object.values(starts).join(", ")}].map(codeOf));
`;

/** The exit code of each start, by its name. */
type ExitCodes = Readonly<Record<string, unknown>>;

/** A way in which code of a project gets to run: it starts all of `starts`, and returns the codes that they exit with. */
type WayToRun = (project: SharedProject) => ExitCodes | Promise<ExitCodes>;

/** By what is run. */
export const waysToRun: Readonly<Record<"configuration" | "configuration's timer" | "entry", WayToRun>> = {
  configuration: (project) =>
    codesOf(project.loadedConfig(`${program}export default run();\n`, "JSON.stringify(exported)")),
  "configuration's timer": (project) => {
    const content = `${program}export default { codes: new Promise((resolve) => setTimeout(() => run().then(resolve), 300)) };\n`;
    return codesOf(project.loadedConfig(content, "JSON.stringify(await exported.codes)"));
  },
  async entry({ root }) {
    writeFileSync(join(root, "main.ts"), `${program}console.log(JSON.stringify(await run()));\n`);
    const { signal } = new AbortController();
    const place = { ...projectPlace(root, root), entry: "main.ts", args: [] };
    return codesOf((await runNode(place, { timeoutMs: 60_000, signal })).stdout);
  },
};

function codesOf(printed: string): ExitCodes {
  const codes: unknown = JSON.parse(printed);
  if (!Array.isArray(codes)) throw new Error(`no list of exit codes: ${printed}`);
  return Object.fromEntries(Object.keys(starts).map((name, i) => [name, codes[i]]));
}

/** What all starts exit with when each exits with this. */
export const allExitWith = (code: number): ExitCodes =>
  Object.fromEntries(Object.keys(starts).map((name) => [name, code]));
