// The kinds of provider-local as a stranger knows them: by group, version and kind, nothing imported from the example.
import { resourceOf, type KubeObject, type Resource } from "@capstan/kube";

const group = "infrastructure.cluster.x-k8s.io";

/** A LocalMachine in either version, as far as the run looks at it. */
export interface LocalMachine extends KubeObject<string, "LocalMachine"> {
  spec?: { providerID?: string; [field: string]: unknown };
  status?: {
    ready?: boolean;
    initialization?: { provisioned?: boolean };
    conditions?: { type: string; status: string; reason?: string; message?: string; observedGeneration?: number }[];
    [field: string]: unknown;
  };
}

/** A LocalCluster in either version. */
export interface LocalCluster extends KubeObject<string, "LocalCluster"> {
  spec?: Record<string, unknown>;
  status?: LocalMachine["status"];
}

/** Both kinds in one version. */
export interface LocalKinds {
  readonly machine: Resource<LocalMachine>;
  readonly cluster: Resource<LocalCluster>;
}

/** The kinds in one version. */
export function localKinds(version: "v1alpha1" | "v1beta1"): LocalKinds {
  return {
    machine: resourceOf<LocalMachine>(`${group}/${version}`, "LocalMachine"),
    cluster: resourceOf<LocalCluster>(`${group}/${version}`, "LocalCluster"),
  };
}

/** Whether the object says that its infrastructure is there, under either contract. */
export function saysProvisioned(object: LocalMachine | LocalCluster): boolean {
  return object.status?.initialization?.provisioned === true || object.status?.ready === true;
}
