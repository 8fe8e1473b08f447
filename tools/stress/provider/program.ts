// The starter provider, with a cloud in memory that writes down what its author's code calls. Run without the condition @capstan/source, so that it stands on the
// built packages.
import { run } from "@capstan/controller-kit";
import { type Cloud, memoryCloud } from "../../../examples/provider-starter/src/cloud.ts";
import { provider } from "../../../examples/provider-starter/src/provider.ts";
import { openRecord } from "../manager/record.ts";

/** The record has a line for each call of the reconcile of a machine: it calls the cloud once. */
function recordingCloud(file: string): Cloud {
  const note = openRecord(file);
  const cloud = memoryCloud();
  return {
    ...cloud,
    ensureServer(name, request) {
      note(`begin ${name}`);
      return cloud.ensureServer(name, request);
    },
  };
}

await run(provider, {
  services: async ({ variables }) => ({ cloud: recordingCloud(variables["STRESS_RECORD"] ?? "") }),
});
