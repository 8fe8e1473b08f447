// Runs an operator as a process, or in the place of one.
import { createClient, loadCredentials } from "@capstan/client";
import {
  authorityFile,
  type ExitCode,
  type FeatureTable,
  type FlagTable,
  isServed,
  type ProcessPort,
  runProcess,
  runProgram,
  untilStopped,
} from "@capstan/process";
import { prepareProbes } from "@capstan/serve";
import {
  type OperatorOptions,
  operatorProgram,
  type OperatorProgram,
  type OperatorStart,
  setUpOperator,
} from "./operator-program.ts";
import { warnOfUnusedFlags } from "./manager-flags.ts";
import { servesWebhooks, serverOf } from "./operator-server.ts";
import { webhookServerOptionsOf } from "./webhook-flags.ts";

/**
 * Runs an operator as this process: the last statement of its `main.ts`.
 *
 * Reads the command line, finds credentials, creates the manager, calls `setup`, and reconciles until SIGTERM or SIGINT. Running reconciles
 * may then end, for at most `shutdownTimeout`, before the Lease is released. A second signal ends the process at once.
 *
 * `--help` prints the flags. Every operator has `--namespace`, `--kubeconfig`, `--metrics-bind-address`, `--health-addr`, `--leader-elect` with its
 * times, `--concurrency`, `--reconcile-timeout`, `--sync-period`, `--min-interval`, `--backoff-base` and `--backoff-max` for all controllers,
 * `--webhook-host`, `--webhook-port`, `--webhook-cert-dir` and `--client-ca-file` for its `webhooks` and `conversions`, `--log-level` (also `-v`) and `--describe`.
 *
 * The process ends in every case, and the returned promise never rejects. Exit codes:
 * - 0: stopped by a signal, or `--describe` or `--help` was printed.
 * - 1: could not work, or could not stop in time: no credentials, caches not filled, `setup` failed, leadership lost. The error is
 *   written to standard error with its code and its help.
 * - 2: a flag is wrong.
 *
 * @example
 * await runOperator({
 *   name: "website-operator",
 *   setup: (manager) => manager.addController({ name: "website", for: Website, reconcile }),
 * });
 */
export async function runOperator<const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  options: OperatorOptions<F, G>,
): Promise<void> {
  await runProcess(programOf(options));
}

/**
 * Runs an operator like `runOperator`, but with the given arguments, signal and output, and returns the exit code instead of ending the
 * process. For tests of an operator's start. Never rejects.
 *
 * @example
 * const code = await runOperatorWith(options, { args: ["--help"], variables: {}, signal, write, writeError });
 */
export async function runOperatorWith<const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  options: OperatorOptions<F, G>,
  port: ProcessPort,
): Promise<ExitCode> {
  return await runProgram(programOf(options), port);
}

function programOf<F extends FlagTable, G extends FeatureTable>(options: OperatorOptions<F, G>): OperatorProgram<F, G> {
  return operatorProgram(options, (start) => work(options, start));
}

async function work<F extends FlagTable, G extends FeatureTable>(
  options: OperatorOptions<F, G>,
  start: OperatorStart<F, G>,
): Promise<void> {
  const { flags, signal, log } = start;
  warnOfUnusedFlags(flags, log);
  const isServing = servesWebhooks(options) && flags["webhook-port"] !== 0;
  if (isServing && isServed(flags["health-addr"])) prepareProbes();
  const found = loadCredentials({ kubeconfig: flags.kubeconfig });
  const client = createClient(await untilStopped(found, { signal, log, name: "credentials" }));
  try {
    const clientCa = await authorityFile(flags["client-ca-file"]);
    const manager = await setUpOperator(options, start, { client, manager: { checkRights: true } });
    if (isServing) manager.addServer(await serverOf(options, webhookServerOptionsOf(flags, { clientCa })));
    await manager.run(signal);
  } finally {
    client.close();
  }
}
