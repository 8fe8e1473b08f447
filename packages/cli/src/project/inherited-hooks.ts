// Gives the Workers and Node processes that a project starts the hooks that it has itself: Node gives its own to neither.
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import workerThreads, { type Worker, type WorkerOptions } from "node:worker_threads";
import type { Users } from "./foreign-files.ts";
import type { TrustedProject } from "./foreign-project.ts";

/** The environment variables with the project whose hooks a process has inherited, and with the users whose files are run: the owner of the folder may be another one by now. */
const [projectVariable, usersVariable] = ["CAPSTAN_PROJECT_FOLDER", "CAPSTAN_PROJECT_USERS"];
const optionsVariable = "NODE_OPTIONS";

/** Built packages hold JavaScript, this repository's sources TypeScript. */
export const hooksFile: string = [new URL("./register-typescript.js", import.meta.url)]
  .map((url) => fileURLToPath(url))
  .map((built) => (existsSync(built) ? built : built.replace(/js$/, "ts")))
  .join();

/** Not `--import`, which Workers of text ignore. */
const option = "--require";

/** The project whose hooks this process has inherited, if it has. */
export function inheritedProject(): TrustedProject | undefined {
  const { [projectVariable]: root } = process.env;
  return root === undefined ? undefined : { root, trusted: inheritedUsers() };
}

/** The users whose files are run, if the process that started this one has set them. */
export function inheritedUsers(): Users | undefined {
  const { [usersVariable]: users } = process.env;
  return users === undefined ? undefined : new Set(users.split(",").map(Number));
}

/** The variables for an entry, which is started with the hooks of the project in its folder: it inherits those of no other one. */
export function entryVariables(trusted: Users | undefined): NodeJS.ProcessEnv {
  return { [projectVariable]: undefined, [usersVariable]: trusted && [...trusted].join() };
}

let passesOn = false;

/**
 * Whatever this process starts from now on has the hooks of a project. They stay: what was loaded, such as a configuration, can start something at any time, in a timer for example.
 */
export function passHooksOn({ root, trusted }: TrustedProject): void {
  if (!passesOn) {
    inheritOptions();
    inheritInWorkers();
  }
  passesOn = true;
  process.env[projectVariable] = root;
  if (trusted !== undefined) process.env[usersVariable] = [...trusted].join();
}

/** For processes, which have this process' environment unless they are given another. */
function inheritOptions(): void {
  const { [optionsVariable]: options = "" } = process.env;
  const more = `${option}=${JSON.stringify(hooksFile)}`;
  // A Worker may share the environment of its parent, which has them already.
  if (!options.includes(more)) process.env[optionsVariable] = `${options} ${more}`.trim();
}

/** For Workers, which read the environment's options only when they are given options or an environment of their own. */
function inheritInWorkers(): void {
  const before = workerThreads.Worker;
  const construct = (
    target: typeof Worker,
    [file, options = {}]: WorkerArguments,
    newTarget: NewableFunction,
  ): Worker => {
    const make = (own: readonly string[]): Worker => {
      const execArgv = [option, hooksFile, ...own];
      const env = typeof options.env === "object" ? withProject(options.env) : options.env;
      return Reflect.construct(target, [file, { ...options, env, execArgv }], newTarget);
    };
    if (options.execArgv !== undefined) return make(options.execArgv);
    try {
      return make(process.execArgv);
    } catch (error) {
      // Some options of a process cannot be set for a Worker, which has them nevertheless.
      if (!isInvalidOption(error)) throw error;
      return make([]);
    }
  };
  Object.defineProperty(workerThreads, "Worker", { value: new Proxy(before, { construct }) });
  syncBuiltinESMExports();
}

/** A Worker's own environment, with the project of this process. */
function withProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => name === projectVariable || name === usersVariable);
  return { ...env, ...Object.fromEntries(ours) };
}

type WorkerArguments = [file: string | URL, options?: WorkerOptions];

function isInvalidOption(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_INVALID_EXEC_ARGV";
}
