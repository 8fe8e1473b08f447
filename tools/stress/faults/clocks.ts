// The wall clock of the leader jumps. What it times must follow the monotonic clock.
import type { Fault } from "../fault.ts";
import { patchSpecs } from "../lab/widgets.ts";
import { leasePath, type Rig } from "../rig.ts";
import { mustMeet } from "./met.ts";
import { recordDuring, runsIn } from "./recorded-runs.ts";

const spaced = { count: 20 };
const hourMs = 3_600_000;
/** The Lease is renewed every 2 s. */
const nearMs = 30_000;

/** By how much the last renewal of the Lease is ahead of this process's clock. */
async function renewedAheadMs({ api }: Rig): Promise<number> {
  const { spec } = await api.json<{ spec: { renewTime: string } }>({ method: "GET", path: leasePath });
  return Date.parse(spec.renewTime) - Date.now();
}

/** Their row. */
export const clockFaults: readonly Fault[] = [
  {
    name: "clock-jumps",
    does: `the wall clock of the leader jumps to an hour ahead and then to an hour behind, while ${spaced.count} objects ask for their next reconcile in 4 s`,
    demands:
      "the leader renews its Lease and goes on leading, and each of these objects is reconciled 2 to 5 times in 12 s",
    elected: true,
    keeps: spaced.count,
    async happen(rig) {
      const { api, leader, standby } = rig;
      await patchSpecs(api, spaced, { task: "noise", ms: 4000 });
      await rig.isReconciled(spaced);
      for (const wantedMs of [hourMs, -hourMs]) {
        leader.signal("SIGUSR2");
        const { fewest, most } = runsIn(await recordDuring(leader, 12_000), spaced);
        mustMeet("renewals at the other time", Math.abs((await renewedAheadMs(rig)) - wantedMs) < nearMs ? 1 : 0);
        if (fewest < 2 || most > 5) throw new Error(`objects were reconciled ${fewest} to ${most} times in 12 s`);
      }
      leader.signal("SIGUSR2");
      await patchSpecs(api, spaced, { task: null, ms: null });
      if (standby.record.length > 0) throw new Error("the other manager leads");
    },
  },
];
