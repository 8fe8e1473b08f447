// The rules of a BootstrapConfig.
import type { KindCatalog } from "./catalog-rule.ts";
import { dryRunRule } from "./shared-rules.ts";

/** What each rule demands and what enforces it. */
export const bootstrapConfigCatalog: KindCatalog<"BootstrapConfig"> = {
  recorded: {
    "kind-convention": { level: "may" },
    "data-secret": { enforcedBy: "kit" },
    "initialization-completed": { enforcedBy: "kit" },
    conditions: { level: "should" },
    "terminal-failures": { level: "info" },
  },
  others: {
    "secret-type": {
      level: "info",
      demand:
        "The Secret with the data has the type cluster.x-k8s.io/secret, the name of the config, and the format of the data under the key format.",
      enforcedBy: "kit",
    },
    "ready-condition": {
      level: "should",
      demand: "A Ready condition says whether the data exists. Core mirrors it to BootstrapConfigReady of the Machine.",
      enforcedBy: "kit",
    },
    "in-place": {
      level: "may",
      demand: "While a machine is updated in place, its data is not made again: it has been read.",
      enforcedBy: "kit",
    },
    "template-ssa-dry-run": dryRunRule,
    "sentinel-file": {
      level: "must",
      demand:
        "The data makes the machine create /run/cluster-api/bootstrap-success.complete once it is a Node, so that an infrastructure provider sees that it succeeded.",
      enforcedBy: "kit",
      reason:
        "the kit warns when cloud-init or Ignition does not name the file; whether a machine creates it at the right time is the author's to test",
    },
    "uninitialized-taint": {
      level: "may",
      demand:
        "Workers join with the taint node.cluster.x-k8s.io/uninitialized:NoSchedule, which core removes once it has set their labels.",
      enforcedBy: "unchecked",
      reason: "the data is the author's, and the contract leaves the taint to them",
    },
    "certificates-expiry": {
      level: "info",
      demand:
        "Of a control plane machine, the annotation machine.cluster.x-k8s.io/certificates-expiry says when its certificates expire, as a time in RFC 3339. Any other string is an error of core.",
      enforcedBy: "kit",
    },
  },
};
