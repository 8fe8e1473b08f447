// The CRDs of core's and kubeadm's kinds that test control planes get, and that there are no others.
import { describe, expect, test } from "vitest";
import { coreCrds, kubeadmCrds } from "./crds.ts";

const both = ["v1beta1", "v1beta2"];
const three = ["v1alpha1", "v1beta1", "v1beta2"];

const core = [
  { name: "clusterresourcesetbindings.addons.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "clusterresourcesets.addons.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "clusterclasses.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "clusters.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machinedeployments.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machinedrainrules.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machinehealthchecks.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machinepools.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machines.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "machinesets.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "ipaddressclaims.ipam.cluster.x-k8s.io", scope: "Namespaced", versions: three },
  { name: "ipaddresses.ipam.cluster.x-k8s.io", scope: "Namespaced", versions: three },
  { name: "extensionconfigs.runtime.cluster.x-k8s.io", scope: "Cluster", versions: ["v1alpha1", "v1beta2"] },
];

const kubeadm = [
  { name: "kubeadmconfigs.bootstrap.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "kubeadmcontrolplanes.controlplane.cluster.x-k8s.io", scope: "Namespaced", versions: both },
  { name: "kubeadmcontrolplanetemplates.controlplane.cluster.x-k8s.io", scope: "Namespaced", versions: both },
];

describe.each([
  { of: "core", crds: coreCrds(), wanted: core },
  { of: "kubeadm", crds: kubeadmCrds(), wanted: kubeadm },
])("$of", ({ crds, wanted }) => {
  test.each(wanted)("$name", ({ name, scope, versions }) => {
    const crd = crds.find(({ metadata }) => metadata.name === name);
    expect(crd?.spec.scope).toBe(scope);
    expect(crd?.spec.versions.map((version) => version.name)).toEqual(versions);
    expect(crd?.spec.versions.filter((version) => version.served).map((version) => version.name)).toEqual(["v1beta2"]);
    // An API version of alpha is no version of a contract.
    const contracts = versions.filter((version) => version !== "v1alpha1");
    expect(crd?.metadata.labels).toEqual(
      Object.fromEntries(contracts.map((version) => [`cluster.x-k8s.io/${version}`, version])),
    );
  });

  test("there are no others", () =>
    expect(crds.map(({ metadata }) => metadata.name)).toEqual(wanted.map(({ name }) => name)));
});
