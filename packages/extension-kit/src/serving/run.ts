// Runs an extension as a process, or in the place of one.
import type { Client } from "@capstan/client";
import {
  authorityFile,
  checkTlsFlags,
  type ExitCode,
  type FlagValues,
  type Logger,
  type ProcessPort,
  type Program,
  runProcess,
  runProgram,
  tlsLimitsOf,
} from "@capstan/process";
import type { ServerLimits } from "@capstan/serve";
import type { Extension } from "../authoring/define-extension.ts";
import { describeExtension } from "./describe-extension.ts";
import { extensionFlags } from "./flags.ts";
import { type RunningExtension, serveExtension } from "./serve-extension.ts";
import { logStrayErrors } from "./stray-errors.ts";

/** How an extension is run. */
export interface RunExtensionOptions {
  /** Limits of the hooks' server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`, with `hookLimits`. */
  readonly limits?: Partial<ServerLimits>;
}

/**
 * Runs an extension as this process: the last statement of its `main.ts`.
 *
 * Reads the command line, serves hooks over TLS and health probes in plain HTTP, and stops at SIGTERM or SIGINT: `/readyz` fails
 * then, and after `--shutdown-delay` it accepts no new calls and lets those in progress end. A second signal ends the process at once.
 *
 * An error outside of calls (a timer that throws, a promise that nobody handles) is logged with its stack, and the extension
 * goes on; one that comes again is counted, and logged once a minute.
 *
 * `--describe` prints which hooks the extension answers and which rights it needs, and `--help` its flags; neither opens
 * anything.
 *
 * The process ends in every case, and the returned promise never rejects. Exit codes:
 * - 0: stopped by a signal, or `--describe` or `--help` was printed.
 * - 1: could not serve: the certificate cannot be read, a port is in use. The error is written to standard error with its
 *   code and its help.
 * - 2: a flag is wrong.
 *
 * @example
 * import { run } from "@capstan/extension-kit";
 * import { extension } from "./extension.ts";
 *
 * await run(extension);
 */
export async function run(extension: Extension, options: RunExtensionOptions = {}): Promise<void> {
  await runProcess(programOf(extension, options, logStrayErrors));
}

/**
 * Runs an extension like `run`, but with the given arguments, signal and output, and returns the exit code instead of
 * ending the process. For tests of an extension's start, and for programs that do more than run one extension.
 *
 * Resolves when the port's signal has aborted and everything is closed, or when the extension could not be served. Never
 * rejects.
 *
 * @example
 * const code = await runExtension(extension, { args: ["--help"], variables: {}, signal, write, writeError });
 */
export async function runExtension(
  extension: Extension,
  port: ProcessPort,
  options: RunExtensionOptions = {},
): Promise<ExitCode> {
  return await runProgram(programOf(extension, options), port);
}

type Flags = FlagValues<typeof extensionFlags>;

/** `watchProcess` begins what is for a process of its own alone, and returns what ends it. */
function programOf(
  extension: Extension,
  { limits }: RunExtensionOptions,
  watchProcess?: (log: Logger) => () => void,
): Program<typeof extensionFlags> {
  return {
    name: extension.name,
    title: `extension ${extension.name}`,
    flags: extensionFlags,
    checkFlags: checkTlsFlags,
    describe: () => describeExtension(extension),
    async work({ flags, signal, log }) {
      const running = await serve(extension, { ...flags, limits }, log);
      // What keeps it from serving ends it still.
      const end = watchProcess?.(log);
      logStart(extension, running, log);
      await aborted(signal);
      log.info("Stopping");
      await running.close({ delayMs: flags["shutdown-delay"] ?? 0 });
      end?.();
      log.info("Stopped");
    },
  };
}

async function serve(
  extension: Extension,
  flags: Flags & { readonly limits: RunExtensionOptions["limits"] },
  log: Logger,
): Promise<RunningExtension> {
  const clientCa = await authorityFile(flags["client-ca-file"]);
  const metricsCertificates = flags["metrics-cert-path"];
  return await serveExtension(extension, {
    host: flags.host,
    port: flags["webhook-port"],
    tls: { directory: flags["webhook-cert-dir"], certName: flags["cert-name"], keyName: flags["key-name"] },
    ...(clientCa === undefined ? {} : { clientCa }),
    http2: flags.http2,
    healthAddress: flags["health-addr"],
    metricsAddress: flags["metrics-bind-address"],
    insecureDiagnostics: flags["insecure-diagnostics"],
    tlsLimits: tlsLimitsOf(flags),
    ...(metricsCertificates === undefined ? {} : { metricsCertificate: { directory: metricsCertificates } }),
    ...(flags.prefix === undefined ? {} : { prefix: flags.prefix }),
    ...(flags.limits === undefined ? {} : { limits: flags.limits }),
    ...(flags.record === undefined ? {} : { record: { file: flags.record } }),
    log,
    client: () => createClientOf(flags.kubeconfig),
  });
}

async function createClientOf(kubeconfig: string | undefined): Promise<Client> {
  const { createClient, loadCredentials } = await import("@capstan/client");
  return createClient(await loadCredentials({ kubeconfig }));
}

function logStart(extension: Extension, running: RunningExtension, log: Logger): void {
  log.info("Serving", {
    url: running.url,
    health: running.healthUrl,
    metrics: running.metricsUrl,
    clusterApi: extension.clusterApi,
  });
  for (const { hook, versions, name: handler, timeoutSeconds, failurePolicy, custom } of extension.handlers) {
    const answered = custom ? { group: hook.group, versions: versions.map(({ version }) => version) } : {};
    log.info("Handler", { hook: hook.name, handler, ...answered, timeoutSeconds, failurePolicy });
    for (const version of versions.filter((each) => each.deprecated)) {
      const { apiVersion, deprecation } = version;
      log.warn("Handler answers a deprecated version", { hook: hook.name, handler, apiVersion, ...deprecation });
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
