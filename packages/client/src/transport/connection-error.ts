// Turns a failed connection into an error that names the server, the action and what to do.
import { type CapstanError, errorFrom } from "@capstan/kube";
import { CertificateFault, isVersionAlert } from "@capstan/kube/tls";
import { usesTls } from "../credentials/server-address.ts";
import { clientError } from "../errors.ts";

/** A compressed answer that was not requested: it could be of any size after decompression. */
export class UnexpectedEncoding extends Error {}

/** A server in messages. */
export interface CalledServer {
  readonly server: string;
  /** The name of a server that somebody else owns; its address and what it sends are then not quoted. */
  readonly foreign?: string | undefined;
}

/** The action that failed, and its server. */
export interface Attempt extends CalledServer {
  readonly doing: string;
}

/** The server in messages: "at https://10.0.0.1:6443", or "of Cluster default/a". */
export function serverPlace({ server, foreign }: CalledServer): string {
  return foreign === undefined ? `at ${server}` : `of ${foreign}`;
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
const usualKeys =
  "use certificates without name constraints, with keys of RSA or on a usual curve; set limits.tls13 of the client only for a server that you trust";
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
  ETIMEOUT: "no DNS server has answered for the name",
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
export function connectionError(error: unknown, attempt: Attempt): CapstanError {
  const code = connectionCode(error);
  const about = { doing: attempt.doing, place: serverPlace(attempt) };
  const distrusted = distrust[code];
  if (error instanceof UnexpectedEncoding) return clientError("client/bad-answer", { ...about, ...encoded }, error);
  if (distrusted !== undefined) return clientError("client/untrusted-server", { ...about, ...distrusted }, error);
  if (error instanceof CertificateFault)
    return clientError(
      "client/untrusted-server",
      { ...about, reason: `one of its chain ${error.message}`, help: usualKeys },
      error,
    );
  if (isVersionAlert(error)) return clientError("client/tls-version", about, error);
  if (notTls.has(code) && usesTls(attempt.server)) return clientError("client/not-tls", about, error);
  // Node's HTTP parser has a code for each mistake; all of them mean this.
  if (code.startsWith("HPE_")) return clientError("client/not-http", about, withoutPacket(error));
  if (code.startsWith("Z_")) return clientError("client/bad-answer", { ...about, ...broken }, error);
  // Node's own messages can have the address in them.
  const otherwise = attempt.foreign === undefined ? errorFrom(error).message : "the connection failed";
  return clientError("client/unreachable", { ...about, reason: reasons[code] ?? otherwise }, error);
}

/** The error of Node's HTTP parser without the bytes that the server has sent, which it would keep as long as somebody has the error. */
function withoutPacket(error: unknown): Error {
  return Object.assign(new Error(errorFrom(error).message), { code: connectionCode(error) });
}

/** Answers whose compression is wrong. */
const encoded = { what: "a compressed body that was not requested", wanted: "JSON" };
const broken = { what: "a body whose compression is broken", wanted: "JSON" };
