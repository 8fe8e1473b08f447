// Finds out what a project watches, owns, writes and serves: runs its entry with --describe and reads the output.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { diagnose, errorFrom, type Diagnostic, type Position } from "@capstan/kube";
import type { Description } from "@capstan/contract/description";
import { cliDiagnostics } from "../cli-errors.ts";
import { otherThanFile } from "./file-kind.ts";
import { rejectForeignEntry, type TrustedProject } from "./foreign-project.ts";
import { moduleProblem, positionIn } from "./module-problem.ts";
import { runNode, type NodeLimits, type NodeResult } from "./run-node.ts";
import { onExitCall } from "./say-alive.ts";

/** What the entry is called with. */
export const describeArgs: readonly string[] = ["--describe"];

/** What a plain operator prints: dev runs it, and it has no release for clusterctl. */
export interface OperatorDescription extends Pick<
  Description,
  "format" | "name" | "webhooks" | "ports" | "leaderElection"
> {
  readonly type: "operator";
}

/** What the entry of a project prints. */
export type ProjectDescription = Description | OperatorDescription;

/** What the programs of a project print, in the order of the configuration; undefined for one that has printed nothing yet. */
export type MemberDescriptions = readonly (ProjectDescription | undefined)[];

/** What may be printed: it is checked before it is used. */
interface Printed extends Partial<Omit<Description, "type">> {
  readonly type?: ProjectDescription["type"];
}

/** The description, or why there is none. */
export interface Described {
  readonly description?: ProjectDescription;
  readonly diagnostics: readonly Diagnostic[];
  /** Where it ended by itself without an error and without a description. */
  readonly ended?: EndWithoutError;
}

/** How a process ended that printed no error. */
export interface EndWithoutError {
  readonly exitCode: number;
  /** The stack of the call of process.exit(); empty where there was none. */
  readonly exitCall: string;
}

/** How the entry is run: until the signal aborts. `started` is called with its process. */
export interface DescribeRun extends Pick<NodeLimits, "signal" | "started" | "standby"> {
  /** Aborts when nothing waits for the description any more: then there is none. Its reason says why, in words. */
  readonly late?: AbortSignal;
  /** Where its event loop is blocked, if that is known; undefined while it turns. */
  readonly blocked?: () => { readonly position?: Position } | undefined;
}

/** Runs `entry --describe` in the project; throws when the entry is one of a user who is not trusted. */
export async function describeProject(place: TrustedProject, entry: string, run: DescribeRun): Promise<Described> {
  const { signal } = run;
  const { root, trusted } = place;
  const file = join(root, entry);
  if (!existsSync(file)) return { diagnostics: [noEntry(root, entry)] };
  rejectForeignEntry(place, entry);
  if (signal.aborted) return interrupted();
  const { late } = run;
  let exitCall = "";
  const started: NodeLimits["started"] = (child) => {
    onExitCall(child, (stack) => (exitCall = stack));
    run.started?.(child);
  };
  const limits = { ...run, started, timeoutMs: 20_000, ...(late && { signal: AbortSignal.any([signal, late]) }) };
  const result = await runNode({ root, trusted, entry, args: describeArgs }, limits);
  if (signal.aborted) return interrupted();
  const end = { ...(result.code !== null && { ended: { exitCode: result.code, exitCall } }) };
  if (result.code === 0) {
    const described = readDescription(entry, result.stdout);
    const hasPrinted = result.stdout.trim() !== "" || result.stderr !== "";
    return { ...described, ...(exitCall !== "" && !hasPrinted && end) };
  }
  if (result.code === null && result.stderr === "") return { diagnostics: [notInTime(entry, run)] };
  if (result.stderr !== "") return { diagnostics: [moduleProblem(file, result.stderr, root)] };
  const position = positionIn(exitCall, [root]);
  return { ...end, diagnostics: [{ ...notDescribed(entry, ended(result)), ...(position && { position }) }] };
}

/** It was killed: nobody waited any longer. */
function notInTime(entry: string, { late, blocked }: DescribeRun): Diagnostic {
  const block = blocked?.();
  const problem = late?.aborted === true ? String(late.reason) : "it did not end within 20 seconds";
  if (block === undefined) return notDescribed(entry, problem);
  const { position } = block;
  return { ...notDescribed(entry, `${problem}: its event loop is blocked`), ...(position && { position }) };
}

/** What is wrong where no entry is. */
export function noEntry(root: string, entry: string): Diagnostic {
  const what = otherThanFile(join(root, entry));
  return what === undefined
    ? diagnose(cliDiagnostics, "cli/no-entry", { values: { file: entry } })
    : diagnose(cliDiagnostics, "cli/not-a-file", { values: { file: entry, what } });
}

/** The description of what has a release for clusterctl: a plain operator has none. */
export async function describeReleased(
  place: TrustedProject,
  entry: string,
  run: DescribeRun,
): Promise<Described & { readonly description?: Description }> {
  const { description, diagnostics } = await describeProject(place, entry, run);
  if (description?.type !== "operator") return { ...(description && { description }), diagnostics };
  return {
    diagnostics: [diagnose(cliDiagnostics, "cli/operator", { values: { file: entry, name: description.name } })],
  };
}

function interrupted(): Described {
  return { diagnostics: [diagnose(cliDiagnostics, "cli/interrupted")] };
}

function readDescription(entry: string, stdout: string): Described {
  try {
    // A module may print lines of its own before; the description begins with the last line that begins an object.
    const value = JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1)) as Printed | null;
    if (value?.format === 1 && value.type === "operator") {
      const { format, type, name = "", ports = { health: 0 }, leaderElection = true, webhooks = [] } = value;
      return { description: { format, type, name, ports, leaderElection, webhooks }, diagnostics: [] };
    }
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
  return code === null ? "it was killed" : `it ended with code ${code}`;
}

function notDescribed(entry: string, problem: string): Diagnostic {
  const help =
    "call nothing in the entry except run(...) of @capstan/controller-kit or @capstan/extension-kit, or runOperator(...) of @capstan/operator";
  return diagnose(cliDiagnostics, "cli/describe", { values: { file: entry, problem, help } });
}
