// What a configuration or an entry starts looks for packages as they do: not in a folder of another user.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runConfig } from "../config/config-file.ts";
import { runNode } from "./run-node.ts";

const someoneElse = 65534;
let shared: string;
let root: string;

/** A project below a folder of all users, in which someone has put a package. */
beforeEach(() => {
  shared = realpathSync(mkdtempSync(join(tmpdir(), "capstan hooks-")));
  chmodSync(shared, 0o1777);
  root = join(shared, "project");
  mkdirSync(root);
  mkdirSync(join(shared, "node_modules/planted"), { recursive: true });
  writeFileSync(join(shared, "node_modules/planted/index.js"), "");
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeFileSync(join(root, "planted.ts"), 'import "planted";\nprocess.exitCode = 3;\n');
});
afterEach(() => rmSync(shared, { recursive: true }));

/** Each ends with the code that it exits with: 3 when it could load the package, otherwise 1. */
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
};

/** Starts all of them at once. */
const program = `
import { fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
const file = new URL("./planted.ts", import.meta.url);
const path = fileURLToPath(file);
const codeOf = (started) => new Promise((resolve) => void started.on("error", () => undefined).on("exit", resolve));
const codes = await Promise.all([${Object.values(starts).join(", ")}].map(codeOf));
`;

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  async configuration() {
    const file = join(root, "capstan.config.ts");
    writeFileSync(file, `${program}export default codes;\n`);
    return (await runConfig(file)).exported;
  },
  async entry() {
    writeFileSync(join(root, "main.ts"), `${program}console.log(JSON.stringify(codes));\n`);
    const { signal } = new AbortController();
    return JSON.parse((await runNode({ root, entry: "main.ts", args: [] }, { timeoutMs: 60_000, signal })).stdout);
  },
};

test.runIf(process.getuid?.() === 0).each(Object.entries(ways))(
  "what a project's %s starts loads no package of another user",
  async (_, run) => {
    const names = Object.keys(starts);
    const all = (code: number): unknown => Object.fromEntries(names.map((name) => [name, code]));
    const results = async (): Promise<unknown> => {
      // Both ways return the list of the program.
      const codes = (await run()) as readonly number[];
      return Object.fromEntries(names.map((name, i) => [name, codes[i]]));
    };
    expect(await results()).toEqual(all(3));
    chownSync(join(shared, "node_modules"), someoneElse, someoneElse);
    expect(await results()).toEqual(all(1));
  },
);

test("after a configuration was loaded, this process starts others as before", async () => {
  const { NODE_OPTIONS, CAPSTAN_PROJECT_FOLDER } = process.env;
  const { Worker } = await import("node:worker_threads");
  const file = join(root, "capstan.config.ts");
  const kept = 'Object.assign(globalThis, { capstanKept: process.env["NODE_OPTIONS"] });';
  writeFileSync(file, `${kept}\nexport default process.env["CAPSTAN_PROJECT_FOLDER"];\n`);
  expect((await runConfig(file)).exported).toBe(root);
  expect(Reflect.get(globalThis, "capstanKept")).toContain("--require");
  expect(Reflect.deleteProperty(globalThis, "capstanKept")).toBe(true);
  expect([process.env["NODE_OPTIONS"], process.env["CAPSTAN_PROJECT_FOLDER"]]).toEqual([
    NODE_OPTIONS,
    CAPSTAN_PROJECT_FOLDER,
  ]);
  expect((await import("node:worker_threads")).Worker).toBe(Worker);
});

test.runIf(process.getuid?.() === 0)(
  "a configuration that imports later, or by a link to its user's own file, loads no package of another user",
  () => {
    // In a process of its own: vitest looks for packages itself.
    const configuration = new URL("../config/config-file.ts", import.meta.url).href;
    const file = join(root, "capstan.config.ts");
    const program = `
      import { runConfig } from ${JSON.stringify(configuration)};
      const { exported } = await runConfig(${JSON.stringify(file)});
      console.log(await exported.late());
    `;
    writeFileSync(
      file,
      'export default { late: () => import("planted").then(() => "loaded", (error) => error.message) };\n',
    );
    const args = ["--conditions=@capstan/source", "--input-type=module", "-e", program];
    const late = (): string => execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
    writeFileSync(join(root, "clean.mjs"), "");
    const packages = join(shared, "node_modules");
    writeFileSync(join(packages, "planted/package.json"), '{"main":"index.js"}');
    rmSync(join(packages, "planted/index.js"));
    symlinkSync(join(root, "clean.mjs"), join(packages, "planted/index.js"));
    expect(late()).toBe("loaded");
    chownSync(packages, someoneElse, someoneElse);
    expect(late()).toBe(
      `"${packages}" is of another user, so no package is looked for there: remove it, or move the project`,
    );
  },
);
