// The settings of an ExtensionConfig, and those that the extension declares: a name with a mistake is ignored at run time, and one that is missing fails every call.
import { didYouMean, nearestOf } from "@capstan/kube";
import type { BundleCode } from "../diagnostics.ts";
import type { BundleInput } from "./bundle-input.ts";

/** A setting that does not fit. */
interface SettingProblem {
  readonly code: BundleCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Settings that the extension does not declare, and those without a value; none for a program that does not describe its settings. */
export function settingProblems({ config, description }: BundleInput): SettingProblem[] {
  const { settings: declared } = description;
  const given = Object.keys(config.extensionConfig?.settings ?? {});
  if (declared === undefined) return [];
  const names = declared.map(({ name }) => name);
  const unknown = given
    .filter((name) => !names.includes(name))
    .map((name): SettingProblem => {
      const values = { name, near: didYouMean(nearestOf(name, names)), known: names.join(", ") || "none" };
      return { code: "bundle/unknown-setting", values };
    });
  const missing = declared
    .filter(({ name, required }) => required && !given.includes(name))
    .map(({ name }): SettingProblem => ({ code: "bundle/setting-missing", values: { name } }));
  return [...unknown, ...missing];
}
