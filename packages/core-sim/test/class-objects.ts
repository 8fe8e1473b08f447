// A ClusterClass whose every part is played, for the tests of the topology controller.
import type { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import type { UnstructuredObject } from "@capstan/kube";

const infra = "infrastructure.cluster.x-k8s.io/v1beta2";
const plane = "controlplane.cluster.x-k8s.io/v1beta2";
const boot = "bootstrap.cluster.x-k8s.io/v1beta2";
const metadata = { name: "foo", namespace: "default" };

/** The templates that the class names. */
export const classTemplates: readonly UnstructuredObject[] = [
  { apiVersion: infra, kind: "DevClusterTemplate", metadata, spec: { template: { spec: {} } } },
  { apiVersion: infra, kind: "DevMachineTemplate", metadata, spec: { template: { spec: {} } } },
  {
    apiVersion: boot,
    kind: "KubeadmConfigTemplate",
    metadata,
    spec: { template: { spec: { format: "cloud-config" } } },
  },
  {
    apiVersion: plane,
    kind: "KubeadmControlPlaneTemplate",
    metadata,
    spec: { template: { spec: { kubeadmConfigSpec: { format: "cloud-config" } } } },
  },
];

const machines = { templateRef: { apiVersion: infra, kind: "DevMachineTemplate", name: "foo" } };

/** The class. An extension patches its templates. */
export const clusterClass: ClusterClass = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "ClusterClass",
  metadata,
  spec: {
    infrastructure: { templateRef: { apiVersion: infra, kind: "DevClusterTemplate", name: "foo" } },
    controlPlane: {
      templateRef: { apiVersion: plane, kind: "KubeadmControlPlaneTemplate", name: "foo" },
      machineInfrastructure: machines,
    },
    workers: {
      machineDeployments: [
        {
          class: "worker",
          bootstrap: { templateRef: { apiVersion: boot, kind: "KubeadmConfigTemplate", name: "foo" } },
          infrastructure: machines,
        },
      ],
    },
    variables: [{ name: "size", required: false, schema: { openAPIV3Schema: { type: "string" } } }],
    patches: [{ name: "one", external: { generatePatchesExtension: "patches.foo" } }],
  },
};

/** Lets the extension declare variables, which it gets then. */
export function withDeclaredVariables({ spec }: ClusterClass): void {
  const external = { generatePatchesExtension: "patches.foo", discoverVariablesExtension: "variables.foo" };
  spec.patches = [{ name: "one", external }];
}

/** A Cluster of the class. */
export function clusterOfClass(name: string, version: string): Cluster {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name, namespace: "default" },
    spec: {
      topology: {
        classRef: { name: "foo" },
        version,
        controlPlane: { replicas: 1 },
        workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 1 }] },
        variables: [{ name: "size", value: "large" }],
      },
    },
  };
}

/** What a Node says of itself, without a version of its kubelet. */
export const anyNode = {
  machineID: "",
  systemUUID: "",
  bootID: "",
  kernelVersion: "",
  osImage: "",
  containerRuntimeVersion: "",
  kubeProxyVersion: "",
  operatingSystem: "",
  architecture: "",
};
