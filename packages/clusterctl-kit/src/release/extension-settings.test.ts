// Settings of a release that the extension does not declare, or that it requires.
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { extensionInput } from "../../test/sample-inputs.ts";
import type { BundleInput } from "./bundle-input.ts";
import { bundle } from "./bundle.ts";

type Declared = BundleInput["description"]["settings"];

function released(
  settings: Readonly<Record<string, string>> | undefined,
  declared: Declared,
): readonly [number, string] {
  const config = { ...extensionInput.config, ...(settings !== undefined && { extensionConfig: { settings } }) };
  const description = { ...extensionInput.description, ...(declared !== undefined && { settings: declared }) };
  const { files, diagnostics } = bundle({ ...extensionInput, config, description });
  return [files.length, diagnostics.map((each) => formatDiagnostic(each).split("\n")[0]).join("; ")];
}

const region = { name: "region", required: false };
const wrong = (name: string, near: string): string =>
  `capstan.config.ts error bundle/unknown-setting: "extensionConfig.settings" has "${name}", which the extension does not declare${near}`;

test.each([
  { name: "that are declared", settings: { region: "a" }, declared: [region], want: "" },
  { name: "of a kit that does not describe them", settings: { any: "a" }, declared: undefined, want: "" },
  { name: "that are left out and have a default", settings: undefined, declared: [region], want: "" },
  { name: "with a required one", settings: { key: "a" }, declared: [{ name: "key", required: true }], want: "" },
])("settings $name are right", ({ settings, declared, want }) => {
  const [files, problems] = released(settings, declared);
  expect([files > 0, problems]).toEqual([true, want]);
});

test("a setting that is not declared is an error", () => {
  expect(released({ regoin: "a" }, [region])).toEqual([0, wrong("regoin", '; did you mean "region"?')]);
  expect(released({ toString: "a" }, [])).toEqual([0, wrong("toString", "")]);
});

test("a required setting without a value is a warning, and the release is made", () => {
  for (const settings of [undefined, {}]) {
    const [files, problems] = released(settings, [{ name: "key", required: true }]);
    expect(files).toBeGreaterThan(0);
    expect(problems).toBe(
      'capstan.config.ts warning bundle/setting-missing: the extension requires the setting "key", and "extensionConfig.settings" has no value for it',
    );
  }
});
