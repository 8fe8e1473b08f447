// Certificates and keys of somebody else, as OpenSSL may get them. It checks them in the event loop at each connection, and reads more from
// PEM than certificates under their usual name: only what was read and checked here is passed on, in PEM of our own.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { CapstanError, ClusterCredentials } from "@capstan/kube";
import { clientError } from "../errors.ts";

/** A cluster has one or two authorities, and while they are replaced, three or four. */
const mostCertificates = 10;
/** Larger ones have extensions whose check takes longer than the handshake. */
const largestBytes = 16 * 1024;
/** The id of the extension "name constraints", 2.5.29.30, in DER. Each is compared with each name of the server's certificate. */
const nameConstraints = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x1e]);
/** Other kinds of keys, and larger ones, take ten to a hundred times as long. */
const longestRsaBits = 4096;
const largestExponent = 2n ** 32n;
const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);
const keyKinds = `RSA of up to ${longestRsaBits} bits, P-256, P-384, P-521 or Ed25519`;

/** The credentials with their certificates and key as they may be used. Rejects what takes long to check. */
export function checkedCredentials(credentials: ClusterCredentials, file: string): ClusterCredentials {
  const { caData, certData, keyData, ...rest } = credentials;
  const checked = (pem: string, what: string): string => checkedCertificates(pem, { what, file });
  return {
    ...rest,
    ...(caData === undefined ? {} : { caData: checked(caData, "certificate authority") }),
    ...(certData === undefined ? {} : { certData: checked(certData, "client certificate") }),
    ...(keyData === undefined ? {} : { keyData: checkedKey(keyData, file) }),
  };
}

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function checkedCertificates(pem: string, { what, file }: { readonly what: string; readonly file: string }): string {
  if (pem.replace(block, "").includes("-----BEGIN")) throw bad(file, `its ${what} has more than certificates`);
  const certificates = (pem.match(block) ?? []).map((one) => new X509Certificate(one));
  if (certificates.length > mostCertificates)
    throw bad(file, `its ${what} has more than ${mostCertificates} certificates`);
  if (certificates.some(({ raw }) => raw.length > largestBytes || raw.includes(nameConstraints)))
    throw bad(file, `its ${what} is larger than 16 KB or has name constraints`);
  if (!certificates.every(hasQuickKey)) throw bad(file, `the key of its ${what} is not ${keyKinds}`);
  return certificates.map(String).join("");
}

function checkedKey(pem: string, file: string): string {
  const key = readKey(pem);
  if (key === undefined || !isQuick(key) || !hasPlainParts(key)) throw bad(file, `its client key is not ${keyKinds}`);
  return String(key.export({ type: "pkcs8", format: "pem" }));
}

/** A key that OpenSSL does not know has no object. */
function hasQuickKey(certificate: X509Certificate): boolean {
  try {
    return isQuick(certificate.publicKey);
  } catch {
    return false;
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function isQuick({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const {
    modulusLength = Number.POSITIVE_INFINITY,
    publicExponent = largestExponent,
    namedCurve = "",
  } = asymmetricKeyDetails;
  switch (asymmetricKeyType) {
    case "rsa":
      return modulusLength <= longestRsaBits && publicExponent < largestExponent;
    case "ec":
      return curves.has(namedCurve);
    default:
      return asymmetricKeyType === "ed25519";
  }
}

/** Whether the parts of an RSA key, which OpenSSL takes as they are, have the length that they have in a right one. */
function hasPlainParts(key: KeyObject): boolean {
  if (key.asymmetricKeyType !== "rsa") return true;
  const { n = "", d = "", ...factors } = key.export({ format: "jwk" });
  const longestFactor = Math.ceil(n.length / 2) + 1;
  return (
    d.length <= n.length && [factors.p, factors.q, factors.dp, factors.dq, factors.qi].every(isAtMost(longestFactor))
  );
}

const isAtMost =
  (length: number) =>
  (part: string | undefined = ""): boolean =>
    part.length <= length;

function bad(file: string, reason: string): CapstanError {
  return clientError("client/bad-kubeconfig", { file, reason });
}
