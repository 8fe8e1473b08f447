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
