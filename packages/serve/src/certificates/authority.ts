// Certificate authorities and self-signed certificates: for tests, for local clusters, and for webhooks that manage their own.
// Called through `@capstan/serve/certificates`. It keeps nothing: whoever asks holds the keys, in the clear.
import { createPrivateKey, createPublicKey } from "node:crypto";
import { type CertificateRequest, distinguishedName, type KeyPair, keyIdOf, makeCertificate } from "./certificate.ts";

/** Something that signs certificates: the PEM of its own, and the act. */
export interface CertificateAuthority extends KeyPair {
  /** Makes a new key pair and signs its certificate. */
  issue(request: CertificateRequest): KeyPair;
}

/** How long an authority is valid when nothing else is said: longer than anything it signs. */
const authorityDays = 3650;

/** Makes an authority with a new self-signed root on EC P-256, valid for ten years unless `days` says otherwise. */
export function createCertificateAuthority({
  commonName,
  days = authorityDays,
}: {
  readonly commonName: string;
  readonly days?: number;
}): CertificateAuthority {
  const pair = makeCertificate({ commonName, days, isAuthority: true });
  const issuer = {
    name: distinguishedName({ commonName }),
    key: createPrivateKey(pair.keyPem),
    keyId: keyIdOf(createPublicKey(pair.certPem)),
  };
  return { ...pair, issue: (request) => makeCertificate(request, issuer) };
}

/** Makes a certificate that vouches for itself: clients trust it by being given this very certificate as authority. */
export function createSelfSigned(request: CertificateRequest): KeyPair {
  return makeCertificate(request);
}
