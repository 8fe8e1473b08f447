// The one line of an extension's main.ts: parses flags, serves until a signal, exits. Nothing starts before it is called.
// Embedders and tests call serve-extension.ts, which knows no flags and no signals.
import { readFile } from "node:fs/promises";
import type { Client } from "@capstan/client";
import { describeError, isCapstanError } from "@capstan/kube";
import type { Extension } from "../authoring/define-extension.ts";
import type { Logger } from "../logger.ts";
import { describeExtension } from "./describe.ts";
import { type Flags, helpText, parseFlags } from "./flags.ts";
import { type RunningExtension, serveExtension } from "./serve-extension.ts";

/** Runs an extension by the flags of the command line, until SIGINT or SIGTERM. Sets the exit code: 0, 1, or 2 for wrong flags. */
export async function run(extension: Extension, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const flags = parseFlags(args);
    if (flags.help) process.stdout.write(`${helpText(extension.name)}\n`);
    else if (flags.describe) process.stdout.write(`${JSON.stringify(describeExtension(extension), undefined, 2)}\n`);
    else await serveUntilSignal(extension, flags);
  } catch (error) {
    process.stderr.write(`error: ${describeError(error)}\n`);
    process.exitCode =
      isCapstanError(error, "extension/bad-flag") || isCapstanError(error, "serve/bad-listen-address") ? 2 : 1;
  }
}

async function serveUntilSignal(extension: Extension, flags: Flags): Promise<void> {
  // Before anything is open: a signal that comes while it starts must end it too.
  const stopped = nextSignal();
  const log = await createLogger(extension.name, flags.logLevel);
  const running = await serveExtension(extension, {
    host: flags.host,
    port: flags.port,
    tls: { directory: flags.certDirectory, certName: flags.certName, keyName: flags.keyName },
    ...(flags.clientCaFile === undefined ? {} : { clientCa: await readFile(flags.clientCaFile, "utf8") }),
    health: flags.health,
    log,
    client: () => clientOf(flags),
  });
  logStart(extension, running, log);
  log.info("stopping", { signal: await stopped });
  await running.close();
}

async function clientOf({ kubeconfig }: Flags): Promise<Client> {
  const { createClient, loadCredentials } = await import("@capstan/client");
  return createClient(await loadCredentials(kubeconfig === undefined ? {} : { kubeconfig }));
}

function logStart(extension: Extension, running: RunningExtension, log: Logger): void {
  log.info("serving", { url: running.url, health: running.healthUrl, clusterApi: extension.clusterApi });
  // `handler` as in the lines of calls; `name` on every line is the extension's.
  for (const { hook, name: handler, timeoutSeconds, failurePolicy } of extension.handlers) {
    log.info("handler", { hook: hook.name, handler, timeoutSeconds, failurePolicy });
  }
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(signal));
  });
}

/** pino, loaded when something runs. */
async function createLogger(name: string, level: Flags["logLevel"]): Promise<Logger> {
  const { pino } = await import("pino");
  const sink = pino({ name, level }, pino.destination({ fd: 2, sync: true }));
  return {
    debug: (message, fields) => sink.debug(fields ?? {}, message),
    info: (message, fields) => sink.info(fields ?? {}, message),
    warn: (message, fields) => sink.warn(fields ?? {}, message),
    error: (message, fields) => sink.error(fields ?? {}, message),
  };
}
