// The flags every provider has, as one table: the parser, `--help` and the defaults read it. Go's forms are accepted
// (`--flag=value`, `--flag value`, `--bool`, `--bool=false`), because Deployments are written with them.
import { parseArgs } from "node:util";
import { errorFrom, errorOf, nearestOf, parseDuration } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";

interface Flag {
  readonly value: string | undefined;
  readonly help: string;
  readonly kind: "text" | "switch" | "duration" | "number" | "level";
}

const flag = (kind: Flag["kind"], value: string | undefined, help: string): Flag => ({ kind, value, help });

type FlagName =
  | "namespace"
  | "watch-filter"
  | "kubeconfig"
  | "metrics-bind-address"
  | "diagnostics-address"
  | "health-addr"
  | "leader-elect"
  | "leader-elect-lease-duration"
  | "leader-elect-renew-deadline"
  | "leader-elect-retry-period"
  | "webhook-port"
  | "webhook-cert-dir"
  | "concurrency"
  | "sync-period"
  | "log-level"
  | "describe"
  | "help";

/** Every standard flag with its default; undefined means unset. */
const table: Readonly<Record<FlagName, Flag>> = {
  namespace: flag("text", undefined, "watch this namespace alone (default: all)"),
  "watch-filter": flag("text", undefined, "only objects whose label cluster.x-k8s.io/watch-filter has this value"),
  kubeconfig: flag(
    "text",
    undefined,
    "the kubeconfig file (default: KUBECONFIG, the cluster we run in, ~/.kube/config)",
  ),
  "metrics-bind-address": flag("text", ":8080", 'where /metrics is served; "0" serves none'),
  "diagnostics-address": flag("text", undefined, "another name for --metrics-bind-address"),
  "health-addr": flag("text", ":9440", 'where /healthz and /readyz are served; "0" serves none'),
  "leader-elect": flag("switch", "false", "work only while holding the Lease"),
  "leader-elect-lease-duration": flag("duration", "15s", "how long others wait for a leader that is gone"),
  "leader-elect-renew-deadline": flag("duration", "10s", "how long the leader may fail to renew before it stops"),
  "leader-elect-retry-period": flag("duration", "2s", "how often to try"),
  "webhook-port": flag("number", "9443", 'the port of the webhooks; "0" serves none'),
  "webhook-cert-dir": flag(
    "text",
    "/tmp/k8s-webhook-server/serving-certs",
    "the folder with tls.crt and tls.key of the webhooks",
  ),
  concurrency: flag("number", undefined, "how many objects of each kind are worked on at once"),
  "sync-period": flag("duration", "10m", "look at every object again after this time"),
  "log-level": flag("level", "info", "debug, info, warn or error"),
  describe: flag("switch", "false", "print what this provider watches, owns, writes and serves, and exit"),
  help: flag("switch", "false", "print this text and exit"),
};

/** The flags of one start, as text; durations and numbers have been checked. */
export type Flags = Readonly<Record<Exclude<FlagName, "diagnostics-address">, string>>;

/** Reads the arguments; a wrong flag or value is a CapstanError of code `run/flag`. */
export function parseFlags(args: readonly string[]): Flags {
  const given = rawFlags(args);
  const values: Record<string, string> = {};
  for (const [name, { kind, value }] of Object.entries<Flag>(table)) {
    const text = given[name] ?? value ?? "";
    if (given[name] !== undefined) checks[kind](name, text);
    values[name] = text;
  }
  if (given["diagnostics-address"] !== undefined) values["metrics-bind-address"] = given["diagnostics-address"];
  return values as Flags;
}

function rawFlags(args: readonly string[]): Readonly<Record<string, string>> {
  const options = Object.fromEntries(Object.keys(table).map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args: args.map(spellOut), options, strict: true, allowPositionals: false }).values as Record<
      string,
      string
    >;
  } catch (error) {
    const unknown = /Unknown option '--([^'=]+)/.exec(errorFrom(error).message)?.[1];
    if (unknown === undefined) throw wrongFlag(errorFrom(error).message, "see --help");
    const known = nearestOf(unknown, Object.keys(table));
    throw wrongFlag(
      `there is no flag --${unknown}`,
      known === undefined ? "see --help" : `write --${known}, if you meant that`,
    );
  }
}

/** A switch without a value means true. */
function spellOut(argument: string): string {
  const name = argument.replace(/^--/, "");
  return Object.hasOwn(table, name) && table[name as FlagName].kind === "switch" ? `${argument}=true` : argument;
}

const levels = ["debug", "info", "warn", "error"];

const checks: Readonly<Record<Flag["kind"], (name: string, text: string) => void>> = {
  text() {},
  switch: (name, text) => expect(name, text, { fits: text === "true" || text === "false", wanted: "true or false" }),
  number: (name, text) => expect(name, text, { fits: /^\d{1,5}$/.test(text), wanted: "a whole number" }),
  level: (name, text) => expect(name, text, { fits: levels.includes(text), wanted: `one of ${levels.join(", ")}` }),
  duration: (name, text) => expect(name, text, { fits: isDuration(text), wanted: 'a duration such as "15s"' }),
};

function expect(name: string, text: string, check: { readonly fits: boolean; readonly wanted: string }): void {
  if (!check.fits) throw wrongFlag(`--${name} is "${text}"`, `give ${check.wanted}`);
}

function wrongFlag(problem: string, mend: string): Error {
  return errorOf(kitErrors, "run/flag", { values: { problem, mend } });
}

function isDuration(text: string): boolean {
  try {
    return parseDuration(text) > 0;
  } catch {
    return false;
  }
}

/** The text of `--help`. */
export function flagHelp(name: string): string {
  const width = Math.max(...Object.keys(table).map((flagName) => flagName.length));
  const lines = Object.entries<Flag>(table).map(([flagName, { value, kind, help }]) => {
    const shown = value === undefined || kind === "switch" ? "" : ` (default: ${value})`;
    return `  --${flagName.padEnd(width)}  ${help}${shown}`;
  });
  return `Usage: ${name} [flags]\n\nFlags:\n${lines.join("\n")}\n`;
}
