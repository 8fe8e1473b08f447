// Generations of a handler side by side: what a name answers stays as it is, and a change gets a new name.

/** The generations of a handler, the oldest first. */
export interface Generations<T> {
  /** By name: `<name>-v1`, `<name>-v2` and so on, without those that were removed. */
  readonly handlers: Readonly<Record<string, T>>;
  /** The newest one. */
  readonly newest: T;
  /** With one generation more: the newest one as it was, and what this makes of it. The generations before stay as they are. */
  next(change: (newest: T) => T): Generations<T>;
  /** Without a generation that no ClusterClass names any more; the others keep their numbers. The newest one stays. */
  without(generation: number): Generations<T>;
}

/**
 * Generations of a handler that are registered side by side, each made from the one before. Machines are replaced when a handler patches their templates in another way, so a ClusterClass names a
 * generation, `<name>-v2.<extensionConfig>`, and goes to the next one when its Clusters may roll.
 *
 * A generation is never changed: `next` is given the newest handler, and the handlers of `patchTemplates` and `checkTemplates` do not change when `on` is called on them. Lists, such as the steps
 * of `pipeline`, are frozen: return a new one, `[...steps, another]`.
 *
 * @example
 * const patches = generations("patches", patchTemplates(variables).on(FooTemplate, setImage)).next((v1) =>
 *   v1.on(FooTemplate, setLimits),
 * );
 * defineExtension({ generatePatches: { ...patches.handlers } }); // patches-v1 and patches-v2
 */
export function generations<T>(name: string, first: T): Generations<T> {
  return generationsOf(name, [frozen(first)], new Set());
}

function generationsOf<T>(name: string, all: readonly [T, ...T[]], removed: ReadonlySet<number>): Generations<T> {
  const newest = all.at(-1) ?? all[0];
  const kept = [...all.entries()].filter(([index]) => index === all.length - 1 || !removed.has(index + 1));
  return {
    newest,
    handlers: Object.freeze(Object.fromEntries(kept.map(([index, handler]) => [`${name}-v${index + 1}`, handler]))),
    next: (change) => generationsOf(name, [...all, frozen(change(newest))], removed),
    without: (generation) => generationsOf(name, all, new Set([...removed, generation])),
  };
}

/** A list that were changed for the next generation would change this one. */
function frozen<T>(handler: T): T {
  return Array.isArray(handler) ? Object.freeze(handler) : handler;
}
