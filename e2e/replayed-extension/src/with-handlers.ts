// The example's extension with other handlers of GeneratePatches.
import { defineExtension, type Extension } from "@capstan/extension-kit";
import { checksV1 } from "../../../examples/extension-topology/src/patches.ts";
import { variables } from "../../../examples/extension-topology/src/variables.ts";
import type { Patcher } from "./changes.ts";

/** An extension with these handlers, by their names. */
export function withHandlers(handlers: Iterable<readonly [name: string, patcher: Patcher]>): Extension {
  return defineExtension(
    {
      discoverVariables: { "variables-v1": variables },
      generatePatches: Object.fromEntries(handlers),
      validateTopology: { "checks-v1": checksV1 },
    },
    { name: "replayed", clusterApi: ">=1.12" },
  );
}
