// Making certificates: `@capstan/serve/certificates`. Apart from the index because a server that is given its certificate needs none of it.
export { type CertificateAuthority, createCertificateAuthority, createSelfSigned } from "./authority.ts";
export type { CertificateRequest, CertificateUsage, KeyPair } from "./certificate.ts";
