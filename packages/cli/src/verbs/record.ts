// `capstan record`: stands between Cluster API and an extension, in any language, and records the calls of topology hooks for `capstan plan`, until Ctrl-C.
import { resolve } from "node:path";
import { type RecordingProxy, startRecordingProxy } from "@capstan/extension-kit/caller";
import type { Logger } from "@capstan/extension-kit";
import { diagnose, type Diagnostic, errorFrom, oneLine } from "@capstan/kube";
import { parseListenAddress } from "@capstan/serve";
import { extensionAddress } from "../extension/extension-address.ts";
import { extensionDiagnostics } from "../extension/extension-diagnostics.ts";
import type { VerbOutcome } from "../outcome.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** What the command line has to give, by the names of their values. */
const needed = {
  target: "name the extension that answers: --target https://localhost:9443",
  tape: "name the file that calls are recorded on: --tape calls.tape",
  certDir: "name the folder of the certificate that callers see: --cert-dir certs, with tls.crt and tls.key",
} as const;

/** Records until Ctrl-C. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  // From here on, a signal ends the run in order, and the next one at once.
  const { signal, cwd } = terminal;
  const [target, tape, certDir] = [required(given, "target"), required(given, "tape"), required(given, "certDir")];
  const listen = parseListenAddress(given.string("listen") ?? "127.0.0.1:9443");
  const files = {
    ca: given.string("ca"),
    clientCert: given.string("clientCert"),
    clientKey: given.string("clientKey"),
    tls13: given.flag("tls13"),
  };
  const clientCa = given.string("clientCa");
  const name = given.string("name");
  const isShown = given.format === "pretty";
  const say = (line: string): void => (isShown ? terminal.out(`${line}\n`) : terminal.err(`${line}\n`));
  const proxy = await startRecordingProxy({
    target: await extensionAddress({ cwd, option: "--target", url: target, ...files }),
    file: resolve(cwd, tape),
    tls: { directory: resolve(cwd, certDir) },
    ...listen,
    ...(clientCa !== undefined && { clientCa: { file: resolve(cwd, clientCa) } }),
    ...(name !== undefined && { name }),
    secrets: given.strings("secret"),
    log: linesTo(say),
  });
  say(`recording calls of ${target} on ${tape}, until Ctrl-C: callers use ${proxy.url}`);
  await aborted(signal);
  const waiting = setTimeout(() => say("waiting for calls in progress; Ctrl-C again ends at once"), patience);
  await proxy.close();
  clearTimeout(waiting);
  return outcomeOf(proxy, { target, tape });
}

/** Milliseconds after which a stop is worth a line. */
const patience = 500;

function required(given: VerbArguments, name: keyof typeof needed): string {
  const value = given.string(name) ?? "";
  if (value === "") throw usageError(needed[name]);
  return value;
}

function outcomeOf({ counts }: RecordingProxy, { target, tape }: Record<"target" | "tape", string>): VerbOutcome {
  const { calls, failed, recorded } = counts;
  const title = `stopped recording calls of ${target}`;
  const body = `passed on ${calls} calls; not answered: ${failed}; recorded on ${tape}: ${recorded}`;
  if (recorded > 0) return { title, body, diagnostics: [], next: `capstan plan --against ${tape}` };
  const nothing: Diagnostic = diagnose(extensionDiagnostics, "extension/nothing-recorded", {
    values: { tape, calls: String(calls) },
  });
  return { title, body, diagnostics: [nothing] };
}

/** Each line of the proxy's log with its fields. */
function linesTo(say: (line: string) => void): Logger {
  const line = (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    const words = Object.entries(fields).map(([name, value]) => `${name} ${shown(value)}`);
    say(oneLine([message, words.join(", ")].filter((each) => each !== "").join(": ")));
  };
  const log: Logger = { debug: () => undefined, info: line, warn: line, error: line, child: () => log };
  return log;
}

function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : errorFrom(value).message;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolved) => {
    if (signal.aborted) resolved();
    else signal.addEventListener("abort", () => resolved(), { once: true });
  });
}
