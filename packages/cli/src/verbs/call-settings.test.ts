// `capstan call` with settings: of the configuration, of the command line and of a request; and versions that a request does not have.
import { afterEach, beforeEach, expect, test } from "vitest";
import { gateConfig } from "../../test/gate-project.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

const source = `import { defineExtension, defineVariables, patchTemplates, retryAfter } from "@capstan/extension-kit";
const variables = defineVariables({ image: { schema: { type: "string", default: "one" } } });
const DevMachineTemplate = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "DevMachineTemplate", group: "infrastructure.cluster.x-k8s.io", version: "v1beta2" };
export const extension = defineExtension({
  beforeClusterUpgrade: (_, { settings: { region, zone } }) => retryAfter("30s", region + " " + zone),
  discoverVariables: { "variables-v1": variables },
  generatePatches: { "patches-v1": patchTemplates(variables).on(DevMachineTemplate, (template, { image }, { settings: { region } }) => {
    template.metadata.labels = { image, region };
  }) },
}, { name: "gate", settings: { region: {}, zone: { default: "a" } } });
`;

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.write({
    "package.json": { name: "gate", type: "module", dependencies: { "@capstan/extension-kit": "^0.1.0" } },
    "src/extension.ts": source,
  });
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const call = (...argv: string[]): Promise<Printed> => at.capstan(["call", ...argv]);

function configure(settings: Readonly<Record<string, string>>): void {
  const config = { ...gateConfig, extensionConfig: { settings } };
  at.write({ "capstan.config.ts": `export default ${JSON.stringify(config)};\n` });
}

test("a setting that is required and has no value is an error that names the option", async () => {
  const { code, text } = await call("BeforeClusterUpgrade");
  expect(code).toBe(1);
  expect(text).toContain(
    'setting "region" is missing\n  help: correct what the message names; --set, --setting and --cluster change the request\n',
  );
});

test("settings are those of the ExtensionConfig in a release, and --setting has others", async () => {
  configure({ region: "north", zone: "b" });
  expect((await call("BeforeClusterUpgrade")).text).toContain(": north b\n");
  const other = await at.capstan(["call", "BeforeClusterUpgrade", "--setting", "region=south=1"]);
  expect(other.text).toContain(": south=1 b\n");
});

test("a second extension of a project has the settings of its own ExtensionConfig", async () => {
  const second = {
    name: "other",
    type: "runtime-extension",
    image: "ghcr.io/acme/other",
    entry: "./other/src/main.ts",
  };
  const config = {
    ...gateConfig,
    extensionConfig: { settings: { region: "north" } },
    also: [{ ...second, extensionConfig: { settings: { region: "west", zone: "d" } } }],
  };
  at.write({
    "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
    "other/src/extension.ts": source,
    "elsewhere.ts": source,
  });
  const regionOf = async (...argv: string[]): Promise<string | undefined> =>
    / (north|west) [a-d]\n/.exec((await call("BeforeClusterUpgrade", ...argv)).text)?.[0].trim();
  expect(await regionOf()).toBe("north a");
  expect(await regionOf("--extension", "other/src/extension.ts")).toBe("west d");
  expect(await regionOf("--extension", "elsewhere.ts")).toBe("north a");
});

test("variables have their defaults where a setting is required", async () => {
  const { text } = await call("GeneratePatches", "--setting", "region=east");
  expect(
    text
      .split("\n")
      .filter((line) => line.startsWith("+"))
      .slice(0, 2),
  ).toEqual(["+     image: one", "+     region: east"]);
});

test("settings of a request win over the configuration, and a failure names the file", async () => {
  configure({ region: "north", zone: "b" });
  const request = { fromKubernetesVersion: "v1.35.0", toKubernetesVersion: "v1.36.0", settings: { zone: "c" } };
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "one" }, spec: {} };
  at.write({ "request.json": { ...request, cluster }, "wrong.json": { ...request, settings: "c", cluster } });
  expect((await call("BeforeClusterUpgrade", "--request", "request.json")).text).toContain(": north c\n");
  const { code, text } = await call("BeforeClusterUpgrade", "--request", "wrong.json");
  expect([code, text]).toEqual([1, expect.stringContaining("; the request is in wrong.json\n")]);
});

test.each(["region", "=north"])("--setting %s is a mistake of the command line", async (given) => {
  const { code, text } = await call("BeforeClusterUpgrade", "--setting", given);
  expect([code, text]).toEqual([
    2,
    expect.stringContaining("write a name and a value, for example --setting region=here"),
  ]);
});

test("a version that the request does not have is a mistake of the command line, with those that it has", async () => {
  const { code, text } = await call(
    "BeforeClusterUpgrade",
    "--setting",
    "region=a",
    "--set",
    "kubernetesVersion=v1.36.1",
  );
  expect([code, text]).toEqual([
    2,
    expect.stringContaining(
      "--set kubernetesVersion: a request of BeforeClusterUpgrade has the versions fromKubernetesVersion and toKubernetesVersion\n",
    ),
  ]);
  const none = await call("DiscoverVariables", "--set", "kubernetesVersion=v1.36.1");
  expect(none.text).toContain("--set kubernetesVersion: a request of DiscoverVariables has no version\n");
});
