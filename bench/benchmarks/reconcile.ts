// A thousand LocalMachines from created to provisioned, on the embedded API server, with the example's machines in memory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LocalProcess, startProcess } from "@capstan/testenv/host";
import type { Benchmark, Figures } from "../src/benchmark.ts";
import { buildProgram } from "../src/build-program.ts";
import { allProvisioned, startLocalSetup } from "../src/local-setup.ts";
import { peakMegabytes } from "../src/peak-memory.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

const machines = 1000;

/** How long a run may take. */
const limitMs = 120_000;

let provider = "";

async function prepare(): Promise<void> {
  provider = await buildProgram("provider", ["@capstan/controller-kit"]);
}

async function provisionAll(): Promise<Figures> {
  await using setup = await startLocalSetup(machines);
  const folder = makeTemporaryFolder();
  try {
    const kubeconfig = join(folder, "kubeconfig");
    writeFileSync(kubeconfig, setup.env.kubeconfig(), { mode: 0o600 });
    const started = performance.now();
    const manager = await startManager(kubeconfig, join(folder, "log"));
    try {
      await untilEither(allProvisioned(setup.client, machines, AbortSignal.timeout(limitMs)), manager);
      const seconds = (performance.now() - started) / 1000;
      const peak = peakMegabytes(manager.pid);
      return { seconds, "machines a second": machines / seconds, ...(peak === undefined ? {} : { "peak MB": peak }) };
    } finally {
      await manager.stop();
    }
  } finally {
    removeTemporaryFolder(folder);
  }
}

function startManager(kubeconfig: string, log: string): Promise<LocalProcess> {
  const flags = ["metrics-bind-address=0", "health-addr=0", "webhook-port=0", "log-level=error"];
  return startProcess({
    name: "provider-local",
    command: process.execPath,
    args: [provider, ...flags.map((flag) => `--${flag}`)],
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: kubeconfig },
    log,
  });
}

/** The work, or the end of the manager that was to do it, with its last words. */
async function untilEither(work: Promise<void>, manager: LocalProcess): Promise<void> {
  const ended = manager.exited.then(({ code, signal }) => {
    throw new Error(`the manager ended with ${code ?? signal}:\n${manager.lastLines().join("\n")}`);
  });
  try {
    await Promise.race([work, ended]);
  } catch (error) {
    const words = manager.lastLines().join("\n");
    throw words === "" ? error : new Error(`${String(error)}\nthe manager's output:\n${words}`, { cause: error });
  }
}

/** 1,000 machines; there is no peer yet. */
export const reconcile: Benchmark = {
  name: "reconcile",
  how:
    "1,000 LocalMachines of one Cluster, from the start of provider-local's manager (built packages, a process of its own, machines " +
    "in memory) until the last one is provisioned. The embedded API server runs in the process that measures. No peer yet: a " +
    "manager on controller-runtime with the same workflow is to come.",
  contenders: [{ name: "Capstan", prepare, run: provisionAll }],
  runs: { short: 1, full: 5 },
};
