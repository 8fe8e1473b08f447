// The flags of the server of webhooks on the command line, and the options that they set.
import { type FlagOf, type FlagValues, sharedFlags, type WithDefault } from "@capstan/process";
import type { AuthoritySource, CertificateSource, ServerLimits, ServerOptions } from "@capstan/serve";

/** The flags of every program that serves webhooks, in the order of `--help`. */
export const webhookFlags: {
  readonly "webhook-host": WithDefault<FlagOf<"string">>;
  readonly "webhook-port": WithDefault<FlagOf<"port">>;
  readonly "webhook-cert-dir": WithDefault<FlagOf<"string">>;
  readonly "client-ca-file": FlagOf<"string">;
} = {
  "webhook-host": {
    kind: "string",
    default: "",
    help: "address on which webhooks are served (default: every address)",
  },
  "webhook-port": { ...sharedFlags["webhook-port"], help: 'port of the webhooks; "0" serves none' },
  "webhook-cert-dir": sharedFlags["webhook-cert-dir"],
  "client-ca-file": sharedFlags["client-ca-file"],
};

/** What no flag says of callers: the limits of their requests, and the authorities that must have signed their certificates. */
export interface WebhookCallers {
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly clientCa?: AuthoritySource | undefined;
}

/** Where webhooks are served, and with which certificate. */
export type WebhookListener = Pick<ServerOptions, "host" | "port" | "clientCa" | "limits"> & {
  readonly tls: CertificateSource;
};

/** The values of `webhookFlags` as options of a server. */
export function webhookServerOptionsOf(
  flags: FlagValues<typeof webhookFlags>,
  { limits, clientCa }: WebhookCallers = {},
): WebhookListener {
  const { "webhook-host": host, "webhook-port": port, "webhook-cert-dir": directory } = flags;
  return {
    ...(host === "" ? {} : { host }),
    port,
    tls: { directory },
    ...(limits === undefined ? {} : { limits }),
    ...(clientCa === undefined ? {} : { clientCa }),
  };
}
