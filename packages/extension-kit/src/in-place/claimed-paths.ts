// Which changes of a machine can be made in place: paths, and what a machine is with the changes at these paths and no others.
import {
  deepClone,
  deepEqual,
  eachJsonPatchOperation,
  isJsonObject,
  ownValue,
  parsePointer,
  setOwn,
} from "@capstan/kube";
import type { HookContext } from "../authoring/context.ts";
import { extensionError } from "../errors.ts";

/**
 * A JSON pointer below the `spec` of a machine, with all that is below it: "/image", "/disks/0/size". A step "*" stands for any name, or any item of two lists. With
 * `when`, only those changes count for which it returns true; what is not there is undefined. Its last argument is the context of the call: settings, log, signal.
 */
export type InPlacePath<S = Readonly<Record<string, string>>> =
  | string
  | {
      readonly path: string;
      readonly when: (current: unknown, desired: unknown, context: HookContext<S>) => boolean;
    };

/** A path, read. */
export interface ReadPath<S> {
  readonly steps: readonly string[];
  readonly when: (current: unknown, desired: unknown, context: HookContext<S>) => boolean;
}

/** A path in a call. */
export interface Claim {
  readonly steps: readonly string[];
  readonly when: (current: unknown, desired: unknown) => boolean;
}

/** Reads paths; throws `extension/in-place-path` for what is not a JSON pointer. */
export function readPaths<S>(owner: string, paths: readonly InPlacePath<S>[]): ReadPath<S>[] {
  return paths.map((given) => {
    const { path, when } = typeof given === "string" ? { path: given, when: () => true } : given;
    if (path !== "" && !path.startsWith("/")) throw extensionError("extension/in-place-path", { path, owner });
    return { steps: parsePointer(path), when };
  });
}

/** The paths in a call. */
export function claimsIn<S>(context: HookContext<S>, paths: readonly ReadPath<S>[]): Claim[] {
  return paths.map(({ steps, when }) => ({ steps, when: (current, desired) => when(current, desired, context) }));
}

/** The current value with what the desired one has at the claimed paths. Neither is changed. */
export function withClaimed(current: unknown, desired: unknown, claims: readonly Claim[]): unknown {
  let result = deepClone(current);
  for (const claim of claims) result = take(result, desired, claim);
  return result;
}

/** Both may be undefined, where one of the objects has nothing at a path. */
function take(current: unknown, desired: unknown, { steps, when }: Claim): unknown {
  const [step, ...rest] = steps;
  if (deepEqual(current, desired)) return current;
  if (step === undefined) return when(deepClone(current), deepClone(desired)) ? deepClone(desired) : current;
  const below = { steps: rest, when };
  if (Array.isArray(current) && Array.isArray(desired)) return takeItems(current, desired, { step, below });
  const isAbsent = current === undefined || desired === undefined;
  if (!isFields(current) || !isFields(desired) || (isAbsent && current === desired)) return current;
  const taken = takeFields(current ?? {}, desired ?? {}, { step, below });
  // What has nothing left, or nothing yet, is there only if it is there on the other side.
  const isLeft = current !== undefined && (desired !== undefined || Object.keys(current).length === 0);
  return isLeft || Object.keys(taken).length > 0 ? taken : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields | undefined {
  return value === undefined || isJsonObject(value);
}

interface Below {
  readonly step: string;
  readonly below: Claim;
}

function takeFields(current: Fields, desired: Fields, { step, below }: Below): Fields {
  const names = step === "*" ? new Set([...Object.keys(current), ...Object.keys(desired)]) : [step];
  const taken: Record<string, unknown> = {};
  for (const name of Object.keys(current)) setOwn(taken, name, current[name]);
  for (const name of names) {
    const value = take(ownValue(current, name), ownValue(desired, name), below);
    if (value === undefined) delete taken[name];
    else setOwn(taken, name, value);
  }
  return taken;
}

/** Items that only one of the lists has are not below its items: they are claimed with the list. */
function takeItems(current: readonly unknown[], desired: readonly unknown[], { step, below }: Below): unknown[] {
  return current.map((item, index) =>
    index < desired.length && (step === "*" || step === String(index)) ? take(item, desired[index], below) : item,
  );
}

/** How many paths a log line names. */
const mostPaths = 20;

/** The first paths at which two values differ, in order. */
export function differingPaths(one: unknown, other: unknown): string[] {
  const paths: string[] = [];
  eachJsonPatchOperation(one, other, ({ path }) => {
    if (paths.length < mostPaths) paths.push(path);
  });
  return paths;
}
