// Runs tests of one package in a process of its own, with or without a mutant, and says how each ended.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "@capstan/repo";
import type { Mutant, TestMode } from "./invariant.ts";
import { mutantVariable } from "./mutated-source.ts";

/** Tests of one package. */
export interface TestRun {
  /** The package, relative to the root. */
  readonly folder: string;
  /** Relative to the root. */
  readonly files: readonly string[];
  /** Parts of titles. */
  readonly titles: readonly string[];
  readonly mode: TestMode;
  readonly mutant?: Mutant;
}

/** How one test ended. */
export interface TestResult {
  /** Relative to the root. */
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  /** Why it failed: the first line of its error. */
  readonly message: string;
}

/** What vitest's JSON reporter writes, as far as it is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A mutant that holds the event loop is ended after this time. */
const longestMs = 240_000;

/** The results of the tests that ran. Throws when vitest could not run them. */
export async function runTests({ folder, files, titles, mode, mutant }: TestRun): Promise<readonly TestResult[]> {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-invariant-"));
  const out = join(scratch, "results.json");
  const pattern = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const config = join(import.meta.dirname, "mutated-tests.config.ts");
  const where = ["run", "--root", join(root, folder), "--config", config, "--mode", mode];
  const what = ["--reporter", "json", "--outputFile", out, "-t", pattern, ...files.map((file) => join(root, file))];
  const hook = pathToFileURL(join(import.meta.dirname, "mutated-source.ts")).href;
  const env = {
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${hook}`.trim(),
    ...(mutant === undefined ? {} : { [mutantVariable]: JSON.stringify(mutant) }),
  };
  try {
    const output = await vitest([...where, ...what], env);
    if (!existsSync(out)) throw new Error(`vitest did not run ${files.join(", ")}:\n${output.slice(-3000)}`);
    return resultsOf(JSON.parse(readFileSync(out, "utf8")) as Report);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function resultsOf({ testResults }: Report): readonly TestResult[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, failureMessages: [message = ""] }) => ({
        file: name.slice(root.length).replace(/^\//, ""),
        title: fullName,
        passed: status === "passed",
        message: message.split("\n")[0] ?? "",
      })),
  );
}

/** A process group of its own, so that what vitest starts ends with it. */
function vitest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = (): void => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(end, longestMs);
  process.once("exit", end);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(timer);
      process.removeListener("exit", end);
      resolve(Buffer.concat(chunks).toString());
    });
  });
}
