// The API server and etcd end, come back, and come back with older data.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../fault.ts";
import { delay } from "../lab/until.ts";
import type { Rig } from "../rig.ts";

/** The renew deadline is 10 s, and the reconciles that run then have a moment. */
const awayMs = 16_000;

const kill = { signal: "SIGKILL" } as const;

/** Copies the data of etcd, which does not run meanwhile. */
async function backUp({ lab: { env }, folder }: Rig): Promise<string> {
  const { etcd } = env.programs;
  const backup = join(folder, "backup");
  await etcd.process.stop();
  cpSync(join(env.folder, "etcd"), backup, { recursive: true });
  await etcd.restart();
  return backup;
}

/** Kills both programs, and starts them with the data of a backup. */
async function restore({ lab: { env } }: Rig, backup: string): Promise<void> {
  const { etcd, apiServer } = env.programs;
  await apiServer.process.stop(kill);
  await etcd.process.stop(kill);
  rmSync(join(env.folder, "etcd"), { recursive: true });
  cpSync(backup, join(env.folder, "etcd"), { recursive: true });
  await etcd.restart();
  await apiServer.restart();
}

/** Their rows. */
export const controlPlaneFaults: readonly Fault[] = [
  {
    name: "api-server-killed",
    does: "kill -9 of the API server, which starts again after 4 s",
    demands: "",
    async happen({ lab: { env } }) {
      const { apiServer } = env.programs;
      await apiServer.process.stop(kill);
      await delay(4000);
      await apiServer.restart();
    },
  },
  {
    name: "api-server-away",
    does: `kill -9 of the API server, which starts again after ${awayMs / 1000} s: longer than a leader may go without renewing its Lease`,
    demands: "the leader ends with 1 meanwhile, and the other manager leads after it",
    elected: true,
    async happen(rig) {
      const { apiServer } = rig.lab.env.programs;
      await apiServer.process.stop(kill);
      await Promise.race([rig.leader.exited, delay(awayMs)]);
      if (rig.leader.exit === undefined) throw new Error(`the leader works on after ${awayMs / 1000} s`);
      await delay(2000);
      await apiServer.restart();
      await rig.isTakenOver();
    },
    ends: [{ code: 1, reason: "operator/leadership-lost" }],
  },
  {
    name: "etcd-killed",
    does: "kill -9 of etcd, which starts again after 2 s",
    demands: "",
    async happen({ lab: { env } }) {
      const { etcd } = env.programs;
      await etcd.process.stop(kill);
      await delay(2000);
      await etcd.restart();
    },
  },
  {
    name: "etcd-restored",
    does: "both end, and start again with a backup of etcd that is older than what the manager has seen",
    demands: "later changes are reconciled, although their versions are lower than those in the cache",
    inSample: true,
    async happen(rig) {
      const backup = await backUp(rig);
      // Each write of ours and each one of the manager is a version that the restored server does not have.
      await delay(8000);
      await restore(rig, backup);
    },
  },
];
