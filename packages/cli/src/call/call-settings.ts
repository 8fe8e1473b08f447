// The settings of a call: those that the ExtensionConfig of a release has, and those of the command line and of the request over them.
import { posix } from "node:path";
import { extensionMembers } from "../config/members.ts";
import { loadConfig } from "../config/load-config.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { isJsonObject } from "@capstan/kube";
import { usageError } from "../verb.ts";

type Settings = Readonly<Record<string, string>>;

/** The settings of calls, by where they are from. */
export interface SettingsOfCall {
  readonly ofConfig: Settings;
  readonly ofOptions: Settings;
}

/**
 * Those that the ExtensionConfig of a release has. Of several extensions of a project a file belongs to the one whose entry is in its folder;
 * without a file, or where there is none, they are those of the first one.
 */
export async function configSettings(project: TrustedProject, file?: string): Promise<Settings> {
  const { config } = await loadConfig(project);
  const extensions = extensionMembers(config);
  const folder = file === undefined ? undefined : posix.dirname(file);
  const beside = extensions.find(({ entry }) => posix.dirname(posix.normalize(entry)) === folder);
  return (beside ?? extensions[0])?.extensionConfig?.settings ?? {};
}

/** Those of `--setting`. */
export function settingsOfOptions(given: readonly string[]): Settings {
  return Object.fromEntries(
    given.map((each) => {
      const end = each.indexOf("=");
      if (end < 1)
        throw usageError(`--setting is "${each}": write a name and a value, for example --setting region=here`);
      return [each.slice(0, end), each.slice(end + 1)] as const;
    }),
  );
}

/** The request as core sends it: over the settings of the ExtensionConfig those that it has itself, and those of the command line over both. */
export function withSettings(request: object, { ofConfig, ofOptions }: SettingsOfCall): object {
  const own: unknown = "settings" in request ? request.settings : {};
  // The handler rejects what is no object of settings.
  if (!isJsonObject(own)) return request;
  const settings = { ...ofConfig, ...own, ...ofOptions };
  return Object.keys(settings).length === 0 ? request : { ...request, settings };
}
