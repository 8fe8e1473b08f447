// The certificates of one etcd. They have an authority of their own: a user of the API server is none of etcd.
import type { ClusterCredentials } from "@capstan/kube";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { secretFolder } from "../host/secret-file.ts";

/** Paths of what a client of etcd needs. */
export interface EtcdClientFiles {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** The files of etcd and of its clients. */
export interface EtcdPki {
  readonly authority: string;
  readonly serverCertificate: string;
  readonly serverKey: string;
  readonly clientFiles: EtcdClientFiles;
  /** For clients in this process. */
  readonly clientCredentials: Required<Pick<ClusterCredentials, "caData" | "certData" | "keyData">>;
}

/** Creates all certificates and writes their files. */
export function createEtcdPki(folder: string): EtcdPki {
  const write = secretFolder(folder);
  const authority = createCertificateAuthority({ commonName: "capstan-testenv-etcd" });
  // Its JSON gateway is a client of itself, with the server's certificate.
  const server = authority.issue({
    commonName: "etcd",
    ipAddresses: ["127.0.0.1"],
    dnsNames: ["localhost"],
    usages: ["server", "client"],
  });
  const client = authority.issue({ commonName: "etcd-client", usages: ["client"] });
  const authorityFile = write("ca.crt", authority.certPem);
  return {
    authority: authorityFile,
    serverCertificate: write("server.crt", server.certPem),
    serverKey: write("server.key", server.keyPem),
    clientFiles: {
      authority: authorityFile,
      certificate: write("client.crt", client.certPem),
      key: write("client.key", client.keyPem),
    },
    clientCredentials: { caData: authority.certPem, certData: client.certPem, keyData: client.keyPem },
  };
}
