// Turns a failed connection into an error that names the server, the action and what to do.
import { type CapstanError, errorFrom } from "@capstan/kube";
import { clientError } from "../errors.ts";

/** The action that failed, and its server. */
export interface Attempt {
  readonly doing: string;
  readonly server: string;
}

/** Why a server's certificate is not trusted, and what to do about it. */
interface Distrust {
  readonly reason: string;
  readonly help: string;
}

const unsigned: Distrust = {
  reason: "it is not signed by the authority in the credentials",
  help: "set certificate-authority-data in the kubeconfig to the authority that signed the server's certificate",
};
const notInTime = "renew the server's certificate, or correct this computer's clock";

/** By OpenSSL's code. OpenSSL's own messages name no server and no action, so none of them is used. */
const distrust: Readonly<Record<string, Distrust>> = {
  CERT_HAS_EXPIRED: { reason: "it has expired", help: notInTime },
  CERT_NOT_YET_VALID: { reason: "it is not valid yet", help: notInTime },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    reason: "it is self-signed, and is not the authority in the credentials",
    help: "set certificate-authority-data in the kubeconfig to the server's certificate, if this is the right server",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: "it is for another name",
    help: "use a name in the certificate as the server's address, or set tls-server-name in the kubeconfig to one",
  },
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

/** OpenSSL's codes for an answer that is not TLS: most often a server that listens for plain HTTP. */
const notTls: ReadonlySet<string> = new Set([
  "EPROTO",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
]);

/** Whether a connection failed because the server's certificate is not trusted. */
export function isDistrust(code: string): boolean {
  return distrust[code] !== undefined;
}

/** The code of a connection's error; attempts at several addresses fail as one AggregateError. */
export function connectionCode(error: unknown): string {
  const { code }: NodeJS.ErrnoException = errorFrom(error);
  if (error instanceof AggregateError && code === undefined) return connectionCode(error.errors[0]);
  return code ?? "";
}

/** The error for a connection that failed and is not tried again. */
export function connectionError(error: unknown, { doing, server }: Attempt): CapstanError {
  const code = connectionCode(error);
  const distrusted = distrust[code];
  if (distrusted !== undefined) return clientError("client/untrusted-server", { doing, server, ...distrusted }, error);
  if (notTls.has(code) && server.startsWith("https:")) return clientError("client/not-tls", { doing, server }, error);
  // Node's HTTP parser has a code for each mistake; all of them mean this.
  if (code.startsWith("HPE_")) return clientError("client/not-http", { doing, server }, error);
  return clientError("client/unreachable", { doing, server, reason: reasons[code] ?? errorFrom(error).message }, error);
}
