// Certificates and keys of somebody else, as OpenSSL may get them. It decodes and checks them in the event loop, and reads more from PEM than
// certificates under their usual name: only what was read and checked here is passed on, in PEM of our own.
import type { CapstanError } from "@capstan/kube";
import { certificateFault, isQuickPrivateKey, keyKinds, mostCertificates } from "@capstan/kube/tls";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";

const authorityField = "certificate-authority-data";
const certificateField = "client-certificate-data";
const keyField = "client-key-data";

/** The context with its certificates and key as they may be decoded. Rejects what takes long. */
export function checkedContext({ name, cluster, user, namespace }: SelectedContext): SelectedContext {
  const { file } = cluster;
  const { [authorityField]: authority, ...server } = cluster.value;
  const { [certificateField]: certificate, [keyField]: key, ...identity } = user.value;
  const checked = (data: string, what: string): string => encoded(checkedCertificates(decoded(data), { what, file }));
  return {
    name,
    cluster: {
      ...cluster,
      value: {
        ...server,
        ...(authority === undefined ? {} : { [authorityField]: checked(authority, "certificate authority") }),
      },
    },
    user: {
      ...user,
      value: {
        ...identity,
        ...(certificate === undefined ? {} : { [certificateField]: checked(certificate, "client certificate") }),
        ...(key === undefined ? {} : { [keyField]: encoded(checkedKey(decoded(key), file)) }),
      },
    },
    namespace,
  };
}

/** Data of a kubeconfig is PEM, encoded in base64 once more. */
function decoded(data: string): string {
  return Buffer.from(data, "base64").toString("utf8");
}

function encoded(pem: string): string {
  return Buffer.from(pem).toString("base64");
}

const certificateBlock = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

function checkedCertificates(pem: string, { what, file }: { readonly what: string; readonly file: string }): string {
  if (pem.replace(certificateBlock, "").includes("-----BEGIN"))
    throw bad(file, `its ${what} has more than certificates`);
  const bodies = [...pem.matchAll(certificateBlock)].map(([, body = ""]) => body);
  if (bodies.length > mostCertificates) throw bad(file, `its ${what} has more than ${mostCertificates} certificates`);
  const certificates = bodies.map((body) => Buffer.from(body, "base64"));
  for (const certificate of certificates) {
    const fault = certificateFault(certificate);
    if (fault !== undefined) throw bad(file, `its ${what} ${fault}`);
  }
  return certificates.map((certificate) => pemOf("CERTIFICATE", certificate)).join("");
}

const keyBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \1-----/;

/** The first private key, as in Go; files of keys on curves have a block with the curve before it. */
function checkedKey(pem: string, file: string): string {
  const [, label = "", body = ""] = keyBlock.exec(pem) ?? [];
  const key = Buffer.from(body, "base64");
  if (isQuickPrivateKey(label, key)) return pemOf(label, key);
  throw bad(file, `its client key is not ${keyKinds}`);
}

/** As OpenSSL writes it, in lines of 64 characters. */
function pemOf(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

function bad(file: string, reason: string): CapstanError {
  return clientError("client/bad-kubeconfig", { file, reason });
}
