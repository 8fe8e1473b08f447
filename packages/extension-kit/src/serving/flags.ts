// The command line of an extension. Names and defaults are those of managers made with Go, the webhook names of its port
// and certificate included, so that whatever starts managers starts extensions too. Parsed by run.ts.
import { parseArgs } from "node:util";
import { errorFrom } from "@capstan/kube";
import { parseListenAddress } from "@capstan/serve";
import { extensionError } from "../errors.ts";

/** The ports of the container unless flags say otherwise. */
export const defaultPorts: { readonly extension: number; readonly health: number } = { extension: 9443, health: 9440 };

const logLevels = ["debug", "info", "warn", "error"] as const;

/** What the command line says. */
export interface Flags {
  readonly host: string;
  readonly port: number;
  readonly certDirectory: string;
  readonly certName: string;
  readonly keyName: string;
  readonly clientCaFile: string | undefined;
  readonly health: { readonly host: string; readonly port: number };
  readonly logLevel: (typeof logLevels)[number];
  readonly kubeconfig: string | undefined;
  readonly describe: boolean;
  readonly help: boolean;
}

interface FlagRow {
  readonly default?: string;
  readonly help: string;
}

const textFlags = {
  host: { default: "", help: "address to serve hooks on; empty for every address" },
  port: { default: String(defaultPorts.extension), help: "port to serve hooks on" },
  "webhook-port": { help: "another name for --port" },
  "cert-dir": {
    default: "/tmp/k8s-webhook-server/serving-certs",
    help: "folder with the serving certificate and key; followed when they change",
  },
  "webhook-cert-dir": { help: "another name for --cert-dir" },
  "cert-name": { default: "tls.crt", help: "file of the certificate in that folder" },
  "key-name": { default: "tls.key", help: "file of the key in that folder" },
  "client-ca-file": { help: "certificates (PEM) that callers must have one of" },
  "health-addr": { default: `:${defaultPorts.health}`, help: "address of /healthz and /readyz" },
  "log-level": { default: "info", help: logLevels.join(", ") },
  kubeconfig: { help: "how the management cluster is reached, outside of it" },
} as const satisfies Readonly<Record<string, FlagRow>>;

const switches = {
  describe: { help: "print what the extension serves and which rights it needs, as JSON, and exit" },
  help: { help: "print this, and exit" },
} as const satisfies Readonly<Record<string, FlagRow>>;

/** The text of `--help`. */
export function helpText(name: string): string {
  const rows: readonly (readonly [string, FlagRow])[] = [...Object.entries(textFlags), ...Object.entries(switches)];
  const line = ([flag, row]: readonly [string, FlagRow]): string =>
    `  --${flag.padEnd(16)} ${row.help}${row.default === undefined || row.default === "" ? "" : ` (${row.default})`}`;
  return [`${name}: a Runtime Extension for Cluster API`, "", ...rows.map(line)].join("\n");
}

/** The flags of a command line; throws a CapstanError for what they cannot be. */
export function parseFlags(args: readonly string[]): Flags {
  const values = parse(args);
  const text = (name: TextFlag): string => values[name] ?? (textFlags[name] as FlagRow).default ?? "";
  const named = (name: "port" | "cert-dir"): TextFlag =>
    values[`webhook-${name}`] === undefined ? name : `webhook-${name}`;
  return {
    host: text("host"),
    port: portOf(named("port"), text(named("port"))),
    certDirectory: text(named("cert-dir")),
    certName: text("cert-name"),
    keyName: text("key-name"),
    clientCaFile: values["client-ca-file"],
    health: parseListenAddress(text("health-addr")),
    logLevel: levelOf(text("log-level")),
    kubeconfig: values["kubeconfig"],
    describe: values.describe ?? false,
    help: values.help ?? false,
  };
}

type TextFlag = keyof typeof textFlags;

type Values = { readonly [K in TextFlag]?: string } & { readonly [K in keyof typeof switches]?: boolean };

function parse(args: readonly string[]): Values {
  const options = Object.fromEntries([
    ...Object.keys(textFlags).map((name) => [name, { type: "string" as const }]),
    ...Object.keys(switches).map((name) => [name, { type: "boolean" as const }]),
  ]);
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values as Values;
  } catch (error) {
    throw extensionError("extension/bad-flag", { problem: errorFrom(error).message.split(". ")[0] ?? "" }, error);
  }
}

function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw extensionError("extension/bad-flag", { problem: `--${flag} ${text} is no port` });
  return port;
}

function levelOf(text: string): Flags["logLevel"] {
  const level = logLevels.find((name) => name === text);
  if (level !== undefined) return level;
  throw extensionError("extension/bad-flag", { problem: `--log-level ${text} is none of ${logLevels.join(", ")}` });
}
