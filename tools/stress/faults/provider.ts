// A provider beside the manager: core writes the status of its Cluster all the time, which says nothing to the provider's machines.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeVariables, imageFlags } from "@capstan/repo";
import { type LocalProcess, startProcess } from "@capstan/testenv/host";
import { runsByKey } from "../checks/runs.ts";
import type { Fault } from "../fault.ts";
import type { Api } from "../lab/api.ts";
import { createMachines, provisionedMachines, writeClusterStatus, writeMachineStatus } from "../lab/machines.ts";
import { delay, until } from "../lab/until.ts";
import { namespace } from "../lab/widgets.ts";
import type { Rig } from "../rig.ts";
import { mustMeet } from "./met.ts";

const program = fileURLToPath(new URL("../provider/program.ts", import.meta.url));
const machines = 200;
const updates = 5;
const settleMs = 3000;

async function startProvider({ lab: { env }, folder }: Rig, record: string): Promise<LocalProcess> {
  const kubeconfig = join(folder, "provider.kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  const flags = ["metrics-bind-address=0", "health-addr=0", "webhook-port=0"];
  return await startProcess({
    name: "provider",
    command: process.execPath,
    args: [...imageFlags(), program, `--kubeconfig=${kubeconfig}`, ...flags.map((flag) => `--${flag}`)],
    env: { PATH: process.env["PATH"] ?? "", ...nodeVariables(), STRESS_RECORD: record },
    log: join(folder, "provider.log"),
  });
}

/** What core reports of a Cluster and of a Machine while machines come and go. */
function statusOf(update: number): object {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const report = { status: "False", reason: "Stress", message: `update ${update}`, lastTransitionTime };
  return { conditions: [{ type: "Available", ...report }] };
}

/** Does something a few times; how often the author's code was called for each machine meanwhile. */
async function callsDuring(
  record: string,
  write: (update: number) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const before = linesOf(record).length;
  for (let update = 1; update <= updates; update++) {
    await write(update);
    await delay(400);
  }
  await delay(settleMs);
  return runsByKey(linesOf(record).slice(before));
}

/** Resolves when the author's code has not been called for a while. */
async function isQuiet(record: string): Promise<void> {
  await until("the provider has nothing to do", async () => {
    const before = linesOf(record).length;
    await delay(settleMs);
    return linesOf(record).length === before;
  });
}

function linesOf(record: string): readonly string[] {
  return existsSync(record) ? readFileSync(record, "utf8").split("\n").slice(0, -1) : [];
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0);
}

async function updateStatuses(api: Api, record: string): Promise<void> {
  const ofCluster = await callsDuring(record, (update) =>
    writeClusterStatus(api, { ...statusOf(update), phase: "Provisioned", workers: { readyReplicas: update } }),
  );
  if (total(ofCluster) > 0)
    throw new Error(`${updates} updates of the Cluster's status called the author's code ${total(ofCluster)} times`);
  const ofMachine = await callsDuring(record, (update) => writeMachineStatus(api, "machine-0", statusOf(update)));
  const others = total(ofMachine) - (ofMachine.get(`${namespace}.machine-0`) ?? 0);
  if (others > 0 || total(ofMachine) > updates)
    throw new Error(
      `${updates} updates of a Machine's status called the author's code ${total(ofMachine)} times, ${others} of them for other machines`,
    );
}

/** Their rows. */
export const providerFaults: readonly Fault[] = [
  {
    name: "cluster-status",
    does: `the status of a Cluster with ${machines} machines of a provider is written ${updates} times, and then that of one Machine`,
    demands: "the author's code is called for no machine, and then for that one alone",
    inSample: true,
    async happen(rig) {
      const record = join(rig.folder, "provider.record");
      await createMachines(rig.lab, machines);
      const provider = await startProvider(rig, record);
      try {
        await until("machines are provisioned", async () => {
          if (provider.exit !== undefined) throw new Error(`the provider ended:\n${provider.lastLines().join("\n")}`);
          return (await provisionedMachines(rig.api)) === machines;
        });
        await isQuiet(record);
        mustMeet("calls of the author's code", linesOf(record).length, machines);
        await updateStatuses(rig.api, record);
      } finally {
        await provider.stop();
      }
    },
  },
];
