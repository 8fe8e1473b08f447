// The flags of every extension. The webhook names of its port and certificates are those of managers, so that what starts
// managers starts extensions too.
import { type FlagOf, sharedFlags, tlsFlags, type WithDefault } from "@capstan/process";

/** The flags of every extension, in the order of `--help`. */
export const extensionFlags: typeof tlsFlags & {
  readonly host: WithDefault<FlagOf<"string">>;
  readonly "webhook-port": WithDefault<FlagOf<"port">>;
  readonly "webhook-cert-dir": WithDefault<FlagOf<"string">>;
  readonly "cert-name": WithDefault<FlagOf<"string">>;
  readonly "key-name": WithDefault<FlagOf<"string">>;
  readonly "client-ca-file": FlagOf<"string">;
  readonly prefix: FlagOf<"path">;
  readonly http2: FlagOf<"boolean">;
  readonly "shutdown-delay": FlagOf<"duration">;
  readonly "health-addr": WithDefault<FlagOf<"address">>;
  readonly "metrics-bind-address": WithDefault<FlagOf<"address">>;
  readonly "insecure-diagnostics": FlagOf<"boolean">;
  readonly "metrics-cert-path": FlagOf<"string">;
  readonly kubeconfig: FlagOf<"string">;
  readonly record: FlagOf<"string">;
} = {
  host: { kind: "string", default: "", help: "address on which hooks are served (default: every address)" },
  "webhook-port": { ...sharedFlags["webhook-port"], aliases: ["port"], help: "port on which hooks are served" },
  "webhook-cert-dir": {
    ...sharedFlags["webhook-cert-dir"],
    aliases: ["cert-dir"],
    help: "folder with the serving certificate and key; read again when they change",
  },
  "cert-name": { kind: "string", default: "tls.crt", help: "file of the certificate in that folder" },
  "key-name": { kind: "string", default: "tls.key", help: "file of the key in that folder" },
  "client-ca-file": sharedFlags["client-ca-file"],
  prefix: {
    kind: "path",
    help: 'what is before every path of a hook, such as "/hooks"; the URL of the ExtensionConfig has it, too',
  },
  http2: { kind: "boolean", help: "let callers choose HTTP/2 in the handshake; slower than HTTP/1.1 for small calls" },
  "shutdown-delay": {
    kind: "duration",
    help: "how long calls are still accepted after SIGTERM, while /readyz fails already (default: not at all)",
  },
  "health-addr": sharedFlags["health-addr"],
  // The release of an extension sets the port of managers: on a computer of a developer, several run beside each other.
  "metrics-bind-address": { ...sharedFlags["metrics-bind-address"], default: "0" },
  "insecure-diagnostics": sharedFlags["insecure-diagnostics"],
  "metrics-cert-path": sharedFlags["metrics-cert-path"],
  ...tlsFlags,
  kubeconfig: sharedFlags.kubeconfig,
  record: {
    kind: "string",
    help: "file on which calls of topology hooks and their answers are recorded, with masks in place of secrets (default: nothing is recorded)",
  },
};
