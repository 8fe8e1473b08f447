// Runs a program until it ends or its time is over, and collects what it prints.
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** The program to run. */
export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it may read this process's standard input. */
  readonly interactive: boolean;
  readonly deadlineMs: number;
}

/** How a program ended. */
export interface PluginEnd {
  readonly stdout: string;
  /** What went wrong, as in `the program "x" ...`; undefined when it ended with 0. */
  readonly reason: string | undefined;
  /** Whether the program does not exist. */
  readonly missing: boolean;
}

/** More output than any credentials have; the rest is dropped. */
const longestOutput = 1_048_576;
const longestQuote = 200;

/** Runs a program; never rejects. One that does not end in time, or before this process does, is killed, and not waited for: its children may hold its pipes. */
export function runPlugin({ command, args, env, interactive, deadlineMs }: PluginRun): Promise<PluginEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { env, stdio: [interactive ? "inherit" : "ignore", "pipe", "pipe"] });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const end = (reason: string | undefined, missing = false): void => {
      clearTimeout(timer);
      process.off("exit", kill);
      resolve({ stdout: stdout(), reason, missing });
    };
    const kill = (): void => void child.kill("SIGKILL");
    process.on("exit", kill);
    const timer = setTimeout(() => {
      kill();
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      end(`did not end within ${deadlineMs / 1000} s${quoted(stderr())}`);
    }, deadlineMs);
    child.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT"
        ? end("does not exist", true)
        : end(`cannot be started: ${error.code ?? "unknown error"}`),
    );
    child.once("close", (code, signal) =>
      end(code === 0 ? undefined : `ended with ${signal ?? code}${quoted(stderr()) || " and wrote nothing to stderr"}`),
    );
  });
}

/** The output so far, in a function. */
function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on("data", (chunk: Buffer) => {
    if (length < longestOutput) chunks.push(chunk);
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

/** The first line, after a colon; empty when there is none. */
function quoted(stderr: string): string {
  const [line = ""] = stderr.trim().split(/\r?\n/);
  return line === "" ? "" : `: ${line.slice(0, longestQuote)}`;
}
