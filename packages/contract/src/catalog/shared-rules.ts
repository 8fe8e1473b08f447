// The rules that several kinds have.
import type { CatalogRule } from "./catalog-rule.ts";

/** The rules about CRDs, releases and passes that an InfraCluster has and other kinds share, by their names. */
export const sharedRuleNames: readonly string[] = [
  "crd",
  "type-object-meta",
  "status-subresource",
  "crd-name",
  "list-kind",
  "version-stability",
  "core-rbac",
  "own-rbac",
  "flag-namespace",
  "flag-watch-filter",
  "clusterctl",
  "pausing",
  "paused-condition",
  "finalizer-first",
  "stop-on-error",
  "patch-on-exit",
  "delete-infra-first",
  "delete-without-owner",
  "idempotent",
  "status-rebuildable",
];

/** The rule about webhooks of templates. */
export const dryRunRule: CatalogRule = {
  level: "must",
  demand:
    "A webhook that keeps templates immutable accepts the dry runs of the topology controller, which have the annotation topology.cluster.x-k8s.io/dry-run.",
  enforcedBy: "kit",
};
