// Reconciles that do what authors' code does: write often, wait long, or never end.
import type { Fault } from "../fault.ts";
import { delay, until } from "../lab/until.ts";
import { patchSpecs } from "../lab/widgets.ts";
import { mustMeet } from "./met.ts";
import { recordDuring, runsIn } from "./recorded-runs.ts";

function without(log: string, text: string): readonly string[] {
  const count = log.split(text).length - 1;
  return count === 0 ? [] : [`the log has "${text}" ${count} times`];
}

const noisy = { count: 20 };
const far = { from: noisy.count, count: 200 };
const stuck = { count: 10 };
const contended = { count: 30 };

const requeues: Fault = {
  name: "requeues",
  does: `reconciles of ${noisy.count} objects write another message each time, and ask for the next one in 4 s; those of ${far.count} others ask for it in a year`,
  demands: "at most 5 and no reconciles of an object in 12 s, and no warning of a timer",
  inSample: true,
  keeps: noisy.count + far.count,
  async happen(rig) {
    const { api, leader } = rig;
    await patchSpecs(api, far, { task: "far" });
    await patchSpecs(api, noisy, { task: "noise", ms: 4000 });
    await rig.isReconciled({ count: noisy.count + far.count });
    // The end of the last reconciles.
    await delay(500);
    const record = await recordDuring(leader, 12_000);
    const { most: runs } = runsIn(record, noisy);
    mustMeet("reconciles of an object", runs);
    if (runs > 5) throw new Error(`an object that writes its status was reconciled ${runs} times in 12 s`);
    const { most: early } = runsIn(record, far);
    if (early > 0) throw new Error(`an object that is due in a year was reconciled ${early} times in 12 s`);
    await patchSpecs(api, noisy, { task: null, ms: null });
    await patchSpecs(api, far, { task: null });
  },
  check: ({ leader }) => without(leader.log, "TimeoutOverflowWarning"),
};

const neverEnds: Fault = {
  name: "reconciles-stuck",
  does: `${stuck.count} reconciles never end, with 8 workers`,
  demands:
    "each is abandoned and logged after its timeout, its object is not reconciled again, and all others are; the stop waits for them and ends with 1",
  inSample: true,
  flags: ["--timeout=3s"],
  ends: [{ code: 1, reason: "operator/shutdown-timeout" }],
  keeps: stuck.count,
  async happen({ api, leader }) {
    await patchSpecs(api, stuck, { task: "stuck" });
    const abandoned = (): number => leader.log.split("operator/reconcile-abandoned").length - 1;
    await until("all are abandoned", () => abandoned() >= stuck.count);
  },
  async check({ api, leader }) {
    // Nothing reconciles this change: what a reconcile that does not end still does, nobody knows.
    await patchSpecs(api, stuck, { task: null });
    const { most } = runsIn(await recordDuring(leader, 3000), stuck);
    return most === 0 ? [] : ["an object was reconciled while a reconcile of it had not ended"];
  },
};

const conflicts: Fault = {
  name: "conflicts",
  does: `${contended.count} objects are written while their reconciles take 300 ms, and then write what they have read`,
  demands: "no conflict is logged as an error",
  inSample: true,
  proxied: true,
  keeps: contended.count,
  async happen({ api, proxy }) {
    await patchSpecs(api, contended, { task: "conflict", ms: 300 });
    for (let i = 0; i < 20; i++) {
      await patchSpecs(api, contended, { value: -10 - i });
      await delay(300);
    }
    mustMeet("answers 409", proxy.answered(409), 20);
    await patchSpecs(api, contended, { task: null, ms: null });
  },
  check: ({ leader }) => without(leader.log, "Reconciler error"),
};

/** Their rows. */
export const reconcileFaults: readonly Fault[] = [requeues, neverEnds, conflicts];
