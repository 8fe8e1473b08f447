// The closed lists everything else here is keyed by: which contracts exist and which kinds they are about.
// Adding a kind or a contract version starts in this file; the compiler then names every table to fill.

/** The contracts between Cluster API's core and a provider, oldest first. */
export type ContractVersion = "v1beta1" | "v1beta2";

/** Every contract version, oldest first; core prefers the last one a CRD is labelled with. */
export const contractVersions: readonly ContractVersion[] = ["v1beta1", "v1beta2"];

/** The kinds of provider object whose fields a contract prescribes. */
export type ContractKind = "InfraCluster" | "InfraMachine";

/** The kinds derived from them by `defineTemplate`. */
export type ContractTemplateKind = `${ContractKind}Template`;

/** The categories every contract kind is listed under, so that `kubectl get cluster-api` finds it. */
export const contractCategories: readonly string[] = ["cluster-api"];
