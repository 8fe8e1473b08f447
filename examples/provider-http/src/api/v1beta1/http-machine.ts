// HttpMachine v1beta1: a machine that is a server of the cloud.
import {
  type Condition,
  defineInfraMachine,
  defineTemplate,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { MachineAddress } from "@capstan/api/core/v1beta2";

/** HttpMachineSpec defines the desired state of HttpMachine. */
export interface HttpMachineSpec {
  /**
   * providerID is the ID of the server: httpcloud://<id>. The controller sets it.
   * @minLength 1
   * @maxLength 512
   */
  providerID?: string;
  /**
   * flavor is what the server has. The cloud says which there are. It cannot be changed.
   * @minLength 1
   * @maxLength 63
   */
  flavor: string;
  /**
   * image is what the server starts from. By default it is the one of the flavor. It cannot be changed.
   * @minLength 1
   * @maxLength 253
   */
  image?: string;
}

/**
 * HttpMachineInitializationStatus reports the steps that happen once in the life of a HttpMachine.
 * @minProperties 1
 */
export interface HttpMachineInitializationStatus {
  /** provisioned is true once the server runs. */
  provisioned?: boolean;
}

/** HttpMachineStatus defines the observed state of HttpMachine. */
export interface HttpMachineStatus {
  /** initialization reports the steps that happen once in the life of a HttpMachine. */
  initialization?: HttpMachineInitializationStatus;
  /**
   * addresses are the addresses of the server.
   * @maxItems 16
   * @listType atomic
   */
  addresses?: MachineAddress[];
  /**
   * conditions are the latest observations of the HttpMachine.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** HttpMachine is the Schema for the httpmachines API. */
export interface HttpMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "HttpMachine"> {
  /** spec is the desired state of HttpMachine. */
  spec?: HttpMachineSpec;
  /** status is the observed state of HttpMachine. */
  status?: HttpMachineStatus;
}

export const HttpMachine: Resource<HttpMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "HttpMachine",
  contracts: ["v1beta2"],
  categories: ["cluster-api"],
  printColumns: {
    ProviderID: { path: ".spec.providerID", description: "ID of the server" },
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the server runs" },
    Age: ".metadata.creationTimestamp",
  },
});

/** HttpMachineTemplate is the Schema for the httpmachinetemplates API: HttpMachines are created from it. */
export type HttpMachineTemplate = TemplateOf<HttpMachine, "providerID">;
export const HttpMachineTemplate: Resource<HttpMachineTemplate> = defineTemplate(HttpMachine, {
  omit: ["providerID"],
});
