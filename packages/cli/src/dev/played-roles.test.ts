// What is simulated around projects that bring roles of Cluster API themselves.
import { expect, test } from "vitest";
import type { Description } from "@capstan/contract/description";
import { emptyDescription } from "../../test/gate-project.ts";
import { hasKind, rolesAround } from "./played-roles.ts";

function having(...kinds: readonly (readonly [string, string])[]): Description {
  const described = kinds.map(([apiVersion, kind]) => ({
    apiVersion,
    kind,
    plural: "",
    contracts: [],
    role: "contract" as const,
  }));
  return { ...emptyDescription, kinds: described };
}

const group = "infrastructure.cluster.x-k8s.io";
const cases: readonly (readonly [string, readonly (Description | undefined)[], object, string])[] = [
  [
    "a project with kinds of its own names, and one that has printed nothing yet",
    [having([`${group}/v1beta1`, "FooMachine"], ["bootstrap.example.org/v1", "KubeadmConfig"]), undefined],
    { bootstrap: true, controlPlane: true, infrastructure: true },
    "core, kubeadm, Dev machines, Nodes",
  ],
  [
    "a control plane provider with the kind of kubeadm in another version",
    [having(["controlplane.cluster.x-k8s.io/v1alpha9", "KubeadmControlPlane"])],
    { bootstrap: true, infrastructure: true },
    "core, kubeadm, Dev machines, Nodes",
  ],
  [
    "two programs that bring kubeadm, and one machine of two infrastructure kinds",
    [
      having(["controlplane.cluster.x-k8s.io/v1beta2", "KubeadmControlPlane"], [`${group}/v1`, "DevMachine"]),
      having(["bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig"]),
    ],
    {},
    "core, Nodes",
  ],
];

test.each(cases)("%s", (_, descriptions, play, short) => {
  const around = rolesAround(descriptions);
  expect(around.play).toEqual(play);
  expect(around.short).toBe(short);
  expect(around.words.length).toBe(Object.keys(play).length + 2);
});

test("Nodes of a cluster whose kubeconfig the project makes are left to the project, and dev says so", () => {
  const own = having(["controlplane.cluster.x-k8s.io/v1beta1", "FooControlPlane"]);
  const nodes = (description: Description): string | undefined => rolesAround([description, undefined]).words.at(-1);
  expect(nodes({ ...own, type: "control-plane" })).toBe(
    "a Node for each machine, but in clusters whose kubeconfig the project makes",
  );
  expect(nodes({ ...own, type: "infrastructure" })).toBe("a Node for each machine");
});

test("a kind is of the project in any version, and in its group alone", () => {
  const descriptions = [having([`${group}/v1alpha1`, "DevCluster"])];
  expect(hasKind(descriptions, { group, kind: "DevCluster" })).toBe(true);
  expect(hasKind(descriptions, { group: "example.org", kind: "DevCluster" })).toBe(false);
  expect(hasKind([undefined], { group, kind: "DevCluster" })).toBe(false);
});
