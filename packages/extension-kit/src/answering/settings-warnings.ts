// Warnings about the settings of calls. Settings come with every call, and core calls all the time: each name is in one warning of a
// process.
import type { Logger } from "@capstan/process";
import type { Extension } from "../authoring/define-extension.ts";
import type { ReadSettings } from "../authoring/settings.ts";

/** What was warned of, by extension. */
const known = new WeakMap<Extension, Set<string>>();

/** A caller chooses the names; beyond so many, nothing more is warned of. */
const mostKnown = 1000;

/** Warns of the settings of a call that the extension does not declare, and of those whose value is not a string, unless an earlier call had them. */
export function warnOfSettings(extension: Extension, { unknown, wrong }: ReadSettings, log: Logger): void {
  const warn = (message: string, what: string, names: readonly string[]): void => {
    const fresh = freshOf(extension, what, names);
    if (fresh.length > 0) log.warn(message, { [what]: fresh });
  };
  warn("Calls have settings that the extension does not declare; this is logged once", "unknown", unknown);
  warn("Calls have settings that are not strings, and get the defaults; this is logged once", "wrong", wrong);
}

function freshOf(extension: Extension, what: string, names: readonly string[]): string[] {
  // Nearly all calls.
  if (names.length === 0) return [];
  const seen = known.get(extension) ?? new Set<string>();
  known.set(extension, seen);
  return names.filter((name) => {
    const isFresh = seen.size < mostKnown && !seen.has(`${what}/${name}`);
    if (isFresh) seen.add(`${what}/${name}`);
    return isFresh;
  });
}
