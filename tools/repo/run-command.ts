// One command of a check: its output is kept, shown only when it fails, and neither it nor what it starts outlives this process.
// Tools of this workspace are started without shims and without a shell (command-for.ts), so that Windows can start them, too.
import { describeError } from "@capstan/kube";
import { commandFor } from "./command-for.ts";
import { spawnTree, type ReadChild } from "./process-tree.ts";
import { root } from "./root.ts";
import { lookupsHere } from "./workspace-bins.ts";

export { root } from "./root.ts";

/** How a command is run. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Show the output as it comes, for commands that a person watches. */
  readonly live?: boolean;
}

/** What a command left behind. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end; resolves also when it fails or cannot be started (code 127). */
export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [program = "", ...args] = command;
  try {
    const child = spawnTree([...commandFor(program, process.platform, lookupsHere()), ...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...options.env },
    });
    return await endOf(child, options.live === true);
  } catch (caught) {
    return { code: 127, output: `${describeError(caught)}\n` };
  }
}

function endOf(child: ReadChild, live: boolean): Promise<CommandResult> {
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    if (live) process.stdout.write(chunk);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ code: status ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
