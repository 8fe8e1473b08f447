// The versions of a hook: which a handler answers, and what they are converted by.
import type { Hook } from "@capstan/api";
import type { HookConversion, HookEntry } from "@capstan/api/codegen/v1";

/** A hook with what the catalog that it is from knows about it; one that `defineHook` returned has none of it. */
export type CatalogHook = Hook & Pick<HookEntry, "schemas" | "conversions" | "versions">;

/** What a handler answers: its own version of the hook, and others. */
interface Answering {
  readonly hook: CatalogHook;
  /** The name in discovery. */
  readonly name: string;
}

/** Every version of a hook that its catalog has, the newest first. */
export function hookVersionsOf(hook: CatalogHook): readonly Hook[] {
  return hook.versions?.() ?? [hook];
}

/** Whether two are versions of one hook. */
export function isSameHook(a: Pick<Hook, "group" | "name">, b: Pick<Hook, "group" | "name">): boolean {
  return a.group === b.group && a.name === b.name;
}

/**
 * The versions that each handler answers, the newest first. One with the same name and another version of the same hook answers that version itself;
 * what is left is answered by the handler of the newest version.
 */
export function answeredVersions(handler: Answering, all: readonly Answering[]): readonly Hook[] {
  const { hook, name } = handler;
  const together = all.filter((other) => other.name === name && isSameHook(other.hook, hook));
  const known = hookVersionsOf(hook);
  const own = new Set(together.map((other) => other.hook.version));
  const first = known.find(({ version }) => own.has(version)) ?? hook;
  return hook.version === first.version
    ? known.filter(({ version }) => version === hook.version || !own.has(version))
    : [hook];
}

/** What bodies of a hook are converted by between two of its versions; undefined without a conversion. */
export function conversionBetween(hook: CatalogHook, from: string, to: string): HookConversion | undefined {
  return hook.conversions?.find(
    (conversion) =>
      conversion.group === hook.group &&
      conversion.hook === hook.name &&
      [from, to].every((version) => conversion.versions.includes(version)),
  );
}
