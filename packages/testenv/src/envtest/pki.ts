// The certificates and keys of a real control plane, created for each one and deleted with its folder.
import { generateKeyPairSync } from "node:crypto";
import { type CertificateAuthority, createCertificateAuthority } from "@capstan/serve/certificates";
import { secretFolder } from "../host/secret-file.ts";

/** The files of the API server, and what signs the certificates of users. */
export interface Pki {
  readonly authority: CertificateAuthority;
  readonly authorityCertificate: string;
  readonly serverCertificate: string;
  readonly serverKey: string;
  readonly serviceAccountKey: string;
  readonly serviceAccountPublicKey: string;
}

/** The first address of the service range is the API server's own. */
const serverNames = [
  "localhost",
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
];
const serverAddresses = ["127.0.0.1", "10.0.0.1"];

/** Creates all certificates and writes the files of the API server. */
export function createPki(folder: string): Pki {
  const write = secretFolder(folder);
  const authority = createCertificateAuthority({ commonName: "capstan-testenv" });
  const server = authority.issue({ commonName: "kube-apiserver", dnsNames: serverNames, ipAddresses: serverAddresses });
  const tokens = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    authority,
    authorityCertificate: write("ca.crt", authority.certPem),
    serverCertificate: write("apiserver.crt", server.certPem),
    serverKey: write("apiserver.key", server.keyPem),
    serviceAccountKey: write("sa.key", tokens.privateKey.export({ type: "pkcs8", format: "pem" })),
    serviceAccountPublicKey: write("sa.pub", tokens.publicKey.export({ type: "spki", format: "pem" })),
  };
}
