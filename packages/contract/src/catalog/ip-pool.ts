// The rules of an IPAM provider: of pools, of claims and of addresses.
import type { KindCatalog } from "./catalog-rule.ts";

/** What each rule demands and what enforces it. */
export const ipPoolCatalog: KindCatalog<"IPPool"> = {
  recorded: { "pool-conditions": { level: "should" } },
  others: {
    "claim-filter": {
      level: "must",
      demand: "A provider answers the IPAddressClaims alone whose spec.poolRef names one of its own kinds of pool.",
      enforcedBy: "kit",
    },
    pause: {
      level: "must",
      demand:
        "A claim is left alone while the Cluster that it names is paused, by its spec or by its annotation, or does not exist. A deletion waits for a paused Cluster too, and not for one that does not exist.",
      enforcedBy: "kit",
    },
    finalizer: {
      level: "should",
      demand: "The claim has the provider's finalizer before an address is allocated.",
      enforcedBy: "kit",
    },
    address: {
      level: "must",
      demand:
        "The IPAddress of a claim has its name, is controlled by the claim and owned by the pool, has a finalizer that protects it, and names claim, pool, address and prefix.",
      enforcedBy: "kit",
    },
    "address-ref": {
      level: "must",
      demand: "status.addressRef of the claim names the IPAddress.",
      enforcedBy: "kit",
    },
    "claim-conditions": {
      level: "should",
      demand: "Ready of the claim says why it has no address: AllocationFailed, PoolNotReady or PoolExhausted.",
      enforcedBy: "kit",
    },
    release: {
      level: "must",
      demand:
        "When a claim is deleted, its address is given back, the IPAddress loses its finalizers and is deleted, and then the claim loses the provider's finalizer.",
      enforcedBy: "kit",
    },
    move: {
      level: "info",
      demand: "clusterctl move takes a pool along with a Cluster that its label cluster.x-k8s.io/cluster-name names.",
      enforcedBy: "unchecked",
      reason:
        "the user who creates a pool sets the label or leaves it out: a pool can serve several Clusters, and a provider cannot tell with which of them it is to move",
    },
    "owner-finalizer-rbac": {
      level: "must",
      demand:
        "The manager may update the finalizers of claims and pools, which API servers demand of a writer of owner references that block deletions.",
      enforcedBy: "kit",
    },
    consumer: {
      level: "info",
      demand:
        "An infrastructure provider that wants an address creates an IPAddressClaim for each address family: named after its machine, controlled by it, with the pool and the name of the Cluster. It waits for status.addressRef by a watch, and the claim goes with the machine.",
      enforcedBy: "unchecked",
      reason: "claims are objects that the author's functions create, if the cloud needs addresses at all",
    },
  },
};
