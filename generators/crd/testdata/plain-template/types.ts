// A template that core cannot find, and kinds that only look like one.
import { defineBootstrapConfig, defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface FooConfig extends KubeObject<"test.capstan.dev/v1", "FooConfig"> {
  spec?: { a?: string };
  status?: {
    /** @minProperties 1 */
    initialization?: { dataSecretCreated?: boolean };
    /** @maxLength 253 */
    dataSecretName?: string;
  };
}
export const FooConfig: Resource<FooConfig> = defineBootstrapConfig({
  apiVersion: "test.capstan.dev/v1",
  kind: "FooConfig",
  contracts: ["v1beta2"],
});

export interface FooConfigTemplate extends KubeObject<"test.capstan.dev/v1", "FooConfigTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
export const FooConfigTemplate: Resource<FooConfigTemplate> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "FooConfigTemplate",
});

export interface Disk extends KubeObject<"test.capstan.dev/v1", "Disk"> {
  spec?: { a?: string };
}
export const Disk: Resource<Disk> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Disk" });

export interface DiskTemplate extends KubeObject<"test.capstan.dev/v1", "DiskTemplate"> {
  spec?: { a?: string };
}
export const DiskTemplate: Resource<DiskTemplate> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "DiskTemplate",
});

export interface FooMachineTemplate extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachineTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachineTemplate",
});

export interface BarConfigTemplate extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "BarConfigTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
export const BarConfigTemplate: Resource<BarConfigTemplate> = defineResource({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "BarConfigTemplate",
});

export interface BarCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "BarCluster"> {
  spec?: { a?: string };
}
export const BarCluster: Resource<BarCluster> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "BarCluster",
});

export interface BarClusterTemplate extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "BarClusterTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
// The author has set the label.
export const BarClusterTemplate: Resource<BarClusterTemplate> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "BarClusterTemplate",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta1" },
});

export interface FooRemediationTemplate
  extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooRemediationTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
// References give its apiVersion.
export const FooRemediationTemplate: Resource<FooRemediationTemplate> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooRemediationTemplate",
});

export interface JobConfigTemplate extends KubeObject<"jobs.example.com/v1", "JobConfigTemplate"> {
  spec?: { template?: { spec?: { a?: string } } };
}
// It is nothing of Cluster API.
export const JobConfigTemplate: Resource<JobConfigTemplate> = defineResource({
  apiVersion: "jobs.example.com/v1",
  kind: "JobConfigTemplate",
});
