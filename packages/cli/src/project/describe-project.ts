// Finds out what a project watches, owns, writes and serves: runs its entry with --describe and reads the output.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { diagnose, errorFrom, type Diagnostic } from "@capstan/kube";
import type { Description } from "@capstan/contract/description";
import { cliDiagnostics } from "../cli-errors.ts";
import { rejectForeignEntry, type TrustedProject } from "./foreign-project.ts";
import { moduleProblem } from "./module-problem.ts";
import { runNode, type NodeResult } from "./run-node.ts";

/** The entry of a project whose configuration names none. */
export const defaultEntry = "src/main.ts";

/** The description, or why there is none. */
export interface Described {
  readonly description?: Description;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs `entry --describe` in the project; throws when the entry is one of a user who is not trusted. */
export async function describeProject(place: TrustedProject, entry: string, signal: AbortSignal): Promise<Described> {
  const { root, trusted } = place;
  const file = join(root, entry);
  if (!existsSync(file))
    return { diagnostics: [diagnose(cliDiagnostics, "cli/no-entry", { values: { file: entry } })] };
  rejectForeignEntry(place, entry);
  if (signal.aborted) return interrupted();
  const result = await runNode({ root, trusted, entry, args: ["--describe"] }, { timeoutMs: 20_000, signal });
  if (signal.aborted) return interrupted();
  if (result.code !== 0)
    return {
      diagnostics: [
        result.stderr === "" ? notDescribed(entry, ended(result)) : moduleProblem(file, result.stderr, root),
      ],
    };
  return readDescription(entry, result.stdout);
}

function interrupted(): Described {
  return { diagnostics: [diagnose(cliDiagnostics, "cli/interrupted")] };
}

function readDescription(entry: string, stdout: string): Described {
  try {
    const value = JSON.parse(stdout) as Partial<Description> | null;
    if (value?.format === 1 && Array.isArray(value.kinds) && Array.isArray(value.hooks))
      // Written by this version's own `--describe`; the format and its two lists were checked.
      return { description: value as Description, diagnostics: [] };
    return { diagnostics: [notDescribed(entry, "its output is JSON, but not a description")] };
  } catch (caught) {
    return {
      diagnostics: [notDescribed(entry, stdout.trim() === "" ? "it printed nothing" : errorFrom(caught).message)],
    };
  }
}

function ended({ code }: NodeResult): string {
  return code === null ? "it did not end within 20 seconds" : `it ended with code ${code}`;
}

function notDescribed(entry: string, problem: string): Diagnostic {
  const help = "call nothing in the entry except run(...) of @capstan/controller-kit or @capstan/extension-kit";
  return diagnose(cliDiagnostics, "cli/describe", { values: { file: entry, problem, help } });
}
