// From the keys of `Handlers` to hooks, by the generated catalog.
// Called by define-extension.ts; hooks of a provider's own are given by `custom` and have no key.
import type { HookEntry } from "@capstan/api";
import { hookCatalog } from "@capstan/api/catalog";

/** The key of a hook in `Handlers`: its name with a small first letter. */
export function keyOfHook(hook: { readonly name: string }): string {
  return hook.name.charAt(0).toLowerCase() + hook.name.slice(1);
}

/** The hooks an author gives handlers of, by key. Discovery is not among them: its answer is derived. */
export const hooksByKey: Readonly<Record<string, HookEntry>> = Object.fromEntries(
  Object.values(hookCatalog)
    .filter((hook) => !hook.singleton)
    .map((hook) => [keyOfHook(hook), hook]),
);

/** The name of a handler that is not given one: the hook's name in small letters with dashes. */
export function defaultName(hook: { readonly name: string }): string {
  return hook.name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
