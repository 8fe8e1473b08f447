// A connection to one extension: https with keep-alive, by Node's own client. It sends what Cluster API's client sends: no
// Content-Type, the timeout in the query. What the extension sends is limited, from its first byte.
import { errorFrom } from "@capstan/kube";
import { attempt, collectAnswer, foreignLookup } from "@capstan/kube/http";
import { CertificateFault, clientTls, HandshakeExcess, isVersionAlert, LimitedAgent } from "@capstan/kube/tls";
import { type CallerLimits, callerLimits, checkJsonSize, excessOf } from "./caller-limits.ts";
import { warningsIn } from "./warning-header.ts";

/** Where an extension is, and how caller and extension prove who they are. */
export interface ExtensionAddress {
  /** The URL with the prefix of all paths, https only. */
  readonly url: string;
  /** The authorities (PEM) that signed the extension's certificate. Default: those of the system. */
  readonly caBundle?: string;
  /** The caller's certificate (PEM), for an extension that asks for one. */
  readonly certificate?: { readonly certPem: string; readonly keyPem: string };
  /**
   * Whether TLS 1.3 is used, for an extension that accepts nothing else and is trusted. In it certificates are encrypted, so that they cannot be
   * checked before OpenSSL reads them: a hostile extension can hold the event loop for several seconds in each handshake. Default: false.
   */
  readonly tls13?: boolean;
  /** How much the extension may send. Default: `callerLimits`. */
  readonly limits?: Partial<CallerLimits>;
}

/** The response to a POST. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** The sentences of the header `Warning`, for example about a deprecated version: ten at most, cut after 512 characters. */
  readonly warnings?: readonly string[];
}

/** A connection to an extension. */
export interface ExtensionConnection {
  readonly url: string;
  /** Posts a body to a path, which may have a query; rejects when there is no response within the time. */
  post(path: string, body: string, seconds: number): Promise<RawAnswer>;
  /** Closes idle sockets. */
  close(): void;
}

/**
 * Connects to an extension as Cluster API does: https, with keep-alive. Sockets are opened when it is first used, so an
 * extension that cannot be reached is an error of `discover` and `callHandler`, not of this. Close it when it is not needed
 * any more.
 *
 * Throws a TypeError for a URL that is not one, or that has a user or a password.
 *
 * @example
 * const connection = connectExtension({ url: "https://localhost:9443", caBundle: readFileSync("ca.crt", "utf8") });
 * const handlers = await discover(connection);
 * connection.close();
 */
export function connectExtension(address: ExtensionAddress): ExtensionConnection {
  const { url, caBundle, certificate, tls13 = false } = address;
  const base = new URL(url);
  // Errors name the URL, and a call would send neither.
  if (base.username !== "" || base.password !== "")
    throw new TypeError("the URL of an extension has a user or a password: remove them, a certificate says who calls");
  const limits = { ...callerLimits, ...address.limits };
  const agent = new LimitedAgent(
    {
      keepAlive: true,
      // The zone of its name may never answer.
      lookup: foreignLookup(),
      ...clientTls(tls13),
      ...(caBundle === undefined ? {} : { ca: caBundle }),
      ...(certificate === undefined ? {} : { cert: certificate.certPem, key: certificate.keyPem }),
    },
    { handshakeBytes: limits.handshakeBytes, tls13 },
  );
  return {
    url,
    post: (path, body, seconds) => post({ target: target(base, path, seconds), body, seconds }, { agent, limits }),
    close: () => agent.destroy(),
  };
}

/** As Cluster API joins them: slashes that follow each other are one, and the query of the URL stays. */
function target(base: URL, path: string, seconds: number): URL {
  const [place = "", query = ""] = path.split("?", 2);
  const joined = new URL(base);
  // A URL that is resolved against the base could name another host.
  joined.pathname = [...base.pathname.split("/"), ...place.split("/")].filter((step) => step !== "").join("/");
  for (const [name, value] of new URLSearchParams(query)) joined.searchParams.append(name, value);
  joined.searchParams.append("timeout", `${seconds}s`);
  return joined;
}

interface Post {
  readonly target: URL;
  readonly body: string;
  readonly seconds: number;
}

interface Used {
  readonly agent: LimitedAgent;
  readonly limits: CallerLimits;
}

async function post({ target: { origin, pathname, search }, body, seconds }: Post, used: Used): Promise<RawAnswer> {
  const { agent, limits } = used;
  try {
    const { response, settle, reason } = await attempt({
      base: new URL(origin),
      agent,
      method: "POST",
      path: `${pathname}${search}`,
      headers: { "accept-encoding": "identity" },
      body,
      headerBytes: limits.headerBytes,
      timeoutMs: seconds * 1000,
      timeoutError: () => new Error(`no answer within ${seconds}s`),
      signal: undefined,
    });
    const whole = collectAnswer(response, limits.answerBytes, () => excessOf("answerBytes", limits));
    const bytes = await whole.catch((error: unknown) => Promise.reject(errorFrom(reason() ?? error))).finally(settle);
    const { statusCode: status = 0 } = response;
    if (status === 200) checkJsonSize(bytes, limits);
    const warnings = warningsIn([response.headers["warning"] ?? []].flat().join(", "));
    return { status, body: bytes.toString("utf8"), ...(warnings.length > 0 && { warnings }) };
  } catch (error) {
    throw explained(errorFrom(error), limits);
  }
}

/** The error of a connection, in words where Node's own do not say what to do. */
function explained(error: NodeJS.ErrnoException, limits: CallerLimits): Error {
  if (error instanceof HandshakeExcess) return excessOf("handshakeBytes", limits);
  if (error.code === "HPE_HEADER_OVERFLOW") return excessOf("headerBytes", limits);
  if (error instanceof CertificateFault)
    return new Error(`one of the certificates that it sends ${error.message}`, { cause: error });
  if (isVersionAlert(error))
    return new Error(
      "it does not accept TLS 1.2; if you trust it, set tls13 of connectExtension, or --tls13 of the command",
      { cause: error },
    );
  const distrusted = distrust[error.code ?? ""];
  return distrusted === undefined ? error : new Error(distrusted, { cause: error });
}

const unsigned = "its certificate is not signed by an authority that is trusted here";

/** By OpenSSL's code. OpenSSL's own messages name flags of Node in place of what the caller can give. */
const distrust: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
};
