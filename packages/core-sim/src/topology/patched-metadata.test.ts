// Patches of labels and annotations: as in core, each template has those of the object that is made of it, at the place that the object takes them from.
import type { KubeObject } from "@capstan/kube";
import type { JSONPatch } from "@capstan/api/core/v1beta2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";
import { clusterClass } from "../../test/class-objects.ts";
import { withGiven, withMetadata, withPatchedTemplate } from "./patched-metadata.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());

test("a label of each part can be patched, and extensions see what each has", async () => {
  const label = (place: string): JSONPatch => ({ op: "add", path: `${place}/labels/foo`, value: "bar" });
  const { controlPlane, infrastructure } = clusterClass.spec;
  const { apiVersion, kind } = controlPlane.templateRef;
  rig.begin();
  await rig.createRunning({
    inClass: ({ spec }) => {
      const ofCluster = { ...infrastructure.templateRef, matchResources: { infrastructureCluster: true } };
      const jsonPatches = [label("/spec/template/metadata")];
      const selectors = [
        { apiVersion, kind, matchResources: { controlPlane: true } },
        { apiVersion: ofCluster.apiVersion, kind: ofCluster.kind, matchResources: ofCluster.matchResources },
      ];
      spec.patches = [
        {
          name: "labels",
          definitions: selectors.map((each) => ({ selector: each, jsonPatches })),
        },
        { name: "external", external: { generatePatchesExtension: "patches.foo" } },
      ];
    },
  });
  const { labels } = (await rig.controlPlane()).metadata;
  const own = { "cluster.x-k8s.io/cluster-name": rig.key.name, "topology.cluster.x-k8s.io/owned": "" };
  expect(labels).toMatchObject({ ...own, foo: "bar" });
  const { infrastructureRef } = (await rig.cluster()).spec;
  const resource = await rig.client.resourceFor({
    apiVersion: infrastructure.templateRef.apiVersion,
    kind: infrastructureRef?.kind ?? "",
  });
  const object = await rig.client.get(resource, { ...rig.key, name: infrastructureRef?.name ?? "" });
  expect(object.metadata.labels).toMatchObject({ ...own, foo: "bar" });
  const ofWorkers = rig.hooks.patched[0]?.templates.filter(({ holder }) => holder.kind === "MachineDeployment");
  expect(
    ofWorkers?.map(({ object: { metadata } }) => metadata.labels?.["topology.cluster.x-k8s.io/deployment-name"]),
  ).toEqual(["md", "md"]);
  await rig.end();
});

const template = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "foo" }, spec: { template: {} } };
const metadata = { labels: { a: "1", b: "2" }, annotations: { c: "3" } };

test("what a patch takes away of labels is no more in the object, and labels that it takes away as a whole stay", () => {
  const given = { place: "object", metadata } as const;
  const prepared = withMetadata(template, given);
  expect(prepared).toEqual({ ...template, spec: { template: { metadata } } });
  const patched = (changed: object): KubeObject & { readonly spec: object } => ({
    ...template,
    spec: { template: { metadata: changed } },
  });
  expect(withGiven(patched({ labels: { b: "2" } }), given)).toEqual(
    patched({ labels: { b: "2" }, annotations: { c: "3" } }),
  );
  expect(withGiven(template, given)).toEqual(prepared);
});

test("of a patched template, a copy takes over what is in its template, labels and annotations", () => {
  const before = { ...template, spec: { other: 1, template: { spec: { size: 1 } } } };
  const patched = {
    ...before,
    kind: "BarTemplate",
    metadata: { name: "bar", labels: { a: "1" } },
    spec: { other: 2, more: 3, template: { metadata: { name: "no", annotations: { c: "3" } }, spec: { size: 2 } } },
  };
  expect(withPatchedTemplate(before, patched)).toEqual({
    ...before,
    metadata: { name: "foo", labels: { a: "1" } },
    spec: { other: 1, template: { metadata: { annotations: { c: "3" } }, spec: { size: 2 } } },
  });
  expect(withPatchedTemplate(before, before)).toEqual(before);
});
