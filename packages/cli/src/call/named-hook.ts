// The hook that a command names: one of Cluster API's, or one of a product's own that the extension answers.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { Extension } from "@capstan/extension-kit";
import { didYouMean, getAt, nearestOf } from "@capstan/kube";
import { usageError } from "../verb.ts";

const ofCore: readonly HookEntry[] = Object.values(hookCatalog).filter(({ singleton }) => !singleton);

/** Own hooks that an extension answers: each in the version that its handler is written for, then in the others. */
export function ownHooks({ handlers }: Extension): readonly HookEntry[] {
  const own = handlers.filter(({ hook }) => ofCore.every(({ group }) => group !== hook.group));
  return own
    .flatMap(({ hook, versions }) => [hook, ...versions.filter(({ version }) => version !== hook.version)])
    .map((hook) => ({ ...hook, path: `/${hook.apiVersion}/${hook.name.toLowerCase()}` }));
}

/** The hook of Cluster API of a name, as the catalog or as a handler of an extension writes it. */
export function coreHook(name: string): HookEntry | undefined {
  return ofCore.find((hook) => hook.name.toLowerCase() === name.toLowerCase());
}

/** The own hook of a name, in the version of a request that has one. Throws for a name that neither Cluster API nor the extension knows, and for a version that the extension does not answer. */
export function ownHook(name: string, own: readonly HookEntry[], request: object): HookEntry {
  const versions = own.filter((hook) => hook.name.toLowerCase() === name.toLowerCase());
  const [newest] = versions;
  if (newest === undefined) throw unknownHook(name, own);
  const wanted = getAt(request, ["apiVersion"]);
  const found = wanted === undefined ? newest : versions.find(({ apiVersion }) => apiVersion === wanted);
  if (found !== undefined) return found;
  const known = versions.map(({ apiVersion }) => apiVersion).join(", ");
  throw usageError(`the request is of ${newest.name} in "${String(wanted)}": the extension answers ${known}`);
}

/** That there is no hook of a name. */
export function unknownHook(name: string, own: readonly HookEntry[]): Error {
  const names = [...new Set([...own, ...ofCore].map((hook) => hook.name))];
  const near = didYouMean(nearestOf(name, names)) || `: the hooks are ${names.join(", ")}`;
  return usageError(`there is no hook "${name}"${near}`);
}
