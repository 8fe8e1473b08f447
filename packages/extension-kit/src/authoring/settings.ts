// Settings of an extension: strings that the ExtensionConfig or a ClusterClass patch gives with every call, declared with
// their defaults. The declaration types `ctx.settings`.
import { excerpt, isJsonObject, ownValue } from "@capstan/kube";
import { extensionError } from "../errors.ts";

/** One setting. */
export interface SettingDeclaration {
  /** Used when no value is given; without it a call that lacks the setting fails. */
  readonly default?: string;
  readonly description?: string;
  /** Whether its value is secret: a tape has a mask in its place. Default: false. */
  readonly secret?: boolean;
}

/** The settings of an extension by name. */
export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>;

/** The settings as handlers get them: every declared one has a value. */
export type Settings<D extends SettingDeclarations> = { readonly [K in keyof D]: string };

/** The settings of a call. */
export interface ReadSettings {
  readonly settings: Readonly<Record<string, string>>;
  /** The first names that the call has and that are not declared, in order. */
  readonly unknown: readonly string[];
  /** The declared names whose value in the call is not a string. */
  readonly wrong: readonly string[];
}

/** How many of them a log line names. A caller can send a million. */
const mostUnknown = 20;

/** The settings of a request over their defaults; a declared setting without a value is an error. */
export function readSettings(declared: SettingDeclarations, given: unknown): ReadSettings {
  const values = isJsonObject(given) ? given : {};
  const settings: Record<string, string> = {};
  const wrong: string[] = [];
  for (const [name, declaration] of Object.entries(declared)) {
    const own = ownValue(values, name);
    if (own !== undefined && typeof own !== "string") wrong.push(name);
    const value = typeof own === "string" ? own : declaration.default;
    if (value === undefined) throw extensionError("extension/setting-missing", { name });
    settings[name] = value;
  }
  return { settings, unknown: unknownOf(declared, values), wrong };
}

function unknownOf(declared: SettingDeclarations, values: Readonly<Record<string, unknown>>): string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(declared, name)) unknown.push(excerpt(name));
    if (unknown.length === mostUnknown) break;
  }
  return unknown.toSorted();
}
