// When a KubeadmConfig means what a control plane says now.
import type { KubeadmConfigSpec } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { expect, test } from "vitest";
import { desiredConfigSpec, isEtcdStacked, matchesConfig } from "./config-spec.ts";

function controlPlane(kubeadmConfigSpec: KubeadmConfigSpec, version = "v1.36.0"): KubeadmControlPlane {
  return {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlane",
    metadata: { name: "cp" },
    spec: {
      version,
      machineTemplate: { spec: { infrastructureRef: { apiGroup: "a.b", kind: "Foo", name: "m" } } },
      kubeadmConfigSpec,
    },
  };
}

const args = (
  value: string,
): { readonly nodeRegistration: { kubeletExtraArgs: { name: string; value: string }[] } } => ({
  nodeRegistration: { kubeletExtraArgs: [{ name: "v", value }] },
});

const joins: KubeadmConfigSpec = { joinConfiguration: { controlPlane: {} } };

test.each<[string, KubeadmConfigSpec, KubeadmConfigSpec, boolean]>([
  ["nothing differs", { ...joins, files: [] }, {}, true],
  ["the format is the default", { ...joins, format: "cloud-config" }, {}, true],
  ["the format differs", joins, { format: "ignition" }, false],
  ["a command is added", joins, { preKubeadmCommands: ["true"] }, false],
  [
    "an argument of the API server differs",
    joins,
    { clusterConfiguration: { apiServer: { extraArgs: args("1").nodeRegistration.kubeletExtraArgs } } },
    false,
  ],
  ["only DNS differs", joins, { clusterConfiguration: { dns: { imageTag: "v1" } } }, true],
  [
    "the bootstrap provider has set the endpoint",
    { ...joins, clusterConfiguration: { controlPlaneEndpoint: "a:6443" } },
    {},
    true,
  ],
  [
    "the bootstrap provider has set how it joins",
    { joinConfiguration: { controlPlane: {}, discovery: { bootstrapToken: { token: "a" } } } },
    {},
    true,
  ],
  [
    "only the health check's timeout differs",
    joins,
    { joinConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 9 } } },
    true,
  ],
  ["another timeout differs", joins, { joinConfiguration: { timeouts: { discoverySeconds: 9 } } }, false],
  [
    "images are pulled as by default",
    joins,
    { joinConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } } },
    true,
  ],
  ["no taints is not the default", joins, { joinConfiguration: { nodeRegistration: { taints: [] } } }, false],
  ["only the part for the first machine differs", joins, { initConfiguration: args("1") }, true],
  ["the part for joining differs", joins, { joinConfiguration: args("1") }, false],
  [
    "a control plane of an old version joined without a mark",
    { joinConfiguration: args("1") },
    { joinConfiguration: args("1") },
    true,
  ],
  [
    "the first machine has what others get",
    { initConfiguration: args("1") },
    { initConfiguration: args("2"), joinConfiguration: args("1") },
    true,
  ],
  [
    "the first machine has what the first gets",
    { initConfiguration: args("1") },
    { initConfiguration: args("1"), joinConfiguration: args("2") },
    true,
  ],
  [
    "the first machine has neither",
    { initConfiguration: args("1") },
    { initConfiguration: args("2"), joinConfiguration: args("2") },
    false,
  ],
  [
    "the first machine has no path of a CA",
    { initConfiguration: args("1") },
    { initConfiguration: args("2"), joinConfiguration: { ...args("1"), caCertPath: "/a" } },
    true,
  ],
])("%s", (_, current, wanted, matches) => {
  const plane = controlPlane(wanted);
  expect(matchesConfig(current, plane)).toBe(matches);
  for (const how of ["init", "join"] as const) expect(matchesConfig(desiredConfigSpec(plane, how), plane)).toBe(true);
});

test.each([
  ["v1.30.9", undefined],
  ["v1.31.0-rc.1", true],
  ["v1.35.9", true],
  ["v1.36.0", undefined],
  ["none", undefined],
])("of version %s the kubelets use the API server of their machine by a feature gate: %s", (version, gate) => {
  const { clusterConfiguration } = desiredConfigSpec(controlPlane({}, version), "join");
  expect(clusterConfiguration?.featureGates?.["ControlPlaneKubeletLocalMode"]).toBe(gate);
  const given = controlPlane(
    { clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: false } } },
    version,
  );
  expect(desiredConfigSpec(given, "join").clusterConfiguration?.featureGates).toEqual({
    ControlPlaneKubeletLocalMode: false,
  });
});

test("etcd runs on the machines, unless the control plane names another", () => {
  const external = { endpoints: ["https://a"], caFile: "a", certFile: "b", keyFile: "c" };
  expect(isEtcdStacked(controlPlane({}))).toBe(true);
  expect(isEtcdStacked(controlPlane({ clusterConfiguration: { etcd: { external } } }))).toBe(false);
});
