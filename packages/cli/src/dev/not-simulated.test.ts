// What nothing acts on under dev: it is named while it is there.
import { type KubeObject, keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { objectOf } from "../../test/tree-objects.ts";
import { followNotSimulated } from "./not-simulated.ts";
import type { FollowedTopologies } from "./rejected-topologies.ts";

/** What is followed, and what was found each time, in words. */
function follow(): {
  readonly reports: string[];
  readonly change: (object: KubeObject, type?: string) => void;
} {
  const reports: string[] = [];
  let listener: Parameters<FollowedTopologies["changes"]>[0] = () => undefined;
  followNotSimulated({
    changes: (changed) => {
      listener = changed;
      return () => undefined;
    },
    found: (all) => reports.push(all.map(({ code, message }) => `${code} ${message}`).join("; ")),
  });
  const change = (object: KubeObject, type: string = "MODIFIED"): void =>
    listener({ type, kind: object.kind, key: keyOf(object), object });
  return { reports, change };
}

const core = "cluster.x-k8s.io/v1beta2";
const selector = { apiVersion: "a.b/v1", kind: "FooTemplate", matchResources: { controlPlane: true } };

function classWith(...patches: readonly object[]): KubeObject {
  return { ...objectOf("ClusterClass", "foo", { spec: { patches } }), apiVersion: core };
}

const patch = (name: string, valueFrom: object, more: object = {}): object => {
  const jsonPatches = [{ op: "add", path: "/spec/a", valueFrom }];
  return { name, definitions: [{ selector, jsonPatches }], ...more };
};

test("patches with Go templates are named, until the class has none", () => {
  const { reports, change } = follow();
  const played = patch("played", { variable: "size" });
  change(classWith(played, { name: "external", external: { generatePatchesExtension: "a.b" } }));
  change(classWith(patch("a", { template: "{{ .size }}" }), played));
  change(classWith(patch("b", { variable: "size" }, { enabledIf: "{{ .size }}" }), patch("a", { template: "1" })));
  change(classWith(played));
  const problem = (patches: string): string =>
    `dev/patches-not-simulated ClusterClass default/foo: patches with Go templates are not simulated, and these change nothing: ${patches}`;
  expect(reports).toEqual([problem("a"), problem("b, a"), ""]);
});

test("objects on which nobody acts are named, until they are deleted", () => {
  const { reports, change } = follow();
  change(objectOf("MachineDeployment", "dev"));
  const check = { ...objectOf("MachineHealthCheck", "dev"), apiVersion: core };
  const set = { ...objectOf("ClusterResourceSet", "cni"), apiVersion: `addons.${core}` };
  change(check);
  change(check);
  change(set);
  change(check, "DELETED");
  change({ ...set, metadata: { ...set.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } });
  const ofCheck = "dev/not-simulated MachineHealthCheck default/dev: machines that it finds unhealthy are not replaced";
  const ofSet = "dev/not-simulated ClusterResourceSet default/cni: nothing is applied to the Clusters that it selects";
  expect(reports).toEqual([ofCheck, `${ofCheck}; ${ofSet}`, ofSet, ""]);
});

function secret(playedBy: string | undefined, owner: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      namespace: "default",
      name: "dev-kubeconfig",
      labels: playedBy === undefined ? {} : { "capstan.dev/played-by": playedBy },
      ownerReferences: [{ apiVersion: "a.b/v1", kind: owner, name: "dev", uid: "u" }],
    },
  };
}

test("a kubeconfig that a control plane owns and the Nodes have made is named, until it is deleted", () => {
  const { reports, change } = follow();
  change(secret(undefined, "FooControlPlane"));
  change(secret("control-plane", "KubeadmControlPlane"));
  change(secret("nodes", "Cluster"));
  change(secret("nodes", "FooControlPlane"));
  change(secret("nodes", "FooControlPlane"), "DELETED");
  const message =
    "dev/no-kubeconfig FooControlPlane default/dev is initialized, and there was no Secret default/dev-kubeconfig: dev has made it, with simulated Nodes behind it";
  expect(reports).toEqual([message, ""]);
});
