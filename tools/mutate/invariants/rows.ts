// The table of the engine's invariants and of the faults that it withstands, all areas.
import type { Invariant, TestMode } from "./invariant.ts";
import { cacheRows } from "./rows/cache.ts";
import { consistencyRows } from "./rows/consistency.ts";
import { contractRows } from "./rows/contract.ts";
import { credentialRows } from "./rows/credentials.ts";
import { faultPhaseRows } from "./rows/faults-by-phase.ts";
import { faultRows } from "./rows/faults.ts";
import { leadershipRows } from "./rows/leadership.ts";
import { queueRows } from "./rows/queue.ts";
import { safeCallRows } from "./rows/safe-calls.ts";
import { watchRows } from "./rows/watches.ts";

/** Every row. */
export const rows: readonly Invariant[] = [
  ...cacheRows,
  ...queueRows,
  ...watchRows,
  ...consistencyRows,
  ...leadershipRows,
  ...contractRows,
  ...faultRows,
  ...credentialRows,
  ...faultPhaseRows,
  ...safeCallRows,
];

/** How many there are of each letter: cache, queue, consistency, leadership, contract (of Cluster API), faults; own writes, of decision 0029; safe calls: those of a cloud that must not be made twice; and watches. */
export const counts: Readonly<Record<string, number>> = { C: 16, Q: 10, R: 6, L: 6, K: 8, F: 19, O: 1, S: 8, W: 8 };

/** What is not ours, by id, with the reason. */
export const notOurs: Readonly<Record<string, string>> = {
  F17: "GOAWAY is HTTP/2's, and the client speaks HTTP/1.1 (docs/decisions/0012-our-own-client.md)",
};

/** The mode of vitest that runs the test: "real" needs the binaries of a control plane. */
export function modeOf({ file }: Invariant): TestMode {
  return file.endsWith(".real.test.ts") ? "real" : file.endsWith(".slow.test.ts") ? "slow" : "test";
}
