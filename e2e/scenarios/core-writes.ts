// (e) What core wrote in (a) is the record that core-sim is tested against: this run must have seen the same writes.
import { missingFields, recordedWrites, recordWrites, writtenByCore } from "../src/core-writes.ts";
import { mustEqual } from "../src/eventually.ts";
import type { ManagementCluster } from "../src/management-cluster.ts";
import type { RunStep } from "../src/scenario.ts";

/** Core writes these only where a deletion had to wait; whether it had to is a matter of milliseconds. */
const sometimes = /: status\.deletion\./;

/** Runs the scenario; with `record` it replaces the record. */
export async function coreWrites(
  management: ManagementCluster,
  namespace: string,
  { step, record }: { readonly step: RunStep; readonly record: boolean },
): Promise<void> {
  await step(record ? "record what core wrote" : "core wrote what the record says, and nothing else", async () => {
    const written = writtenByCore(management.local.controlPlane.auditEvents(), namespace);
    if (record) return recordWrites(written);
    const recorded = recordedWrites() ?? {};
    mustEqual(
      "fields that core did not write this time",
      missingFields(written, recorded).filter((field) => !sometimes.test(field)),
      [],
    );
    mustEqual("fields that core wrote and the record has not", missingFields(recorded, written), []);
  });
}
