// Which contracts exist.

/** The contracts between Cluster API's core and a provider, oldest first. */
export type ContractVersion = "v1beta1" | "v1beta2";

/** Every contract version, oldest first; core prefers the last one a CRD is labeled with. */
export const contractVersions: readonly ContractVersion[] = ["v1beta1", "v1beta2"];
