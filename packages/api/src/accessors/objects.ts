// The objects that the accessors read: Clusters and Machines of either API version. Types alone, so that a page that imports an
// accessor ships nothing else.
import type { DeepReadonly, KubeObject, ObjectMeta } from "@capstan/kube";
import type { Cluster as OlderCluster, Machine as OlderMachine } from "../core/v1beta1/index.ts";
import type { Cluster as NewerCluster, Machine as NewerMachine } from "../core/v1beta2/index.ts";

type FieldsOf<Part, Names extends string> = Pick<NonNullable<Part>, Names & keyof NonNullable<Part>>;

/** Some fields of a kind, read-only, and none of them required: objects of tests and of older cores lack some. All fields would take tsc into JSON of any depth. */
type PartOf<
  T extends KubeObject & { spec?: unknown; status?: unknown },
  SpecNames extends string,
  StatusNames extends string,
> = DeepReadonly<
  Pick<T, "apiVersion" | "kind"> & {
    metadata: Omit<ObjectMeta, "managedFields">;
    spec?: Partial<FieldsOf<T["spec"], SpecNames>>;
    status?: Partial<FieldsOf<T["status"], StatusNames>>;
  }
>;

type EitherStatus = "conditions" | "deprecated" | "initialization" | "infrastructureReady" | "phase" | "v1beta2";

type ClusterPart<T extends OlderCluster | NewerCluster> = PartOf<
  T,
  "clusterNetwork" | "controlPlaneEndpoint" | "controlPlaneRef" | "infrastructureRef" | "paused",
  EitherStatus | "controlPlaneReady" | "failureDomains"
>;

type MachinePart<T extends OlderMachine | NewerMachine> = PartOf<
  T,
  "bootstrap" | "failureDomain" | "infrastructureRef" | "providerID" | "version",
  EitherStatus | "addresses" | "bootstrapReady" | "nodeRef"
>;

/** What is read of a Cluster of API version v1beta1 or v1beta2. */
export type AnyCluster = ClusterPart<OlderCluster> | ClusterPart<NewerCluster>;

/** What is read of a Machine of API version v1beta1 or v1beta2. */
export type AnyMachine = MachinePart<OlderMachine> | MachinePart<NewerMachine>;

/** The older of the two API versions. */
export const older = "cluster.x-k8s.io/v1beta1";

/** A string, unless it is empty: v1beta1 has empty strings for what is not set. */
export function unlessEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}
