// Every probe, and where the embedded server is known to answer otherwise than the real one. The list of disagreements
// shrinks; a probe that starts to agree fails until it is taken off.
import { builtinProbes } from "./builtin-probes.ts";
import { customProbes } from "./custom-probes.ts";
import { deleteProbes } from "./delete-probes.ts";
import { garbageProbes } from "./garbage-probes.ts";
import { listProbes } from "./list-probes.ts";
import { metadataProbes } from "./metadata-probes.ts";
import type { Probe } from "./probe.ts";
import { protocolProbes } from "./protocol-probes.ts";
import { scaleProbes } from "./scale-probes.ts";
import { tableProbes } from "./table-probes.ts";
import { writeProbes } from "./write-probes.ts";

/** All probes; wanted is what the real server answers. */
export const probes: readonly Probe[] = [
  ...metadataProbes,
  ...customProbes,
  ...listProbes,
  ...deleteProbes,
  ...garbageProbes,
  ...protocolProbes,
  ...writeProbes,
  ...builtinProbes,
  ...scaleProbes,
  ...tableProbes,
];

/** Probes that the embedded server fails, and why it does. */
export const knownDisagreements: Readonly<Record<string, string>> = {
  "wrong definitions are rejected":
    "the real server moves a schema that all versions share to spec.validation before it checks it; our path is the one in the file",
};
