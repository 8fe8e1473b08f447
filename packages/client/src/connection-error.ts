// Turns what node says about a failed connection into an error that names the server, the act and the mend. Called by transport.ts.
import { type CapstanError, errorFrom } from "@capstan/kube";
import { clientError } from "./errors.ts";

/** What was being done, and where. */
export interface Attempt {
  readonly doing: string;
  readonly server: string;
}

const unsigned = "it is not signed by the authority of the credentials";

/** OpenSSL's codes for a server that is not the one the credentials vouch for; its words would offer a mend that is none here. */
const distrust: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another name",
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
};

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection lost",
  EPIPE: "connection lost",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name cannot be looked up",
  ETIMEDOUT: "connection timed out",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
};

/** Whether a connection's code says that the server is not the one the credentials vouch for. */
export function isDistrust(code: string): boolean {
  return distrust[code] !== undefined;
}

/** The code of a connection's error; tries of several addresses fail as one. */
export function connectionCode(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof AggregateError && code === undefined) return connectionCode(error.errors[0]);
  return code ?? "";
}

/** The error to throw for a connection that failed for good. */
export function connectionError(error: unknown, { doing, server }: Attempt): CapstanError {
  const code = connectionCode(error);
  const distrusted = distrust[code];
  if (distrusted !== undefined)
    return clientError("client/untrusted-server", { doing, server, reason: distrusted }, error);
  return clientError("client/unreachable", { doing, server, reason: reasons[code] ?? errorFrom(error).message }, error);
}
