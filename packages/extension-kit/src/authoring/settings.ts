// Settings of an extension: texts that the ExtensionConfig or a ClusterClass patch gives with every call, declared with
// their defaults. The declaration types `ctx.settings`.
import { extensionError } from "../errors.ts";

/** One setting. */
export interface SettingDeclaration {
  /** Used when no value is given; without it a call that lacks the setting fails. */
  readonly default?: string;
  readonly description?: string;
}

/** The settings of an extension by name. */
export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>;

/** The settings as handlers see them: every declared one is there. */
export type Settings<D extends SettingDeclarations> = { readonly [K in keyof D]: string };

/** The settings of a call and the names that nobody declared. */
export interface ReadSettings {
  readonly settings: Readonly<Record<string, string>>;
  readonly unknown: readonly string[];
}

/** Lays the given values over the defaults; a declared setting that ends up without a value is an error. */
export function readSettings(
  declared: SettingDeclarations,
  given: Readonly<Record<string, string>> = {},
): ReadSettings {
  const settings: Record<string, string> = {};
  for (const [name, declaration] of Object.entries(declared)) {
    const value = given[name] ?? declaration.default;
    if (value === undefined) throw extensionError("extension/setting-missing", { name });
    settings[name] = value;
  }
  return {
    settings,
    unknown: Object.keys(given)
      .filter((name) => !Object.hasOwn(declared, name))
      .toSorted(),
  };
}
