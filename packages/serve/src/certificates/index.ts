// `@capstan/serve/certificates`: creates certificates. Separate from the index, because a server that has a certificate needs none of it.
export { type CertificateAuthority, createCertificateAuthority, createSelfSigned } from "./authority.ts";
export type { CertificateOptions, CertificateUsage, CertificateAndKey } from "./certificate.ts";
