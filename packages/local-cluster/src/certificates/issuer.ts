// The self-signed issuer of cert-manager: each Certificate gets a key pair in its Secret and a Ready condition. It renews nothing;
// for other kinds of issuers the condition reports that they are not supported.
import type { Client } from "@capstan/client";
import { type Condition, formatKey, keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { createSelfSigned, type CertificateAndKey } from "@capstan/serve/certificates";
import { Certificate, Issuer } from "./kinds.ts";

/** The authorities of the Secrets that were issued, in PEM, by "namespace/certificate". */
export type IssuedAuthorities = Map<string, string>;

/** One round over all certificates. */
export interface IssueOptions {
  readonly client: Client;
  readonly issuers: readonly Issuer[];
  readonly certificates: readonly Certificate[];
  readonly issued: IssuedAuthorities;
}

/** Issues missing certificates. */
export async function issueCertificates({ client, issuers, certificates, issued }: IssueOptions): Promise<void> {
  // A Certificate that is deleted and created again gets a new Secret.
  const present = new Set(certificates.map((certificate) => formatKey(keyOf(certificate))));
  for (const key of issued.keys()) if (!present.has(key)) issued.delete(key);
  for (const issuer of issuers) await reportIssuer(client, issuer);
  for (const certificate of certificates) {
    const problem = whyNot(certificate, issuers);
    if (problem === undefined) await issue(client, certificate, issued);
    await reportCertificate(client, certificate, problem);
  }
}

/** Why a certificate cannot be issued; undefined when it can. */
export function whyNot(certificate: Certificate, issuers: readonly Issuer[]): string | undefined {
  const { kind = "Issuer", name = "" } = certificate.spec?.issuerRef ?? {};
  if (kind !== "Issuer") return `issuers of kind ${kind} are not played here, only selfSigned Issuers`;
  const { namespace } = certificate.metadata;
  const issuer = issuers.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (issuer === undefined) return `the Issuer ${namespace ?? ""}/${name} does not exist`;
  if (issuer.spec?.selfSigned === undefined)
    return `the Issuer ${namespace ?? ""}/${name} is not selfSigned, and no other kind is played here`;
  return certificate.spec?.secretName === undefined ? "spec.secretName is empty" : undefined;
}

async function issue(client: Client, certificate: Certificate, issued: IssuedAuthorities): Promise<void> {
  const key = formatKey(keyOf(certificate));
  if (issued.has(key)) return;
  const secretKey = { namespace: certificate.metadata.namespace ?? "", name: certificate.spec?.secretName ?? "" };
  const existing = await client.find(Secret, secretKey);
  if (existing === undefined) await client.create(Secret, secretOf(certificate, secretKey));
  const secret = existing ?? (await client.get(Secret, secretKey));
  issued.set(key, Buffer.from(secret.data?.["ca.crt"] ?? "", "base64").toString("utf8"));
}

function secretOf(certificate: Certificate, key: { readonly namespace: string; readonly name: string }): Secret {
  const pair = keyPairOf(certificate);
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  // A self-signed certificate is its own authority.
  const data = { "tls.crt": encode(pair.certPem), "tls.key": encode(pair.keyPem), "ca.crt": encode(pair.certPem) };
  const annotations = { "cert-manager.io/certificate-name": certificate.metadata.name ?? "" };
  return { apiVersion: "v1", kind: "Secret", metadata: { ...key, annotations }, type: "kubernetes.io/tls", data };
}

function keyPairOf({ metadata, spec = {} }: Certificate): CertificateAndKey {
  const { commonName = spec.dnsNames?.[0] ?? metadata.name ?? "", dnsNames = [], ipAddresses = [] } = spec;
  return createSelfSigned({ commonName, dnsNames, ipAddresses });
}

async function reportIssuer(client: Client, issuer: Issuer): Promise<void> {
  const status = ready(issuer.status?.conditions, undefined);
  if (status !== undefined)
    await client.patch(Issuer, keyOf(issuer), { type: "merge", subresource: "status", body: { status } });
}

async function reportCertificate(client: Client, certificate: Certificate, problem: string | undefined): Promise<void> {
  const status = ready(certificate.status?.conditions, problem);
  if (status !== undefined)
    await client.patch(Certificate, keyOf(certificate), { type: "merge", subresource: "status", body: { status } });
}

/** A status with the Ready condition; undefined when it is unchanged. */
function ready(present: readonly Partial<Condition>[] | undefined, problem: string | undefined): object | undefined {
  const status = problem === undefined ? "True" : "False";
  const message = problem ?? "issued";
  const same =
    present?.some(
      (condition) => condition.type === "Ready" && condition.status === status && condition.message === message,
    ) ?? false;
  if (same) return undefined;
  const reason = problem === undefined ? "Ready" : "NotSupported";
  return { conditions: [{ type: "Ready", status, reason, message, lastTransitionTime: new Date().toISOString() }] };
}
