// `hooks.lock`: the hooks of a project as its last release has them, and when each version was released and deprecated. It is committed, and
// only `capstan generate --release` writes it: a digest shows other changes.
import { createHash } from "node:crypto";
import type { Hook } from "@capstan/contract/define";
import { isJsonObject } from "@capstan/kube";
import { hookId, type HookSet, type HookShape, withoutDescriptions } from "../changes/hook-set.ts";
import { sortKeys } from "../openapi/emit-openapi.ts";

/** A release of the project. */
export interface HookRelease {
  readonly version: string;
  /** In UTC, for example `2026-11-29`. */
  readonly date: string;
}

/** A version of a hook that a release has. */
export interface LockedHook extends HookShape {
  /** The release that had it first. */
  readonly since: string;
  /** The release in which it was deprecated first. */
  readonly deprecatedIn?: string;
}

/** The hooks of the last release. */
export interface HookLock extends HookSet {
  /** From the first to the last. */
  readonly releases: readonly HookRelease[];
  readonly hooks: Readonly<Record<string, LockedHook>>;
}

/** A lock that was read, or what is wrong with the file. */
export type ReadLock = { readonly lock: HookLock } | { readonly problem: string };

const format = 1;

/** Reads the file. */
export function readLock(content: string): ReadLock {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    const isMerged = /^<{7} /m.test(content);
    return { problem: isMerged ? "it has the marks of a merge that was not resolved" : "it is not JSON" };
  }
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const { format: found, digest, ...rest } = value;
  if (found !== format) return { problem: `its format is ${JSON.stringify(found)}, and this version reads ${format}` };
  if (digest !== digestOf(rest)) return { problem: "it was changed since `capstan generate --release` wrote it" };
  // The digest shows that it is what was written.
  return { lock: rest as unknown as HookLock };
}

/** The file of a lock. */
export function writeLock(lock: HookLock): string {
  const sorted = sortKeys(lock);
  return `${JSON.stringify({ format, digest: digestOf(sorted), ...sorted }, undefined, 1)}\n`;
}

function digestOf(lock: object): string {
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(sortKeys(lock)))
    .digest("hex")}`;
}

/** What a release adds to a lock. */
export interface NewRelease {
  readonly release: HookRelease;
  readonly hooks: HookSet;
  /** The hooks as they are declared. */
  readonly declared: readonly Hook[];
}

/** The lock after a release. */
export function lockAfter(before: HookLock | undefined, { release, hooks, declared }: NewRelease): HookLock {
  const deprecated = new Set(declared.filter((hook) => hook.deprecated).map(hookId));
  const plain = withoutDescriptions(hooks);
  const locked = Object.entries(plain.hooks).map(([id, shape]): [string, LockedHook] => {
    const known = lockedHook(before, id);
    const deprecatedIn = deprecated.has(id) ? (known?.deprecatedIn ?? release.version) : undefined;
    const since = known?.since ?? release.version;
    return [id, { ...shape, since, ...(deprecatedIn === undefined ? {} : { deprecatedIn }) }];
  });
  return {
    releases: [...(before?.releases ?? []), release],
    hooks: Object.fromEntries(locked),
    schemas: plain.schemas,
  };
}

/** A hook of the last release; undefined for one that it does not have. */
export function lockedHook(lock: HookLock | undefined, id: string): LockedHook | undefined {
  return lock !== undefined && Object.hasOwn(lock.hooks, id) ? lock.hooks[id] : undefined;
}
