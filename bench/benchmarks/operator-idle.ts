// What an operator with nothing to do needs: its start, and its memory then.
import { itemCrd } from "@capstan/tool-peers/item-crd";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { imageFlags } from "@capstan/repo";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort, type LocalProcess, startProcess } from "@capstan/testenv/host";
import type { Benchmark, Contender } from "../src/benchmark.ts";
import { buildProgram } from "../src/build-program.ts";
import {
  containerVariables,
  goProgram,
  type OperatorCommand,
  ownOperator,
  startOperator,
} from "../src/operator-process.ts";
import { residentMegabytes } from "../src/process-usage.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

const readyLimitMs = 20_000;
/** Memory is read when the start is over. */
const settleMs = 3000;

interface Setup {
  readonly env: TestEnv;
  readonly folder: string;
  readonly kubeconfig: string;
}

/** Starts a process that answers on this port when it is ready. */
type Start = (setup: Setup, port: number) => Promise<LocalProcess>;

/** One after the other on one API server that has no object of the kind. */
function contenders(): Contender[] {
  let setup: Setup | undefined;
  let users = 0;
  const contender = (name: string, prepare: (folder: string) => Promise<Start>): Contender => {
    let start: Start | undefined;
    return {
      name,
      prepare: async () => {
        users += 1;
        setup ??= await startSetup();
        start = await prepare(setup.folder);
      },
      run: async () => {
        if (setup === undefined || start === undefined) throw new Error("the API server does not run");
        return await measureIdle(setup, start);
      },
      stop: async () => {
        users -= 1;
        if (users > 0 || setup === undefined) return;
        await setup.env.stop();
        removeTemporaryFolder(setup.folder);
        setup = undefined;
      },
    };
  };
  return [
    contender("Capstan", async (folder) => operatorOf(await ownOperator(folder))),
    contender("empty Node program", async (folder) => await emptyOf(folder)),
    contender("controller-runtime 0.24", async () => operatorOf(await goProgram("operator"))),
  ];
}

async function startSetup(): Promise<Setup> {
  const env = await startTestEnv({ backend: "envtest", crds: [itemCrd] });
  const folder = makeTemporaryFolder();
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  return { env, folder, kubeconfig };
}

function operatorOf(command: OperatorCommand): Start {
  return async (setup, port) => await startOperator(command, setup, { "health-addr": `127.0.0.1:${port}` });
}

async function emptyOf(folder: string): Promise<Start> {
  const program = await buildProgram("empty", []);
  return async ({ env }, port) =>
    await startProcess({
      name: "empty",
      command: process.execPath,
      args: [...imageFlags(), program, env.credentials.server, `${port}`],
      env: { PATH: process.env["PATH"] ?? "", ...containerVariables(folder) },
      log: join(folder, "log"),
    });
}

async function measureIdle(setup: Setup, start: Start): Promise<Record<string, number>> {
  const port = await freePort();
  const began = performance.now();
  const running = await start(setup, port);
  try {
    await ready(running, port);
    const startMs = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    return { "start ms": startMs, "idle MB": residentMegabytes(running.pid) };
  } finally {
    await running.stop();
  }
}

async function ready(running: LocalProcess, port: number): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    if (running.exit !== undefined || performance.now() > deadline)
      throw new Error(`${running.name} did not become ready:\n${running.lastLines().join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** No object of one kind. */
export const operatorIdle: Benchmark = {
  name: "operator-idle",
  how:
    "An operator with one kind that has no objects, on the real kube-apiserver and without a lease: from its start until /readyz answers 200, and its memory 3 s later. " +
    "The peer in the ratio is a Node program with one TLS connection and two HTTP servers; the operator on controller-runtime stands beside them. " +
    "Ours is built and has the variables, flags and compiled code of [its image](operator.md#deploy-it). " +
    "`npm start` of examples/operator compiles the sources of all packages at each start: that took 6.2 s and 113 MB on 30 November 2026, on a machine that was busy with other work (load 23).",
  contenders: contenders(),
  warmUps: 1,
  runs: { short: 1, full: 7 },
  limits: [
    { figure: "start ms", of: "value", most: 300 },
    { figure: "idle MB", of: "value", most: 70 },
    { figure: "idle MB", of: "difference", most: 12 },
  ],
};
