// The leader of two managers ends, stops, blocks, or loses its Lease.
import type { Fault } from "../fault.ts";
import { writesAfter } from "../checks/audit.ts";
import { userOf } from "../lab/accounts.ts";
import type { ManagerProcess } from "../lab/manager-process.ts";
import { delay } from "../lab/until.ts";
import { patchSpecs } from "../lab/widgets.ts";
import { leasePath, type Rig } from "../rig.ts";
import { mustMeet, mustTake } from "./met.ts";

const lost = { code: 1, reason: "operator/leadership-lost" } as const;
const taken = { code: 1, reason: "operator/lease-taken" } as const;

/** Whether the first manager gave its Lease up. */
function isReleased({ lab, auditFrom }: Rig): boolean {
  const writes = writesAfter(lab.auditLog, auditFrom);
  return writes.some(({ user, isLease, holder }) => isLease && holder === "" && user === userOf("a"));
}

/** How many reconciles of a manager have begun and not ended. */
function runningReconciles({ record }: ManagerProcess): number {
  return record.reduce((count, line) => count + (line.startsWith("begin") ? 1 : -1), 0);
}

/** Their rows. */
export const leaderFaults: readonly Fault[] = [
  {
    name: "leader-killed",
    does: "kill -9 of the leader",
    demands: "the other manager leads",
    elected: true,
    async happen(rig) {
      await rig.leader.kill();
      await rig.isTakenOver();
    },
    ends: [{ signal: "SIGKILL" }],
  },
  {
    name: "leader-stopped",
    does: "SIGSTOP of the leader, and SIGCONT when the other manager has led for 3 s",
    demands: "it writes nothing after that, and ends with 1",
    elected: true,
    stopsLeader: true,
    async happen(rig) {
      rig.leader.signal("SIGSTOP");
      await rig.isTakenOver();
      await delay(3000);
      rig.leader.signal("SIGCONT");
      await rig.leaderEnds();
    },
    ends: [lost, taken],
  },
  {
    name: "leader-stopped-shortly",
    does: "SIGSTOP of the leader, and SIGCONT 5 s later",
    demands: "it goes on leading",
    elected: true,
    stopsLeader: true,
    async happen({ leader }) {
      leader.signal("SIGSTOP");
      await delay(5000);
      leader.signal("SIGCONT");
    },
  },
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
    ends: [{ code: 0 }, taken],
  },
  {
    name: "lease-stolen",
    does: "another holder is written into the Lease of the leader",
    demands: "it ends with 1 within 8 s, and the other manager leads when the Lease has expired",
    elected: true,
    async happen(rig) {
      const body = { spec: { holderIdentity: "thief", renewTime: new Date().toISOString().replace("Z", "000Z") } };
      await rig.api.json({ method: "PATCH", path: leasePath, body });
      await Promise.race([rig.leader.exited, delay(8000)]);
      if (rig.leader.exit === undefined) throw new Error("the leader works on 8 s after its Lease was stolen");
      await rig.isTakenOver();
    },
    ends: [taken],
  },
  {
    name: "sigterm-in-reconcile",
    does: "SIGTERM of the leader while each worker is in a reconcile of 1 s",
    demands: "it ends with 0 and releases the Lease, so that the other manager leads",
    elected: true,
    async happen(rig) {
      const { api, leader } = rig;
      await patchSpecs(api, { count: 60 }, { task: "slow", ms: 1000 });
      mustMeet("running reconciles", runningReconciles(leader));
      await leader.stop();
      await rig.isTakenOver();
      await patchSpecs(api, { count: 60 }, { task: null, ms: null });
    },
    check: (rig) => (isReleased(rig) ? [] : ["the Lease was not released"]),
    ends: [{ code: 0 }],
  },
  {
    name: "sigterm-twice",
    does: "SIGTERM of the leader while each worker is in a reconcile of 8 s, and once more a second later",
    demands:
      "it ends with 1 within 2 s of the second one and keeps the Lease, so that the other manager leads when that has expired",
    elected: true,
    async happen(rig) {
      const { api, leader } = rig;
      await patchSpecs(api, { count: 60 }, { task: "slow", ms: 8000, account: "a" });
      mustMeet("running reconciles", runningReconciles(leader));
      leader.signal("SIGTERM");
      await delay(1000);
      if (leader.exit !== undefined) throw new Error("the leader did not wait for its reconciles");
      const from = performance.now();
      leader.signal("SIGTERM");
      await rig.leaderEnds();
      mustTake("the leader worked on", from, 2000);
      await rig.isTakenOver();
      await patchSpecs(api, { count: 60 }, { task: null, ms: null, account: null });
    },
    check: (rig) => (isReleased(rig) ? ["the Lease was released while reconciles ran"] : []),
    ends: [{ code: 1 }],
  },
  {
    name: "loop-blocked",
    does: "a reconcile of the leader blocks the event loop for 25 s",
    demands: "the other manager leads, and the first one writes nothing after that and ends with 1",
    elected: true,
    stopsLeader: true,
    keeps: 1,
    async happen(rig) {
      await patchSpecs(rig.api, { count: 1 }, { task: "block", ms: 25_000, account: "a" });
      await rig.isTakenOver();
      await rig.leaderEnds();
      await patchSpecs(rig.api, { count: 1 }, { task: null, ms: null, account: null });
    },
    ends: [lost, taken],
  },
  {
    name: "calls-hang",
    does: "the writes of 40 reconciles are not answered for 13 s",
    demands: "the Lease is renewed meanwhile, and the leader goes on leading",
    inSample: true,
    elected: true,
    proxied: true,
    flags: ["--concurrency=48"],
    keeps: 40,
    async happen({ api, proxy, standby }) {
      const released = Promise.withResolvers<void>();
      let held = 0;
      proxy.interference = {
        onRequest: ({ method, url }) => {
          if (method !== "PATCH" || !/\/widget-[1-3]?\d\/status/.test(url)) return undefined;
          held += 1;
          return released.promise;
        },
      };
      await patchSpecs(api, { count: 40 }, { value: -3 });
      // Longer than a leader may go without renewing its Lease.
      await delay(13_000);
      proxy.interference = {};
      released.resolve();
      mustMeet("calls that hang", held, 32);
      if (standby.record.length > 0) throw new Error("the other manager leads");
    },
  },
];
