// An InfraCluster shaped for contract v1beta1 and the same for contract v1beta2, with its template.
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraCluster, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderEndpoint {
  host: string;
  port: Int32;
}
export interface OlderSpec {
  controlPlaneEndpoint?: OlderEndpoint;
  /**
   * @minItems 1
   * @maxItems 16
   * @listType set
   */
  zones?: string[];
  backend?: "embedded" | "real";
}
export interface OlderStatus {
  ready?: boolean;
  failureDomains?: Record<string, { controlPlane?: boolean; attributes?: Record<string, string> }>;
  failureReason?: string;
  failureMessage?: string;
  conditions?: SeverityCondition[];
}
export interface OlderLocalCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "LocalCluster"> {
  spec?: OlderSpec;
  status?: OlderStatus;
}
export const OlderLocalCluster: Resource<OlderLocalCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "LocalCluster",
  contracts: ["v1beta1"],
});
export type OlderTemplate = TemplateOf<OlderLocalCluster, "controlPlaneEndpoint">;
export const OlderTemplate: Resource<OlderTemplate> = defineTemplate(OlderLocalCluster, { omit: ["controlPlaneEndpoint"] });

/** @minProperties 1 */
export interface Endpoint {
  host?: string;
  port?: Int32;
}
export interface Spec {
  controlPlaneEndpoint?: Endpoint;
  /**
   * @minItems 1
   * @maxItems 16
   * @listType set
   */
  failureDomains?: string[];
  apiServer?: { backend?: "Embedded" | "Real" };
}
export interface Status {
  initialization?: { provisioned?: boolean };
  /**
   * @listType map
   * @listMapKey name
   */
  failureDomains?: { name: string; controlPlane?: boolean; attributes?: Record<string, string> }[];
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
export interface LocalCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "LocalCluster"> {
  spec?: Spec;
  status?: Status;
}
export const LocalCluster: Resource<LocalCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "LocalCluster",
  contracts: ["v1beta2"],
  storage: true,
});
export type Template = TemplateOf<LocalCluster, "controlPlaneEndpoint">;
export const Template: Resource<Template> = defineTemplate(LocalCluster, { omit: ["controlPlaneEndpoint"] });

export const localCluster: Conversion<OlderLocalCluster, LocalCluster> = defineConversion({
  older: {
    "spec.controlPlaneEndpoint.host": { as: "dropEmpty" },
    "spec.controlPlaneEndpoint.port": { as: "dropEmpty" },
    "spec.zones": { to: "spec.failureDomains" },
    "spec.backend": { to: "spec.apiServer.backend", as: { enum: { embedded: "Embedded", real: "Real" } } },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
    "status.failureDomains": { as: { mapToList: "name" } },
    "status.failureReason": "removed",
    "status.failureMessage": "removed",
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
});
