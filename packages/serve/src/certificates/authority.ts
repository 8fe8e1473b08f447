// Certificate authorities and self-signed certificates for tests, local clusters and webhooks. Nothing is stored: the caller keeps the keys.
import { createPrivateKey, createPublicKey } from "node:crypto";
import {
  type CertificateOptions,
  distinguishedName,
  type CertificateAndKey,
  keyIdOf,
  createCertificate,
} from "./certificate.ts";

/** A certificate authority: its own certificate and key, and `issue`, which signs others. */
export interface CertificateAuthority extends CertificateAndKey {
  /** Creates a key pair and signs its certificate. Throws `serve/bad-ip-address` for an invalid address. */
  issue(options: CertificateOptions): CertificateAndKey;
}

/** Longer than anything that the authority signs. */
const authorityDays = 3650;

/**
 * Creates a certificate authority with a new self-signed EC P-256 root. It is valid for ten years unless `days` is set.
 *
 * @example
 * const authority = createCertificateAuthority({ commonName: "test" });
 * const { certPem, keyPem } = authority.issue({ commonName: "webhook", dnsNames: ["localhost"], usages: ["server"] });
 */
export function createCertificateAuthority({
  commonName,
  days = authorityDays,
}: {
  readonly commonName: string;
  readonly days?: number;
}): CertificateAuthority {
  const pair = createCertificate({ commonName, days, isAuthority: true });
  const issuer = {
    name: distinguishedName({ commonName }),
    key: createPrivateKey(pair.keyPem),
    keyId: keyIdOf(createPublicKey(pair.certPem)),
  };
  return { ...pair, issue: (options) => createCertificate(options, issuer) };
}

/**
 * Creates a key pair with a self-signed certificate, for tests and local servers. A client trusts it when `certPem` is one of its authorities. Throws `serve/bad-ip-address` for an invalid address.
 *
 * @example
 * const { certPem, keyPem } = createSelfSigned({ commonName: "localhost", dnsNames: ["localhost"], usages: ["server"] });
 */
export function createSelfSigned(options: CertificateOptions): CertificateAndKey {
  return createCertificate(options);
}
