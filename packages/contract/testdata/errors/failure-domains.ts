// Failure domains whose attributes core cannot copy.
import type { KubeObject, Resource } from "@capstan/kube";
import { defineInfraCluster } from "@capstan/contract/define";

interface Cluster<Status> extends KubeObject<"g.io/v1", "FooCluster"> {
  spec?: { controlPlaneEndpoint?: { host: string; port: number } };
  status?: Status;
}
interface Domain<Attributes> {
  name: string;
  controlPlane?: boolean;
  attributes?: Attributes;
}
interface Newer<Attributes> {
  initialization?: { provisioned?: boolean };
  failureDomains?: Domain<Attributes>[];
}
interface Older<Attributes> {
  ready?: boolean;
  failureDomains?: Record<string, { controlPlane?: boolean; attributes?: Attributes }>;
}
const base = { apiVersion: "g.io/v1", kind: "FooCluster" } as const;

export const strings: Resource<Cluster<Newer<Record<string, string>>>> = defineInfraCluster({
  ...base,
  contracts: ["v1beta2"],
});
export const list: Resource<Cluster<Newer<string[]>>> = defineInfraCluster({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1: type it `FailureDomain[]`; two contracts need two API versions"'.
  contracts: ["v1beta2"],
});
export const numbers: Resource<Cluster<Newer<Record<string, number>>>> = defineInfraCluster({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1: type it `FailureDomain[]`; two contracts need two API versions"'.
  contracts: ["v1beta2"],
});
export const olderStrings: Resource<Cluster<Older<Record<string, string>>>> = defineInfraCluster({
  ...base,
  contracts: ["v1beta1"],
});
export const olderNumbers: Resource<Cluster<Older<Record<string, number>>>> = defineInfraCluster({
  ...base,
  // error: Type '"v1beta1"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2: type it `Record<string, FailureDomainSpec>`; two contracts need two API versions"'.
  contracts: ["v1beta1"],
});

interface Both<Domains> {
  ready?: boolean;
  initialization?: { provisioned?: boolean };
  failureDomains?: Domains;
}
export const listInBoth: Resource<Cluster<Both<Domain<Record<string, string>>[]>>> = defineInfraCluster({
  ...base,
  // error(5.8, 6): Type '"v1beta1"' is not assignable to type '"v1beta2" | "infracluster/failure-domains: status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2: type it `Record<string, FailureDomainSpec>`; two contracts need two API versions"'. Did you mean '"v1beta2"'?
  // error(7): Type '"v1beta1"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2: type it `Record<string, FailureDomainSpec>`; two contracts need two API versions" | "v1beta2"'. Did you mean '"v1beta2"'?
  contracts: ["v1beta1", "v1beta2"],
});
export const mapInBoth: Resource<Cluster<Both<Record<string, { controlPlane?: boolean }>>>> = defineInfraCluster({
  ...base,
  // error(5.8, 6): Type '"v1beta2"' is not assignable to type '"v1beta1" | "infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1: type it `FailureDomain[]`; two contracts need two API versions"'. Did you mean '"v1beta1"'?
  // error(7): Type '"v1beta2"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1: type it `FailureDomain[]`; two contracts need two API versions" | "v1beta1"'. Did you mean '"v1beta1"'?
  contracts: ["v1beta1", "v1beta2"],
});
