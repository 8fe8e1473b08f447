// A process that stands by for the next start of an entry: started with the packages loaded, and told to run the entry when a change comes (standby.ts).
import type { ChildProcess } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startNode, type NodeRun } from "./run-node.ts";
import { goMessage, standbyVariable, standsByMessage } from "./stand-by-messages.ts";

/** How long a start waits for the process to have loaded the package: about as long as a new one takes. */
const loadMs = 3000;

/** Built packages hold JavaScript, this repository's sources TypeScript. */
const built = new URL("./standby.js", import.meta.url);
const preload = existsSync(fileURLToPath(built)) ? built : pathToFileURL(fileURLToPath(built).replace(/js$/, "ts"));

/** One process that stands by. */
export class Standby {
  readonly child: ChildProcess;
  readonly #root: string;
  readonly #began = Date.now();
  /** The files that it has loaded; undefined when it has ended. */
  readonly #files: Promise<readonly string[] | undefined>;

  /** Starts it; `packageName` is loaded from the packages of the project. */
  constructor(run: NodeRun, packageName: string) {
    this.#root = run.root;
    this.child = startNode({ ...run, env: { ...run.env, [standbyVariable]: packageName } }, ["--import", preload.href]);
    this.#files = new Promise((resolve) => {
      this.child.on("message", (message) => {
        if (Array.isArray(message) && message[0] === standsByMessage) resolve(message.slice(1).map(String));
      });
      this.child.once("exit", () => resolve(undefined)).once("error", () => resolve(undefined));
    });
  }

  /** Lets it run the entry; false when it has ended or is not there in time, and when a file that it has loaded changed since then. */
  async go(signal: AbortSignal): Promise<boolean> {
    const over = AbortSignal.any([signal, AbortSignal.timeout(loadMs)]);
    const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
    over.addEventListener("abort", () => giveUp(undefined), { once: true });
    if (over.aborted) giveUp(undefined);
    const files = await Promise.race([this.#files, late]);
    if (files === undefined || !this.child.connected) return false;
    if (![...files, join(this.#root, "package.json")].every((file) => this.#isOlder(file))) return false;
    return new Promise((resolve) => this.child.send(goMessage, (error) => resolve(error === null)));
  }

  #isOlder(file: string): boolean {
    const found = statSync(file, { throwIfNoEntry: false });
    return found !== undefined && found.ctimeMs < this.#began;
  }
}
