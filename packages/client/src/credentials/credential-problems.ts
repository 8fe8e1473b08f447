// Finds what is wrong with certificates, keys and tokens. OpenSSL skips an authority that it cannot read without an error; the server's certificate is then not trusted.
import { X509Certificate } from "node:crypto";

const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** What is wrong with certificates in PEM, as in "... has no certificate in PEM"; undefined when each of them can be read. */
export function certificateProblem(pem: string): string | undefined {
  const blocks = pem.match(certificate) ?? [];
  if (blocks.length === 0) return "has no certificate in PEM";
  const broken = blocks.findIndex((block) => !isCertificate(block));
  if (broken < 0) return undefined;
  return blocks.length === 1
    ? "has a certificate that cannot be read"
    : `has a certificate that cannot be read, number ${broken + 1}`;
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

/** What is wrong with a private key in PEM; its content is checked when TLS uses it. */
export function keyProblem(pem: string): string | undefined {
  return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem) ? undefined : "has no private key in PEM";
}

/** What is wrong with a token; undefined when it can be sent. The token itself is not quoted. */
export function tokenProblem(token: string): string | undefined {
  if (/[\r\n]/.test(token)) return "has a line break";
  // Characters that Go's client does not send in a header either.
  return /[^\t\x20-\x7e\x80-\xff]/.test(token) ? "has a character that no token has" : undefined;
}
