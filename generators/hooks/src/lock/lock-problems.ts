// The rules of Cluster API's Runtime SDK for hooks that were released, checked on the hooks of a project and its lock: no break within a
// version, a replacement for what is deprecated, and support until a version may be removed.
import type { Hook } from "@capstan/contract/define";
import type { Diagnostic, Position } from "@capstan/kube";
import { type HookChange, hookChanges } from "../changes/hook-changes.ts";
import { hookId, type HookSet } from "../changes/hook-set.ts";
import { type HookRule, ruleProblem } from "./lock-diagnostics.ts";
import { type HookLock, type LockedHook, lockedHook } from "./hook-lock.ts";
import { isAsStable, mayRemove, minorOf, supportEnd, supportOf, type Track, trackOf } from "./support.ts";

/** A hook as it is declared, and where. */
export interface HookAt {
  readonly hook: Hook;
  readonly position: Position;
}

/** What a lock is compared with. */
export interface LockedProject {
  readonly lock: HookLock;
  /** The lock, relative to the project. */
  readonly file: string;
  readonly declared: readonly HookAt[];
  /** The declared hooks as data. */
  readonly hooks: HookSet;
  /** In UTC, for example `2026-11-29`. */
  readonly today: string;
}

/** What breaks a rule, and what extensions may notice. */
export function lockProblems(project: LockedProject): readonly Diagnostic[] {
  const { lock, hooks } = project;
  return [
    ...hookChanges(lock, hooks).flatMap((change) => changeProblem(project, change)),
    ...project.declared.flatMap((at) => deprecationProblem(project, at)),
  ];
}

function changeProblem(project: LockedProject, change: HookChange): readonly Diagnostic[] {
  const { lock, declared, hooks, file } = project;
  const { severity, hook, side, path, problem } = change;
  const release = lock.releases.at(-1)?.version ?? "";
  if (!Object.hasOwn(hooks.hooks, hook)) return removalProblem(project, hook);
  const position = declared.find((at) => hookId(at.hook) === hook)?.position ?? { file };
  const where = side === undefined ? "" : ` in its ${side}${path === "" ? "" : `, at "${path}"`}`;
  const code = severity === "error" ? "hooks/breaking-change" : "hooks/visible-change";
  return [ruleProblem(code, { values: { hook, where, problem, release }, position })];
}

/** A version that was removed: whether the time of its support is over. */
function removalProblem({ lock, file, today }: LockedProject, id: string): readonly Diagnostic[] {
  const version = versionIn(id);
  const track = trackOf(version);
  const locked = lockedHook(lock, id);
  const by = deprecatedBy(lock, locked);
  const support = supportOf(track);
  const report = (code: HookRule, values: Readonly<Record<string, string | number>>): Diagnostic[] => [
    ruleProblem(code, { values: { hook: id, version, support, ...values }, position: { file } }),
  ];
  if (track === "alpha") return [];
  if (by === undefined) return report("hooks/removed", {});
  const { day, missing } = supportEnd(track, by, lock.releases);
  if (today >= day && missing === 0) return [];
  return report("hooks/removed-early", { release: by.version, day, missing });
}

function deprecatedBy(
  { releases }: HookLock,
  locked: LockedHook | undefined,
): HookLock["releases"][number] | undefined {
  return releases.find(({ version }) => version === locked?.deprecatedIn);
}

/** A version is deprecated for one that is there and as stable, and is not removed before its support ends. */
function deprecationProblem({ declared }: LockedProject, { hook, position }: HookAt): readonly Diagnostic[] {
  if (!hook.deprecated) return [];
  const { deprecation } = hook;
  const id = hookId(hook);
  if (deprecation === undefined) return [ruleProblem("hooks/deprecation", { values: { hook: id }, position })];
  const { replacement, since, removal } = deprecation;
  const found = declared.find(({ hook: other }) => hookId(other) === replacementId(hook, replacement))?.hook;
  const problem = replacementProblem(hook, found);
  return [
    ...(problem === undefined
      ? []
      : [ruleProblem("hooks/replacement", { values: { hook: id, replacement, problem }, position })]),
    ...timeProblems(trackOf(hook.version), { since, removal }).map(({ code, values }) =>
      ruleProblem(code, { values: { hook: id, ...values }, position }),
    ),
  ];
}

interface DeprecatedTime {
  readonly since: string;
  readonly removal: string;
}

interface TimeProblem {
  readonly code: HookRule;
  readonly values: Readonly<Record<string, string>>;
}

/** Both ends are releases, and far enough from each other. */
function timeProblems(track: Track, { since, removal }: DeprecatedTime): readonly TimeProblem[] {
  const wrong = Object.entries({ since, removal }).filter(([, release]) => minorOf(release) === undefined);
  if (wrong.length > 0)
    return wrong.map(([field, release]) => ({ code: "hooks/no-release", values: { field, release } }));
  if (mayRemove(track, since, removal)) return [];
  return [{ code: "hooks/early-removal", values: { since, removal, support: supportOf(track) } }];
}

function replacementId({ group, name }: Hook, replacement: string): string {
  return replacement.includes("/") ? replacement : `${group}/${replacement}/${name}`;
}

function replacementProblem(hook: Hook, found: Hook | undefined): string | undefined {
  if (found === undefined) return "is not declared";
  if (found.deprecated) return "is deprecated";
  return isAsStable(trackOf(found.version), trackOf(hook.version)) ? undefined : "is less stable";
}

function versionIn(id: string): string {
  return id.split("/")[1] ?? "";
}
