// Reconciles that come in masses and wait for nothing.
import type { BacklogReport } from "../manager/backlog.ts";
import type { ChurnReport } from "../manager/churn.ts";
import type { Fault } from "../fault.ts";
import { until } from "../lab/until.ts";

const keys = 50_000;
const slowestMs = 1000;

const backlog: Fault = {
  name: "backlog",
  does: `20 controllers have ${keys.toLocaleString("en-US")} keys each, whose reconciles wait for nothing`,
  demands: `all are reconciled, the leader goes on leading, and /healthz answers within ${slowestMs / 1000} s`,
  inSample: true,
  alone: true,
  elected: true,
  flags: [`--backlog=${keys}`],
  megabytes: 800,
  // Most of it is the collection of so many keys.
  turnMs: 500,
  async happen({ leader }) {
    let slowest = 0;
    await until("the backlog is reconciled", async () => {
      const from = performance.now();
      const status = await leader.probe("healthz");
      slowest = Math.max(slowest, performance.now() - from);
      if (status !== 200) throw new Error(`/healthz answered ${status}`);
      return leader.read(".backlog") !== undefined;
    });
    if (slowest > slowestMs) throw new Error(`/healthz answered after ${slowest.toFixed(0)} ms`);
  },
  check({ leader }) {
    // The manager has written it.
    const report = JSON.parse(leader.read(".backlog") ?? "{}") as BacklogReport;
    if (report.runs === keys * report.controllers && report.concurrent === 0) return [];
    return [`the report of the backlog is ${JSON.stringify(report)}`];
  },
};

const churned = 40_000;
const mostGrowth = 8;

const manyRuns: Fault = {
  name: "many-runs",
  does: `a controller has ${churned.toLocaleString("en-US")} new keys 20 times, 1,200,000 reconciles in all`,
  demands: `the heap without garbage grows by at most ${mostGrowth} MB after the second time`,
  inSample: true,
  flags: [`--churn=${churned}`],
  async happen({ leader }) {
    await until("all are reconciled", () => leader.read(".churn") !== undefined);
  },
  check({ leader }) {
    // The manager has written it.
    const { runs, heaps } = JSON.parse(leader.read(".churn") ?? "{}") as ChurnReport;
    const growth = (heaps.at(-1) ?? Number.NaN) - (heaps[1] ?? Number.NaN);
    return [
      ...(runs === churned * 30 ? [] : [`${runs} reconciles, not ${churned * 30}`]),
      ...(growth <= mostGrowth
        ? []
        : [`the heap grew by ${growth.toFixed(1)} MB: ${heaps.map(Math.round).join(", ")}`]),
    ];
  },
};

/** Their rows. */
export const massFaults: readonly Fault[] = [backlog, manyRuns];
