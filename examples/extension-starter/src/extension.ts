// The hooks and their answers. Importing this starts nothing.
import { defineExtension, proceed, retryAfter, type Extension } from "@capstan/extension-kit";

/** A cluster with this label is not upgraded. */
export const freezeLabel = "starter.example.com/freeze";

export const extension: Extension = defineExtension(
  {
    afterControlPlaneInitialized: (_, { log }) => {
      log.info("the control plane is initialized");
      return proceed();
    },
    beforeClusterUpgrade: ({ cluster, toKubernetesVersion }) =>
      cluster.metadata.labels?.[freezeLabel] === undefined
        ? proceed()
        : retryAfter("1m", `the cluster is frozen and does not go to ${toKubernetesVersion}`),
  },
  { name: "starter" },
);
