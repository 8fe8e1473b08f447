// What keeps a MachineSet from creating machines, as one problem: of the set, of its MachineDeployment or of its Cluster.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { condition, objectOf, problemsIn, reference } from "../../test/tree-objects.ts";
import type { ObjectSetInput } from "./object-set.ts";

const infra = "infrastructure.cluster.x-k8s.io";
const endpoint = { controlPlaneEndpoint: { host: "a", port: 6443 } };
const ready = objectOf("Cluster", "c", {
  spec: endpoint,
  status: { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
});
const templateSpec = (template: string): object => ({
  template: { spec: { infrastructureRef: reference("FooMachineTemplate", template) } },
});
const blockedSet = (check: string, why: string): KubeObject =>
  objectOf("MachineSet", "s", {
    owner: "d",
    spec: { clusterName: "c", replicas: 1 },
    status: {
      replicas: 0,
      conditions: [
        condition("MachinesReady", "True", "NoReplicas"),
        condition(
          "ScalingUp",
          "True",
          "ScalingUp",
          `Scaling up from 0 to 1 replicas is blocked because:\n* ${why} ("${check}" preflight check failed)`,
        ),
      ],
    },
  });

interface Case {
  readonly objects: readonly KubeObject[];
  readonly input?: Partial<ObjectSetInput>;
  readonly want: readonly string[];
}

test.each<readonly [string, Case]>([
  [
    "a MachineSet that preflight checks block",
    {
      objects: [ready, blockedSet("KubernetesVersionSkew", "versions differ")],
      want: [
        'describe/blocked-machines MachineSet s creates no machines: versions differ ("KubernetesVersionSkew" preflight check failed)',
      ],
    },
  ],
  [
    "a MachineSet that preflight checks block, and its MachineDeployment that waits for its machines",
    {
      objects: [
        ready,
        objectOf("MachineDeployment", "d", {
          spec: { clusterName: "c", replicas: 1 },
          status: { replicas: 0, conditions: [condition("Available", "True")] },
        }),
        blockedSet("KubernetesVersionSkew", "versions differ"),
      ],
      want: [
        'describe/blocked-machines MachineSet s creates no machines: versions differ ("KubernetesVersionSkew" preflight check failed)',
      ],
    },
  ],
  [
    "a MachineDeployment that waits for the machines of its set",
    {
      objects: [
        ready,
        objectOf("MachineDeployment", "d", { spec: { clusterName: "c", replicas: 1 }, status: { replicas: 0 } }),
        objectOf("MachineSet", "s", { owner: "d", spec: { clusterName: "c", replicas: 1 }, status: { replicas: 0 } }),
      ],
      want: ["describe/replicas MachineDeployment d has 0 of 1 machines"],
    },
  ],
  [
    "a template that a MachineDeployment and its set name, and that does not exist",
    {
      objects: [
        objectOf("MachineDeployment", "d", { spec: templateSpec("t") }),
        objectOf("MachineSet", "s", { owner: "d", spec: templateSpec("t") }),
        objectOf("MachineSet", "old", { owner: "d", spec: templateSpec("before") }),
      ],
      input: { complete: new Set([`FooMachineTemplate.${infra}`]) },
      want: [
        "describe/no-object MachineDeployment d refers to FooMachineTemplate t in spec.template.spec.infrastructureRef, which does not exist",
        "describe/no-object MachineSet old refers to FooMachineTemplate before in spec.template.spec.infrastructureRef, which does not exist",
      ],
    },
  ],
  [
    "a MachineSet that waits for the control plane that its Cluster waits for",
    {
      objects: [
        objectOf("Cluster", "c", {
          spec: { ...endpoint, controlPlaneRef: reference("FooControlPlane", "p") },
          status: { initialization: { infrastructureProvisioned: true } },
        }),
        objectOf("FooControlPlane", "p"),
        blockedSet("ControlPlaneIsStable", "FooControlPlane default/p is provisioning"),
      ],
      want: [
        "describe/waiting Cluster c waits for its control plane: FooControlPlane p has not set status.initialization.controlPlaneInitialized",
      ],
    },
  ],
])("%s", (_, { objects, input, want }) => {
  const problems = problemsIn({ objects, ...input });
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual(want);
});

test.each([
  ["wait until the control plane has been created or upgraded", "ControlPlaneIsStable"],
  ["set the version of its MachineDeployment to one that fits that of the control plane", "KubeadmVersionSkew"],
  ["wait until its MachineDeployment has the version of the control plane", "ControlPlaneVersionSkew"],
])("advice for a MachineSet that is blocked: %s", (help, check) => {
  const problem = problemsIn({ objects: [ready, blockedSet(check, "x")] }).find(
    ({ object }) => object.kind !== "Cluster",
  );
  expect(problem?.help).toBe(
    `${help}, or skip the check: annotation machineset.cluster.x-k8s.io/skip-preflight-checks: ${check}`,
  );
});
