// One child process of a check: its output is kept, shown only when it fails, and it never outlives this process.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));

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

/** Runs a command to its end; resolves also when it fails. */
export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  const take = (chunk: Buffer): void => {
    chunks.push(chunk.toString());
    if (options.live === true) process.stdout.write(chunk);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const stop = (): void => void child.kill("SIGTERM");
  process.once("exit", stop);
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      chunks.push(`${error.message}\n`);
      resolve(127);
    });
    child.once("close", (status) => resolve(status ?? 1));
  });
  process.off("exit", stop);
  return { code, output: chunks.join("") };
}
