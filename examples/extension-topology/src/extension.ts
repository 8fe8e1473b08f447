// The extension: its handlers under the names that ClusterClasses refer to, as `<name>.<extensionConfig>`.
import { defineExtension, type Extension } from "@capstan/extension-kit";
import { checksV1, patches } from "./patches.ts";
import { variables } from "./variables.ts";

export const extension: Extension = defineExtension(
  {
    discoverVariables: { "variables-v1": variables },
    // patches-v1 and patches-v2.
    generatePatches: patches.handlers,
    validateTopology: { "checks-v1": checksV1 },
  },
  { name: "topology", clusterApi: ">=1.12" },
);
