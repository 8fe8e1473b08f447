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

const templateRef = (kind: string): object => ({ templateRef: { apiVersion: "a.b/v1", kind, name: "foo" } });

function classWith(...patches: readonly object[]): KubeObject {
  const variables = [{ name: "size", required: false, schema: { openAPIV3Schema: { type: "string" } } }];
  const spec = {
    infrastructure: templateRef("BarTemplate"),
    controlPlane: templateRef("FooTemplate"),
    variables,
    patches,
  };
  return { ...objectOf("ClusterClass", "foo", { spec }), apiVersion: core };
}

const patch = (name: string, valueFrom: object, more: object = {}): object => {
  const jsonPatches = [{ op: "add", path: "/spec/a", valueFrom }];
  return { name, definitions: [{ selector, jsonPatches }], ...more };
};

test("patches whose templates are not simulated are named, until the class has none", () => {
  const { reports, change } = follow();
  const played = patch("played", { variable: "size" });
  change(classWith(played, { name: "external", external: { generatePatchesExtension: "a.b" } }));
  change(classWith(patch("rendered", { template: "{{ .size }}" }, { enabledIf: "{{ .on }}" }), played));
  change(classWith(patch("a", { template: '{{ semver "1" }}' }), played));
  change(
    classWith(
      patch("b", { variable: "size" }, { enabledIf: "{{ html .size }}" }),
      patch("a", { template: "{{ 1i }}" }),
    ),
  );
  change(classWith(played));
  const problem = (patches: string): string =>
    `dev/patches-not-simulated ClusterClass default/foo: templates of these patches call what is not simulated, and they change nothing: ${patches}`;
  expect(reports).toEqual([problem("a"), problem("b, a"), ""]);
});

test("names by templates that are not simulated are named", () => {
  const { reports, change } = follow();
  const named = classWith();
  const naming = (template: string): KubeObject & { readonly spec: object } => ({
    ...named,
    spec: {
      controlPlane: { ...templateRef("FooTemplate"), naming: { template } },
      infrastructure: templateRef("BarTemplate"),
    },
  });
  change(naming("{{ .cluster.name }}"));
  change(naming("{{ html .cluster.name }}"));
  const effect = "objects have the names that they get without spec.controlPlane.naming.template";
  expect(reports).toEqual([`dev/not-simulated ClusterClass default/foo: ${effect}`]);
});

test("a class that its webhook would have rejected is named, until it is corrected", () => {
  const { reports, change } = follow();
  const played = patch("a", { variable: "size" });
  change(classWith(played, played));
  change(classWith(played));
  change(classWith(patch("a", { variable: "none" })));
  const start =
    'dev/class-rejected ClusterClass default/foo: ClusterClass.cluster.x-k8s.io "foo" is invalid: spec.patches';
  expect(reports).toEqual([
    `${start}[1].name: Invalid value: "a": patch names must be unique. Patch with name "a" is defined more than once`,
    "",
    `${start}[0].definitions[0].jsonPatches[0].valueFrom.variable: Invalid value: "none": variable with name none cannot be found`,
  ]);
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
