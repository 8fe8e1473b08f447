// Gives the Workers and Node processes that a project starts the hooks that it has itself: Node gives its own to neither.
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import workerThreads, { type Worker, type WorkerOptions } from "node:worker_threads";

/** The environment variable with the folder of the project whose hooks a process has inherited. */
export const projectVariable = "CAPSTAN_PROJECT_FOLDER";
const optionsVariable = "NODE_OPTIONS";

/** Built packages hold JavaScript, this repository's sources TypeScript. */
export const hooksFile: string = [new URL("./register-typescript.js", import.meta.url)]
  .map((url) => fileURLToPath(url))
  .map((built) => (existsSync(built) ? built : built.replace(/js$/, "ts")))
  .join();

/** Not `--import`, which Workers of text ignore. */
const option = "--require";

let holders = 0;
let giveBack: () => void = () => undefined;

/** Whatever this process starts from now on has the hooks of a project, until the function that is returned was called for each call. */
export function passHooksOn(root: string): () => void {
  if (holders++ === 0) giveBack = all([inheritedVariables(), inheritingWorkers()]);
  process.env[projectVariable] = root;
  let isHeld = true;
  return () => {
    if (isHeld && --holders === 0) giveBack();
    isHeld = false;
  };
}

function all(functions: readonly (() => void)[]): () => void {
  return () => {
    for (const each of functions) each();
  };
}

/** For processes, which have this process' environment unless they are given another. */
function inheritedVariables(): () => void {
  const before = [optionsVariable, projectVariable].map((name) => [name, process.env[name]] as const);
  const { [optionsVariable]: options = "" } = process.env;
  const more = `${option}=${JSON.stringify(hooksFile)}`;
  // A Worker may share the environment of its parent, which has them already.
  if (!options.includes(more)) process.env[optionsVariable] = `${options} ${more}`.trim();
  return () => {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  };
}

/** For Workers, which read the environment's options only when they are given options or an environment of their own. */
function inheritingWorkers(): () => void {
  const before = workerThreads.Worker;
  const construct = (
    target: typeof Worker,
    [file, options = {}]: WorkerArguments,
    newTarget: NewableFunction,
  ): Worker => {
    const make = (own: readonly string[]): Worker => {
      const execArgv = [option, hooksFile, ...own];
      return Reflect.construct(target, [file, { ...options, execArgv }], newTarget);
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
  const replace = (value: typeof Worker): void => {
    Object.defineProperty(workerThreads, "Worker", { value });
    syncBuiltinESMExports();
  };
  replace(new Proxy(before, { construct }));
  return () => replace(before);
}

type WorkerArguments = [file: string | URL, options?: WorkerOptions];

function isInvalidOption(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_INVALID_EXEC_ARGV";
}
