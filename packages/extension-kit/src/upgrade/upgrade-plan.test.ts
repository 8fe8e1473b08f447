// Plans, and upgrades that have none. `pnpm run oracle extensions` compares plans with those that Cluster API makes.
import { hookCatalog } from "@capstan/api/catalog";
import { isCapstanError } from "@capstan/kube";
import { describe, expect, expectTypeOf, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess } from "../testing/index.ts";
import { upgradePlan, upgradePlanner, type WantedUpgrade } from "./upgrade-plan.ts";

const available = [
  "v1.35.2",
  "v1.31.9",
  "v1.32.1",
  "v1.32.10",
  "v1.32.9",
  "v1.33.0",
  "v1.34.0-rc.1",
  "v1.34.0",
  "v1.36.0",
];

/** The steps of the control plane and of the workers. */
function stepsOf(wanted: WantedUpgrade): string {
  const { controlPlaneUpgrades = [], workersUpgrades = [] } = upgradePlan(wanted);
  const list = (steps: typeof workersUpgrades): string => steps.map(({ version }) => version).join(" ");
  return `${list(controlPlaneUpgrades)} | ${list(workersUpgrades)}`;
}

describe("a plan", () => {
  test.each<readonly [name: string, wanted: WantedUpgrade, want: string]>([
    ["takes the newest of each minor", { from: "v1.31.0", to: "v1.34.0", available }, "v1.32.10 v1.33.0 v1.34.0 | "],
    ["goes to the target, and to no later one", { from: "v1.31.0", to: "v1.32.1", available }, "v1.32.1 | "],
    ["of a patch", { from: "v1.32.1", to: "v1.32.10", workers: "v1.32.1", available }, "v1.32.10 | v1.32.10"],
    [
      "spares workers",
      { from: "v1.31.9", to: "v1.34.0", workers: "v1.31.9", available },
      "v1.32.10 v1.33.0 v1.34.0 | v1.34.0",
    ],
    [
      "takes workers along where they must come",
      { from: "v1.31.9", to: "v1.36.0", workers: "v1.31.0", available },
      "v1.32.10 v1.33.0 v1.34.0 v1.35.2 v1.36.0 | v1.34.0 v1.36.0",
    ],
    [
      "brings old workers to the control plane",
      { from: "v1.34.0", to: "v1.36.0", workers: "v1.31.9", available },
      "v1.35.2 v1.36.0 | v1.34.0 v1.36.0",
    ],
    ["for workers alone", { from: "v1.34.0", to: "v1.34.0", workers: "v1.33.0", available }, " | v1.34.0"],
    ["for a control plane alone", { from: "v1.33.0", to: "v1.34.0", workers: "", available }, "v1.34.0 | "],
    ["that is done", { from: "v1.34.0", to: "v1.34.0", workers: "v1.34.0", available }, " | "],
    ["without versions, one minor", { from: "v1.34.0", to: "v1.35.0", workers: "v1.34.0" }, "v1.35.0 | v1.35.0"],
    [
      "with versions written in another way",
      { from: "1.31", to: "v1.33.0", available: ["1.32.5", "1.33"] },
      "v1.32.5 v1.33.0 | ",
    ],
    [
      "of builds, the later one in the list",
      { from: "v1.31.0", to: "v1.33.0+x", available: ["v1.32.0+b", "v1.32.0+a", "v1.33.0+x"] },
      "v1.32.0+a v1.33.0+x | ",
    ],
    [
      "from one build to another",
      { from: "v1.31.0+x", to: "v1.31.0+a", workers: "v1.31.0+x", available: ["v1.31.0+a"] },
      "v1.31.0+a | v1.31.0+a",
    ],
  ])("%s", (_, wanted, want) => expect(stepsOf(wanted)).toBe(want));
});

describe("there is no plan", () => {
  const problemOf = (wanted: WantedUpgrade): string => {
    try {
      return stepsOf(wanted);
    } catch (error) {
      return isCapstanError(error, "extension/no-upgrade-plan")
        ? error.message.split(": ").slice(1).join(": ")
        : String(error);
    }
  };
  test.each<readonly [name: string, wanted: WantedUpgrade, want: string]>([
    ["backwards", { from: "v1.34.0", to: "v1.33.0", available }, "the target is older"],
    ["to an older build", { from: "v1.34.0+2", to: "v1.34.0+1" }, "the target is older"],
    ["to a version that is not there", { from: "v1.34.0", to: "v1.35.9", available }, "the target is not available"],
    [
      "without a version in between",
      { from: "v1.31.0", to: "v1.33.0", available: ["v1.33.0"] },
      "no version of 1.32 is available",
    ],
    ["over two minors without versions", { from: "v1.33.0", to: "v1.35.0" }, "no version of 1.34 is available"],
    ["to another major version", { from: "v1.34.0", to: "v2.0.0" }, "they have different major versions"],
    [
      "for newer workers",
      { from: "v1.33.0", to: "v1.34.0", workers: "v1.34.0", available },
      "the workers have v1.34.0, which is newer than the control plane",
    ],
    [
      "for workers too far behind",
      { from: "v1.34.0", to: "v1.35.2", workers: "v1.30.0", available },
      "the workers have v1.30.0, and may be 3 minors behind the control plane at most",
    ],
    ["for what is not a version", { from: "banana", to: "v1.35.2" }, '"banana" is not a version'],
    [
      "with what is not a version",
      { from: "v1.34.0", to: "v1.35.2", available: ["v1.35.2", "latest"] },
      '"latest" is not a version',
    ],
    [
      "for workers of an unknown build",
      { from: "v1.34.0+a", to: "v1.34.0+b", workers: "v1.34.0+c" },
      "it is not known whether v1.34.0+b is newer than v1.34.0+c, which the workers have",
    ],
  ])("%s", (_, wanted, want) => expect(problemOf(wanted)).toEqual(want));
});

test("a handler plans for the versions that are there for a Cluster", async () => {
  const extension = defineExtension(
    {
      generateUpgradePlan: {
        list: upgradePlanner({ available }),
        found: upgradePlanner({
          available: async ({ cluster }, { settings }) => [`${settings["prefix"]}.1`, `${cluster.metadata.name}`],
        }),
      },
    },
    { settings: { prefix: { default: "v1.35" } } },
  );
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "v1.36.0" },
    spec: {},
  } as const;
  const request = { cluster, fromControlPlaneKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.36.0" };
  const call = (handler: string, more: object = {}) =>
    callInProcess(extension, hookCatalog.GenerateUpgradePlan, { handler, request: { ...request, ...more } });
  expect(await call("list", { fromWorkersKubernetesVersion: "v1.34.0" })).toMatchObject({
    status: "Success",
    controlPlaneUpgrades: [{ version: "v1.35.2" }, { version: "v1.36.0" }],
    workersUpgrades: [{ version: "v1.36.0" }],
  });
  expect(await call("found")).toMatchObject({ controlPlaneUpgrades: [{ version: "v1.35.1" }, { version: "v1.36.0" }] });
  expect(await call("list", { toKubernetesVersion: "v1.33.0" })).toMatchObject({
    status: "Failure",
    message: "there is no plan for an upgrade from v1.34.0 to v1.33.0: the target is older",
  });
});

test("types: settings that are declared, and no others", () => {
  const settings = { prefix: { default: "v1.35" } } as const;
  const plans = upgradePlanner({
    settings,
    available: (_, context) => {
      expectTypeOf(context.settings.prefix).toEqualTypeOf<string>();
      // @ts-expect-error: a setting that is not declared
      void context.settings.region;
      return [`${context.settings.prefix}.1`];
    },
  });
  expect(defineExtension({ generateUpgradePlan: { plans } }, { settings }).settings).toEqual(settings);
  // @ts-expect-error: the extension does not declare the setting that they read
  defineExtension({ generateUpgradePlan: { plans } }, { settings: { region: { default: "eu" } } });
  // @ts-expect-error: the extension declares no settings
  defineExtension({ generateUpgradePlan: { plans } });
});
