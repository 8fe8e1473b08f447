// The kinds of played infrastructure, DevCluster and DevMachine, with their templates. They follow contract v1beta2.
import type { FailureDomain, MachineAddress } from "@capstan/api/core/v1beta2";
import type { IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { contractLabel } from "@capstan/contract";
import { type Condition, type KubeObject, type Resource, resourceOf, type Time } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";

const group = "infrastructure.cluster.x-k8s.io";
const version = "v1beta2";
const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";

/** The status that both kinds have. */
interface DevStatus {
  initialization?: { provisioned?: boolean };
  /** When provisioning began. */
  startTime?: Time;
  conditions?: Condition[];
}

/** The infrastructure of a played cluster: an address that nothing listens on. */
export interface DevCluster extends KubeObject<typeof apiVersion, "DevCluster"> {
  spec?: { controlPlaneEndpoint?: { host: string; port: number } };
  status?: DevStatus & { failureDomains?: FailureDomain[] };
}
export const DevCluster: Resource<DevCluster> = resourceOf(apiVersion, "DevCluster");

/** A played machine: nothing runs. Its addresses can be those of pools of IPAM providers. */
export interface DevMachine extends KubeObject<typeof apiVersion, "DevMachine"> {
  spec?: { providerID?: string; addressesFromPools?: IPAddressClaim["spec"]["poolRef"][] };
  status?: DevStatus & { addresses?: MachineAddress[]; failureDomain?: string };
}
export const DevMachine: Resource<DevMachine> = resourceOf(apiVersion, "DevMachine");

/** Returns the CRDs of DevCluster, DevMachine and their templates, with their contract label. */
export function devCrds(): CustomResourceDefinition[] {
  return Object.entries(schemas).flatMap(([kind, { spec, status }]) => [
    crdOf(kind, { spec, status }),
    crdOf(`${kind}Template`, { spec: object({ template: object({ metadata: anyObject, spec }) }) }),
  ]);
}

const string: JSONSchema = { type: "string" };
const anyObject: JSONSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** What the provider of upstream makes of an object, such as a container. It is stored and patched like every field, and nothing follows it here. */
const backend: JSONSchema = anyObject;

function object(properties: Record<string, JSONSchema>): JSONSchema {
  return { type: "object", properties };
}

function list(properties: Record<string, JSONSchema>): JSONSchema {
  return { type: "array", items: object(properties) };
}

const common: Record<string, JSONSchema> = {
  initialization: object({ provisioned: { type: "boolean" } }),
  startTime: { type: "string", format: "date-time" },
  conditions: list({
    type: string,
    status: string,
    reason: string,
    message: string,
    lastTransitionTime: { type: "string", format: "date-time" },
    observedGeneration: { type: "integer", format: "int64" },
  }),
};

const schemas: Readonly<Record<string, { readonly spec: JSONSchema; readonly status: JSONSchema }>> = {
  DevCluster: {
    spec: object({
      backend,
      controlPlaneEndpoint: object({ host: string, port: { type: "integer", format: "int32" } }),
    }),
    status: object({ ...common, failureDomains: list({ name: string, controlPlane: { type: "boolean" } }) }),
  },
  DevMachine: {
    spec: object({
      backend,
      providerID: string,
      addressesFromPools: list({ apiGroup: string, kind: string, name: string }),
    }),
    status: object({ ...common, addresses: list({ type: string, address: string }), failureDomain: string }),
  },
};

function crdOf(kind: string, properties: Record<string, JSONSchema>): CustomResourceDefinition {
  const { plural } = resourceOf(apiVersion, kind);
  const meta = { apiVersion: string, kind: string, metadata: { type: "object" } };
  const schema = { openAPIV3Schema: object({ ...meta, ...properties }) };
  const subresources = "status" in properties ? { subresources: { status: {} } } : {};
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: { [contractLabel("v1beta2")]: version } },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List`, categories: ["cluster-api"] },
      versions: [{ name: version, served: true, storage: true, schema, ...subresources }],
    },
  };
}
