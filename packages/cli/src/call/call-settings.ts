// The settings of a call: those that the ExtensionConfig of a release has, and those of the command line and of the request over them.
import { configMembers } from "../config/members.ts";
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

/** Those of `capstan.config.ts`, with those of `--setting` over them. */
export async function callSettings(given: readonly string[], project: TrustedProject): Promise<SettingsOfCall> {
  const ofOptions = settingsOf(given);
  return { ofConfig: await configSettings(project), ofOptions };
}

/** Those that the ExtensionConfig of a release has. */
export async function configSettings(project: TrustedProject): Promise<Settings> {
  const { config } = await loadConfig(project);
  const members = config === undefined ? [] : configMembers(config);
  return members.find(({ type }) => type === "runtime-extension")?.extensionConfig?.settings ?? {};
}

function settingsOf(given: readonly string[]): Settings {
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
