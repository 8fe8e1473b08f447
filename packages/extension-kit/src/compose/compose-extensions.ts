// Several extensions as one, on one server and with one ExtensionConfig.
import { deepEqual, excerpt, setOwn } from "@capstan/kube";
import { checkHandlers, type Extension, withAnsweredVersions } from "../authoring/define-extension.ts";
import type { SettingDeclaration, SettingDeclarations } from "../authoring/settings.ts";
import { extensionError } from "../errors.ts";

/**
 * Makes one extension out of several: it has the handlers, the settings and the rights of all, and serves the releases of Cluster API that each of them serves. Its name is
 * that of all, with dashes between them; `{ ...composeExtensions(a, b), name: "platform" }` has another.
 *
 * Throws
 * - `extension/duplicate-handler-name`: a name is that of handlers of two of them.
 * - `extension/duplicate-handler`: two of them have a handler of a hook that can have one, such as UpdateMachine.
 * - `extension/composed-setting`: a setting is declared in two ways: its value could not be the default of both.
 *
 * @example
 * export const extension: Extension = composeExtensions(patches, lifecycle);
 */
export function composeExtensions(first: Extension, ...others: readonly Extension[]): Extension {
  const extensions = [first, ...others];
  const handlers = withAnsweredVersions(extensions.flatMap((extension) => extension.handlers));
  checkHandlers(handlers);
  // A release that all of them serve, so that discovery has no hook that one of them leaves out.
  const { clusterApi, oldest } = extensions.reduce((a, b) => (isOlder(a.oldest, b.oldest) ? b : a));
  const rules = extensions.flatMap((extension) => extension.rules);
  return {
    name: extensions.map(({ name }) => name).join("-"),
    clusterApi,
    oldest,
    handlers: handlers.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))),
    settings: settingsOf(extensions),
    rules: rules.filter((rule, index) => rules.findIndex((other) => deepEqual(rule, other)) === index),
    crds: extensions.flatMap(({ crds }) => crds),
  };
}

function isOlder(a: Extension["oldest"], b: Extension["oldest"]): boolean {
  return a.major < b.major || (a.major === b.major && a.minor < b.minor);
}

/** The settings of all; what one says about a setting of the same name and default counts for all, and that it is secret most of all. */
function settingsOf(extensions: readonly Extension[]): SettingDeclarations {
  const settings: Record<string, SettingDeclaration> = {};
  const owners = new Map<string, string>();
  for (const extension of extensions) {
    for (const [name, declaration] of Object.entries(extension.settings)) {
      const [known, owner] = [Object.hasOwn(settings, name) ? settings[name] : undefined, owners.get(name)];
      if (known !== undefined && known.default !== declaration.default) {
        const values = { name: excerpt(name), first: owner ?? "", second: extension.name };
        throw extensionError("extension/composed-setting", values);
      }
      const isSecret = declaration.secret === true || known?.secret === true;
      setOwn(settings, name, { ...declaration, ...known, ...(isSecret && { secret: true }) });
      owners.set(name, owner ?? extension.name);
    }
  }
  return settings;
}
