// Checks a certificate and its key before a server uses them, so that a mistake is reported at the start and not by every caller. No
// message contains the key.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { errorFrom } from "@capstan/kube";
import { serveError } from "./errors.ts";

/** A certificate chain and its private key, in PEM. */
export interface CertificatePair {
  readonly certPem: string;
  readonly keyPem: string;
}

/**
 * Throws when clients would reject a certificate and its key: `serve/certificate-unreadable`, `serve/certificate-expired`, `serve/certificate-not-yet-valid`, or `serve/certificate-key-mismatch` for a key of another
 * certificate. Messages name the pair by `where` and never contain the key. Servers check theirs before they listen, and again when the files change.
 *
 * @example
 * checkCertificate({ certPem, keyPem }, "Secret default/webhook-tls");
 */
export function checkCertificate(pair: CertificatePair, where: string): void {
  const certificate = parse("certificate", where, () => new X509Certificate(pair.certPem));
  const key = parse("private key", where, (): KeyObject => createPrivateKey(pair.keyPem));
  const now = Date.now();
  if (Date.parse(certificate.validTo) <= now)
    throw serveError("serve/certificate-expired", { where, at: instant(certificate.validTo) });
  if (Date.parse(certificate.validFrom) > now)
    throw serveError("serve/certificate-not-yet-valid", { where, at: instant(certificate.validFrom) });
  if (!certificate.checkPrivateKey(key)) throw serveError("serve/certificate-key-mismatch", { where });
}

function parse<T>(what: string, where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw serveError("serve/certificate-unreadable", { what, where, reason: errorFrom(error).message });
  }
}

function instant(date: string): string {
  return new Date(date).toISOString().replace(".000Z", "Z");
}
