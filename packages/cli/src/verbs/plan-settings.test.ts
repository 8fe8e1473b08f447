// `capstan plan` where the ExtensionConfig of the project has other settings than the tape.
import { afterEach, beforeEach, expect, test } from "vitest";
import { gateConfig } from "../../test/gate-project.ts";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("size", { "src/extension.ts": extensionSource() });
});
afterEach(() => at[Symbol.dispose]());

type Settings = Readonly<Record<string, string>>;

/** What plan prints with these settings in the configuration and on the tape. */
async function planned(now: Settings, recorded: Settings, isMasked = false): Promise<string> {
  return plannedBy({ ...gateConfig, extensionConfig: { settings: now } }, recorded, { isMasked });
}

/** The same with a whole configuration and options of the command line. */
async function plannedBy(
  config: object,
  recorded: Settings,
  { isMasked = false, argv = [] }: { readonly isMasked?: boolean; readonly argv?: readonly string[] },
): Promise<string> {
  const tape = await tapeOf(["one"]);
  const settings = `"settings":${JSON.stringify(recorded)}`;
  const withSettings = tape
    .replaceAll('"request":{', `"request":{${settings},`)
    .replaceAll(`${settings},}`, `${settings}}`);
  at.write({
    "calls.tape": isMasked ? withSettings.replaceAll('"at":"",', '"at":"","masked":true,') : withSettings,
    "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
  });
  return (await at.capstan(["plan", "--against", "calls.tape", ...argv])).text;
}

test("a setting with another value, or one that the tape does not have, is a warning without its value", async () => {
  const text = await planned({ size: "n1ne", same: "a", new: "b" }, { size: "2", same: "a", ofPatch: "c" });
  expect(text).toContain(
    "warning plan/other-settings: extensionConfig.settings of capstan.config.ts has other values than the tape, of which the answers are compared: new, size (requests of patches-v1, variables-v1)\n",
  );
  expect(text).not.toContain("n1ne");
});

test("the settings of the tape, and what has a mask there, are none", async () => {
  expect(await planned({ size: "2" }, { size: "2", ofPatch: "c" })).not.toContain("plan/other-settings");
  expect(await planned({ key: "abc-12" }, { key: "xxx-00" }, true)).not.toContain("plan/other-settings");
  expect(await planned({ key: "abc-12" }, { key: "abd-12" }, true)).toContain("plan/other-settings");
});

test("with --extension they are the settings of that one", async () => {
  at.write({ "other/src/extension.ts": extensionSource() });
  const shared = { type: "runtime-extension", image: "registry.example.com/team/other", entry: "other/src/main.ts" };
  const config = {
    ...gateConfig,
    extensionConfig: { settings: { size: "9" } },
    also: [{ ...shared, name: "other", extensionConfig: { settings: { size: "2" } } }],
  };
  const argv = ["--extension", "other/src/extension.ts"];
  expect(await plannedBy(config, { size: "2" }, { argv })).not.toContain("plan/other-settings");
  expect(await plannedBy(config, { size: "2" }, {})).toContain("plan/other-settings");
});
