// The extension: its handlers under the names that ClusterClasses refer to, as `<name>.<extensionConfig>`.
import { defineExtension, type Extension } from "@capstan/extension-kit";
import { checksV1, patchesV1 } from "./patches.ts";
import { variables } from "./variables.ts";

export const extension: Extension = defineExtension(
  {
    discoverVariables: { "variables-v1": variables },
    generatePatches: { "patches-v1": patchesV1 },
    validateTopology: { "checks-v1": checksV1 },
  },
  { name: "topology", clusterApi: ">=1.12" },
);
