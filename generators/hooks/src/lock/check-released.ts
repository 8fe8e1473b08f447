// The hooks of a model against the lock of its project: what breaks a rule, and the lock after a release.
import type { TypeModel } from "@capstan/generator-model";
import { type Diagnostic, hasErrors } from "@capstan/kube";
import { hookSetOf } from "../changes/hook-set.ts";
import type { EmitOpenApiOptions } from "../openapi/document.ts";
import { openApiOf } from "../openapi/emit-openapi.ts";
import { hookOf } from "../openapi/hook-operation.ts";
import { type HookLock, lockAfter, readLock, writeLock } from "./hook-lock.ts";
import { ruleProblem } from "./lock-diagnostics.ts";
import { type LockedProject, lockProblems } from "./lock-problems.ts";
import { minorOf } from "./support.ts";

/** What hooks are checked against. */
export interface ReleaseOptions {
  /** The lock, relative to the project, and its content; undefined where there is none. */
  readonly file: string;
  readonly content: string | undefined;
  /** The generated file that says that hooks were released, if it is there. */
  readonly mark?: string | undefined;
  /** The version of the release that is being made, if one is. */
  readonly release?: string | undefined;
  /** In UTC, for example `2026-11-29`. */
  readonly today: string;
  /** How the hooks are written into their document. */
  readonly document: Omit<EmitOpenApiOptions, "path">;
}

/** What is wrong; without errors, and with a release, the lock after it. */
export interface ReleasedHooks {
  readonly diagnostics: readonly Diagnostic[];
  readonly content?: string;
  /** The first release that had hooks, if there was one. */
  readonly since?: string;
}

/** Checks hooks against what was released before. Without a lock, a mark and a release there is nothing to check. */
export function checkReleased(model: TypeModel, options: ReleaseOptions): ReleasedHooks {
  const { content, release, file, mark, today } = options;
  if (content === undefined && mark !== undefined)
    return { diagnostics: [ruleProblem("hooks/lock-missing", { values: { file, mark } })] };
  if (content === undefined && release === undefined) return { diagnostics: [] };
  const read = content === undefined ? undefined : readLock(content);
  if (read !== undefined && "problem" in read)
    return { diagnostics: [ruleProblem("hooks/lock", { values: { file, problem: read.problem } })] };
  const { document, diagnostics } = openApiOf(model, options.document);
  // The emitter of the document reports them.
  if (hasErrors(diagnostics)) return { diagnostics: [] };
  const declared = model.hooks.map((definition) => ({ hook: hookOf(definition), position: definition.position }));
  const all = declared.map(({ hook }) => hook);
  const project = { file, declared, hooks: hookSetOf(document, all), today };
  const problems = problemsOf(project, read?.lock, release);
  const since = read?.lock.releases[0]?.version ?? (release === undefined ? undefined : withoutV(release));
  const result = { diagnostics: problems, ...(since === undefined ? {} : { since }) };
  if (release === undefined || hasErrors(problems)) return result;
  const next = { release: { version: withoutV(release), date: today }, hooks: project.hooks, declared: all };
  return { ...result, content: writeLock(lockAfter(read?.lock, next)) };
}

function problemsOf(
  project: Omit<LockedProject, "lock">,
  lock: HookLock | undefined,
  release: string | undefined,
): readonly Diagnostic[] {
  const problem = release === undefined ? undefined : releaseProblem(release, project, lock);
  return [
    ...(lock === undefined ? [] : lockProblems({ ...project, lock })),
    ...(problem === undefined ? [] : [ruleProblem("hooks/release", { values: { release: release ?? "", problem } })]),
  ];
}

function releaseProblem(
  release: string,
  { declared }: Omit<LockedProject, "lock">,
  lock: HookLock | undefined,
): string | undefined {
  if (declared.length === 0 && lock === undefined) return "the project declares no hooks";
  if (minorOf(release) === undefined) return "it is not a version such as 1.4.0";
  const last = lock?.releases.at(-1)?.version;
  if (last !== undefined && !isLater(release, last)) return `it is not newer than the last release, ${last}`;
  return undefined;
}

function isLater(release: string, than: string): boolean {
  const [a, b] = [release, than].map((version) => withoutV(version).split(".").map(Number));
  for (let i = 0; i < 3; i += 1) {
    const [one, other] = [a?.[i] ?? 0, b?.[i] ?? 0];
    if (one !== other) return one > other;
  }
  return false;
}

function withoutV(release: string): string {
  return release.replace(/^v/, "");
}
