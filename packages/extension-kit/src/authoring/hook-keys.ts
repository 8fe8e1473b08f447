// From the keys of `Handlers` to hooks, by the generated catalog.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { hookCatalog } from "@capstan/api/catalog";

/** What identifies a hook. */
interface HookId {
  readonly apiVersion: string;
  readonly name: string;
}

/** The key of a hook in `Handlers`: its name with a small first letter. */
export function keyOfHook(hook: { readonly name: string }): string {
  return hook.name.charAt(0).toLowerCase() + hook.name.slice(1);
}

/** The hooks an author gives handlers of, by key. Discovery is not one of them: its response is derived. */
export const hooksByKey: Readonly<Record<string, HookEntry>> = Object.fromEntries(
  Object.values(hookCatalog)
    .filter((hook) => !hook.singleton)
    .map((hook) => [keyOfHook(hook), hook]),
);

const entries = new Map<string, HookEntry>(Object.values(hookCatalog).map((hook) => [idOf(hook), hook]));

function idOf({ apiVersion, name }: HookId): string {
  return `${apiVersion}/${name}`;
}

/** What was looked up already: each call asks several times. Null for hooks without an entry. */
const looked = new WeakMap<HookId, HookEntry | null>();

/** The catalog's entry of a hook; undefined for hooks that Cluster API does not have. */
export function catalogEntry(hook: HookId): HookEntry | undefined {
  const known = looked.get(hook);
  if (known !== undefined) return known ?? undefined;
  const entry = entries.get(idOf(hook));
  looked.set(hook, entry ?? null);
  return entry;
}

/** The name of a handler that is not given one: the hook's name in small letters with dashes. */
export function defaultName(hook: { readonly name: string }): string {
  return hook.name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Whether a name is a DNS label, as those of handlers have to be. */
export function isDnsLabel(name: string): boolean {
  return label.test(name);
}
