// The flags that programs of both kits have, under the names that managers written in Go use for them.
import type { LogFormat, LogLevel } from "../log/pino-logger.ts";
import type { ChoiceFlag, FlagOf, WithDefault } from "./flag.ts";

/** The ports of a container unless flags set others. */
export const defaultPorts: { readonly health: number; readonly metrics: number; readonly webhook: number } = {
  health: 9440,
  metrics: 8443,
  webhook: 9443,
};

/** Flags that a program picks from; those of the shell itself are added to every program. */
export const sharedFlags: {
  readonly kubeconfig: FlagOf<"string">;
  readonly "health-addr": WithDefault<FlagOf<"address">>;
  readonly "metrics-bind-address": WithDefault<FlagOf<"address">>;
  readonly "insecure-diagnostics": FlagOf<"boolean">;
  readonly "metrics-cert-path": FlagOf<"string">;
  readonly "webhook-port": WithDefault<FlagOf<"port">>;
  readonly "webhook-cert-dir": WithDefault<FlagOf<"string">>;
  readonly "client-ca-file": FlagOf<"string">;
} = {
  kubeconfig: {
    kind: "string",
    help: "the kubeconfig file (default: KUBECONFIG, the cluster this process runs in, ~/.kube/config)",
  },
  "health-addr": {
    kind: "address",
    default: `:${defaultPorts.health}`,
    aliases: ["health-probe-bind-address"],
    help: 'address of /healthz and /readyz; "0" serves none',
  },
  "metrics-bind-address": {
    kind: "address",
    default: `:${defaultPorts.metrics}`,
    aliases: ["diagnostics-address"],
    help: 'address of /metrics; "0" serves none. Except on loopback addresses: over TLS, for callers whose token may get /metrics',
  },
  "insecure-diagnostics": {
    kind: "boolean",
    help: "serve /metrics in plain HTTP and to everyone, on every address",
  },
  "metrics-cert-path": {
    kind: "string",
    help: "folder with the certificate and key of /metrics; read again when they change (default: a self-signed certificate)",
  },
  "webhook-port": { kind: "port", default: `${defaultPorts.webhook}`, help: "port of the webhooks" },
  "webhook-cert-dir": {
    kind: "string",
    default: "/tmp/k8s-webhook-server/serving-certs",
    help: "folder with the certificate and key of the webhooks; read again when they change",
  },
  "client-ca-file": {
    kind: "string",
    help: "file with the authorities (PEM) that must have signed a caller's certificate; read again when it changes (default: no certificate needed)",
  },
};

/** The flags that the shell itself answers. */
export const shellFlags: {
  readonly "log-level": WithDefault<ChoiceFlag<LogLevel>>;
  readonly v: FlagOf<"integer">;
  readonly "log-format": ChoiceFlag<LogFormat>;
  readonly describe: FlagOf<"boolean">;
  readonly help: FlagOf<"boolean">;
} = {
  "log-level": {
    kind: "choice",
    choices: ["debug", "info", "warn", "error"],
    default: "info",
    help: "least severe level that is logged: debug, info, warn or error",
  },
  v: { kind: "integer", help: "verbosity as in klog, also -v: 1 or more is --log-level=debug" },
  "log-format": {
    kind: "choice",
    choices: ["json", "text"],
    aliases: ["logging-format"],
    help: "how lines are logged: json, or text for a person (default: text on a terminal, json elsewhere)",
  },
  describe: {
    kind: "boolean",
    help: "print as JSON what this program watches, owns, writes and serves, and exit",
  },
  help: { kind: "boolean", help: "print the flags and exit" },
};
