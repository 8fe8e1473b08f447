// The flags of what servers accept of TLS, as managers in Go have them, and the limits that they set.
import type { TlsLimits } from "@capstan/serve";
import { processError } from "../process-errors.ts";
import type { ChoiceFlag, FlagOf, FlagValues, WithDefault } from "./flag.ts";

/** The flags of what all servers of a program accept of TLS, under the names of managers in Go. */
export const tlsFlags: {
  readonly "tls-min-version": WithDefault<ChoiceFlag<"VersionTLS12" | "VersionTLS13">>;
  readonly "tls-cipher-suites": FlagOf<"ciphers">;
} = {
  "tls-min-version": {
    kind: "choice",
    choices: ["VersionTLS12", "VersionTLS13"],
    default: "VersionTLS12",
    help: "oldest version of TLS that callers may use: VersionTLS12 or VersionTLS13",
  },
  "tls-cipher-suites": {
    kind: "ciphers",
    repeats: true,
    help: "cipher suites that callers may use in TLS 1.2, separated by commas; those of TLS 1.3 are always served (default: all of them)",
  },
};

/** The limits of the servers of a program, for `tlsLimits` of each. */
export function tlsLimitsOf(flags: FlagValues<typeof tlsFlags>): TlsLimits {
  const { "tls-min-version": oldest, "tls-cipher-suites": ciphers } = flags;
  return {
    minVersion: oldest === "VersionTLS13" ? "TLSv1.3" : "TLSv1.2",
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}

/** Throws `process/flag-value` where `--client-ca-file`, whose server reads the certificates of callers, leaves no version of TLS: it can read them in TLS 1.2 only. */
export function checkTlsFlags(
  flags: FlagValues<typeof tlsFlags> & { readonly "client-ca-file"?: string | undefined },
): void {
  if (flags["client-ca-file"] === undefined) return;
  const { minVersion, ciphers } = tlsLimitsOf(flags);
  const fail = (flag: keyof typeof tlsFlags, value: string, wanted: string): Error =>
    processError("process/flag-value", { flag, value, wanted: `${wanted}, which servers with --client-ca-file use` });
  if (minVersion === "TLSv1.3") throw fail("tls-min-version", flags["tls-min-version"], "VersionTLS12");
  if (ciphers?.length === 0) throw fail("tls-cipher-suites", "of TLS 1.3 only", "one of TLS 1.2");
}
