// The CRDs of core kinds that test control planes get, and that there are no others.
import { expect, test } from "vitest";
import { coreCrds } from "./crds.ts";

const crds = coreCrds();

test.each([
  { name: "clusterclasses.cluster.x-k8s.io", scope: "Namespaced", versions: ["v1beta1", "v1beta2"] },
  { name: "clusters.cluster.x-k8s.io", scope: "Namespaced", versions: ["v1beta1", "v1beta2"] },
  { name: "machinedeployments.cluster.x-k8s.io", scope: "Namespaced", versions: ["v1beta1", "v1beta2"] },
  { name: "machines.cluster.x-k8s.io", scope: "Namespaced", versions: ["v1beta1", "v1beta2"] },
  { name: "machinesets.cluster.x-k8s.io", scope: "Namespaced", versions: ["v1beta1", "v1beta2"] },
  { name: "extensionconfigs.runtime.cluster.x-k8s.io", scope: "Cluster", versions: ["v1beta2"] },
])("$name", ({ name, scope, versions }) => {
  const crd = crds.find(({ metadata }) => metadata.name === name);
  expect(crd?.spec.scope).toBe(scope);
  expect(crd?.spec.versions.map((version) => version.name)).toEqual(versions);
  expect(crd?.spec.versions.filter((version) => version.served).map((version) => version.name)).toEqual(["v1beta2"]);
  expect(crd?.metadata.labels).toEqual(
    Object.fromEntries(versions.map((version) => [`cluster.x-k8s.io/${version}`, version])),
  );
});

test("there are no others", () => expect(crds).toHaveLength(6));
