// Upgrade plans that Cluster API rejects, one for each rule; `pnpm run oracle answers` compares random ones with its own code.
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { callInProcess } from "../testing/call-in-process.ts";

const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
} as const;

interface Planned {
  readonly from?: string;
  readonly workers?: string;
  readonly to?: string;
  readonly steps: readonly string[];
  readonly workerSteps?: readonly string[];
}

async function messageOf({
  from = "v1.33.0",
  workers = from,
  to = "v1.35.0",
  steps,
  workerSteps,
}: Planned): Promise<string> {
  const asSteps = (list: readonly string[]): { version: string }[] => list.map((version) => ({ version }));
  const payload = {
    controlPlaneUpgrades: asSteps(steps),
    ...(workerSteps === undefined ? {} : { workersUpgrades: asSteps(workerSteps) }),
  };
  const extension = defineExtension({ generateUpgradePlan: { plan: () => proceed(payload) } });
  const request = {
    cluster,
    fromControlPlaneKubernetesVersion: from,
    fromWorkersKubernetesVersion: workers,
    toKubernetesVersion: to,
  };
  const { status, message = "" } = await callInProcess(extension, hookCatalog.GenerateUpgradePlan, { request });
  return status === "Success" ? status : message.replace(/^.*rejects: /, "");
}

const both = ["v1.34.1", "v1.35.0"];

test.each<Planned & { readonly name: string; readonly want: string }>([
  { name: "one step in each minor", steps: both, want: "Success" },
  { name: "workers that skip a minor", steps: both, workerSteps: ["v1.35.0"], want: "Success" },
  { name: "no workers", workers: "", steps: both, want: "Success" },
  { name: "nothing to do", to: "v1.33.0", steps: [], want: "Success" },
  { name: "two builds of a version", from: "v1.35.0+a", to: "v1.35.0+b", steps: ["v1.35.0+b"], want: "Success" },
  {
    name: "what is no version",
    steps: ["v1.99.0", "banana"],
    want: 'controlPlaneUpgrades[0]: "v1.99.0" skips minors: after 33 comes 34',
  },
  { name: "a word", steps: ["banana"], want: 'controlPlaneUpgrades[0]: "banana" is not a version' },
  {
    name: "a step backwards",
    steps: ["v1.34.1", "v1.34.0", "v1.35.0"],
    want: 'controlPlaneUpgrades[1]: "v1.34.0" is not later than v1.34.1',
  },
  {
    name: "a version twice",
    steps: ["v1.34.1", "v1.34.1", "v1.35.0"],
    want: 'controlPlaneUpgrades[1]: "v1.34.1" is not later than v1.34.1',
  },
  {
    name: "an end before the target",
    steps: ["v1.34.1"],
    want: "controlPlaneUpgrades: the steps must end at v1.35.0, and end at v1.34.1",
  },
  {
    name: "steps where there is nothing to do",
    to: "v1.33.0",
    steps: ["v1.33.0"],
    want: "controlPlaneUpgrades: the control plane is at the target already, so there must be no steps",
  },
  {
    name: "a step of the workers alone",
    steps: both,
    workerSteps: ["v1.34.2", "v1.35.0"],
    want: 'workersUpgrades[0]: "v1.34.2" is no step of the control plane, and not its version',
  },
  {
    name: "workers that are too far behind",
    from: "v1.34.0",
    workers: "v1.31.0",
    steps: ["v1.35.0"],
    workerSteps: ["v1.35.0"],
    want: 'workersUpgrades[0]: "v1.35.0" is more than 3 minors after v1.31.0',
  },
  {
    name: "steps without workers",
    workers: "",
    steps: both,
    workerSteps: ["v1.35.0"],
    want: "workersUpgrades: there are no workers, or they are at the target already, so there must be no steps",
  },
  {
    name: "builds in another order than the control plane's",
    from: "v1.35.0+a",
    workers: "v1.35.0+b",
    to: "v1.35.0+c",
    steps: ["v1.35.0+b", "v1.35.0+c"],
    workerSteps: ["v1.35.0+a", "v1.35.0+c"],
    want: 'workersUpgrades[0]: "v1.35.0+a" is not later than v1.35.0+b',
  },
])("$name", async ({ name: _name, want, ...planned }) => {
  expect(await messageOf(planned)).toBe(want);
});
