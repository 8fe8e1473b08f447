// What a kubeconfig that somebody else has written may say: one https address, and credentials as data. Messages have fixed strings only.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type CapstanError, type ClusterCredentials } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";
import { fieldError } from "./kubeconfig-entry.ts";

/** Fields that run a program or read a file. */
const unsafeFields = {
  cluster: ["certificate-authority"],
  user: ["client-certificate", "client-key", "tokenFile", "exec", "auth-provider"],
} as const;

const name = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** Rejects a context that runs programs, reads files, or names a server in another way than every API server has. */
export function checkContext({ cluster, user, namespace }: SelectedContext): void {
  const found =
    unsafeFields.cluster.find((field) => cluster.value[field] !== undefined) ??
    unsafeFields.user.find((field) => user.value[field] !== undefined);
  if (found !== undefined)
    throw bad(cluster.file, `"${found}" is not allowed in a kubeconfig that does not come from a local file`);
  const { server = "", "tls-server-name": tlsName } = cluster.value;
  const problem = addressProblem(server);
  if (problem !== undefined) throw fieldError(cluster, "server", { problem, help: "write it as https://host:port" });
  if (tlsName !== undefined && (!name.test(tlsName) || isIP(tlsName) !== 0))
    throw fieldError(cluster, "tls-server-name", { problem: "is not a DNS name", help: "write a DNS name" });
  if (namespace !== undefined && !name.test(namespace))
    throw bad(cluster.file, "the namespace of its context is not a name");
}

function addressProblem(server: string): string | undefined {
  if (server === "") return "is missing";
  if (!URL.canParse(server)) return "is not a URL";
  // URL removes blanks and the case of the scheme, and hides an empty query.
  if (!server.startsWith("https://")) return "does not start with https://";
  const { username, password } = new URL(server);
  if (username !== "" || password !== "") return "has a user or a password";
  if (/\s/.test(server)) return "has blanks";
  return /[?#]/.test(server) ? "has a query or a fragment" : undefined;
}

/** Larger keys take up to a second for each connection, and hold the event loop. */
const longestRsaBits = 4096;
const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** Larger certificates have extensions whose check takes longer than the handshake. */
const largestCertificateBytes = 16 * 1024;
/** The id of the extension "name constraints", 2.5.29.30, in DER. Each is compared with each name of the server's certificate. */
const nameConstraints = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x1e]);
const certificate = /-----BEGIN CERTIFICATE-----[^-]{1,65536}-----END CERTIFICATE-----/g;

/** Rejects authorities that take long to check a server with. */
export function checkAuthority({ caData }: ClusterCredentials, file: string): void {
  for (const [pem] of caData?.matchAll(certificate) ?? []) {
    const raw = readCertificate(pem)?.raw;
    if (raw !== undefined && (raw.length > largestCertificateBytes || raw.includes(nameConstraints)))
      throw bad(file, "its certificate authority is larger than 16 KB or has name constraints");
  }
}

/** Others are rejected where all certificates are, with the reason. */
function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Rejects a private key that takes long to use. */
export function checkKey({ keyData }: ClusterCredentials, file: string): void {
  if (keyData === undefined || isQuick(readKey(keyData))) return;
  throw bad(file, `its client key is not RSA of up to ${longestRsaBits} bits, P-256, P-384, P-521 or Ed25519`);
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function isQuick(key: KeyObject | undefined): boolean {
  const { modulusLength = Number.POSITIVE_INFINITY, namedCurve = "" } = key?.asymmetricKeyDetails ?? {};
  switch (key?.asymmetricKeyType) {
    case "rsa":
      return modulusLength <= longestRsaBits;
    case "ec":
      return curves.has(namedCurve);
    default:
      return key?.asymmetricKeyType === "ed25519";
  }
}

function bad(file: string, reason: string): CapstanError {
  return clientError("client/bad-kubeconfig", { file, reason });
}
