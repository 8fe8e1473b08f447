// Starts a project's entry: this Node with the TypeScript hooks, in the project's folder.
import { spawn, type ChildProcess } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { TrustedProject } from "./foreign-project.ts";
import { entryVariables, hooksFile } from "./inherited-hooks.ts";

/** What to start and where. */
export interface NodeRun extends TrustedProject {
  /** Relative to the root. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Starts the entry; its output is piped, its input closed. Through the channel it notices the end of this process (register-typescript.ts). */
export function startNode({ root, trusted, entry, args, env = {} }: NodeRun): ChildProcess {
  const nodeArgs = [...process.execArgv, "--import", pathToFileURL(hooksFile).href, entry, ...args];
  return spawn(process.execPath, nodeArgs, {
    cwd: root,
    env: { ...process.env, ...env, ...entryVariables(trusted) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** What a finished process printed, and its exit code. */
export interface NodeResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the entry to its end, or stops it after a while. */
export async function runNode(
  run: NodeRun,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<NodeResult> {
  const child = startNode(run);
  const printed = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  const stop = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(stop, options.timeoutMs);
  options.signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<NodeResult>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, ...printed }));
    });
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", stop);
  }
}
