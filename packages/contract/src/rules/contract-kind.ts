// Which contracts exist and for which kinds. To add a kind or a contract version, start in this file: the compiler then
// names every table to fill.

/** The contracts between Cluster API's core and a provider, oldest first. */
export type ContractVersion = "v1beta1" | "v1beta2";

/** Every contract version, oldest first; core prefers the last one a CRD is labeled with. */
export const contractVersions: readonly ContractVersion[] = ["v1beta1", "v1beta2"];

/** The kinds of provider object whose fields a contract prescribes. */
export type ContractKind = "InfraCluster" | "InfraMachine";

/** The kinds derived from them by `defineTemplate`. */
export type ContractTemplateKind = `${ContractKind}Template`;

/** The categories of every contract kind: `kubectl get cluster-api` lists them. */
export const contractCategories: readonly string[] = ["cluster-api"];
