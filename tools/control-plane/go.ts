// Runs Go and kustomize for build.ts and release.ts: with one fixed environment, output kept, and an error that says what to do.
import { spawn } from "node:child_process";

/** What to run, and where. */
export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Static binaries, and only what go.sum pins. */
const environment = { CGO_ENABLED: "0", GOFLAGS: "-mod=readonly" };

/** Runs a command to its end; resolves to its standard output, rejects with the tail of its errors. */
export function run({ command, args, cwd }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const out: string[] = [];
    const err: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.on("error", (cause) => reject(notStarted(command, cause)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(out.join(""));
      else
        reject(
          new Error(
            `${command} ${args.join(" ")}\nin ${cwd} ended with ${signal ?? `code ${code}`}:\n${tail(err.join(""))}`,
          ),
        );
    });
  });
}

function notStarted(command: string, cause: Error): Error {
  const help = command === "go" ? "install Go 1.26 or newer and put it on PATH" : "is the file there and executable?";
  return new Error(`cannot start ${command}: ${cause.message}: ${help}`, { cause });
}

function tail(text: string): string {
  return text.trim().split("\n").slice(-25).join("\n");
}
