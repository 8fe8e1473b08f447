// The leader of two managers ends, stops, blocks, or loses its Lease.
import type { Fault } from "../fault.ts";
import { delay } from "../lab/until.ts";
import { leasePath } from "../rig.ts";

/** Their rows. */
export const leaderFaults: readonly Fault[] = [
  {
    name: "lease-deleted",
    does: "the Lease of the leader is deleted",
    demands: "one manager leads at any time; one that has lost the Lease to the other ends with 1",
    inSample: true,
    elected: true,
    async happen({ api }) {
      await api.json({ method: "DELETE", path: leasePath });
      await delay(12_000);
    },
    ends: [{ code: 0 }, { code: 1, reason: "operator/lease-taken" }],
  },
];
