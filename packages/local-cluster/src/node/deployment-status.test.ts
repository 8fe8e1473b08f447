// The status of a Deployment, as a real controller reports it.
import type { Deployment } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { deploymentStatus } from "./deployment-status.ts";

const deployment = (more: Partial<Deployment> = {}): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "manager", generation: 2 },
  spec: { replicas: 1, selector: {}, template: { spec: { containers: [] } } },
  ...more,
});
const stopped = { ...deployment().spec, replicas: 0, selector: {}, template: { spec: { containers: [] } } };

const cases = [
  {
    name: "nothing yet",
    given: deployment(),
    observed: undefined,
    want: [0, 0, "False", "the process is not ready yet"],
  },
  {
    name: "running",
    given: deployment(),
    observed: { pid: 1, ready: false, problem: undefined },
    want: [1, 0, "False", "the process is not ready yet"],
  },
  {
    name: "ready",
    given: deployment(),
    observed: { pid: 1, ready: true, problem: undefined },
    want: [1, 1, "True", "the process is ready"],
  },
  {
    name: "failed",
    given: deployment(),
    observed: { pid: undefined, ready: false, problem: "no image" },
    want: [0, 0, "False", "no image"],
  },
  {
    name: "not wanted",
    given: deployment({ spec: stopped }),
    observed: undefined,
    want: [0, 0, "True", "no process is wanted"],
  },
];
for (const { name, given, observed, want } of cases) {
  test(`a Deployment whose process is ${name}`, () => {
    const status = deploymentStatus(given, observed);
    const [condition] = status?.conditions ?? [];
    expect([status?.replicas, status?.availableReplicas, condition?.status, condition?.message]).toEqual(want);
    expect(status?.observedGeneration).toBe(2);
  });
}

test("a status that says the same is not written again", () => {
  const observed = { pid: 1, ready: true, problem: undefined };
  const status = deploymentStatus(deployment(), observed);
  expect(deploymentStatus(deployment(status === undefined ? {} : { status }), observed)).toBeUndefined();
});
