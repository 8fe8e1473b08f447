// Creates X.509 certificates on EC P-256. Encoded by hand, because Node reads and signs certificates but cannot create them, and libraries
// cost 1.7 to 6.2 MB and up to 190 ms per start (docs/decisions/0013-certificates-are-encoded-by-hand.md). der.ts has the encoding; the
// tests check every certificate with Node's X509Certificate and in TLS handshakes.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { serveError } from "../errors.ts";
import {
  bitString,
  booleanTrue,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  derSequence,
  set,
  tagged,
  time,
  utf8String,
} from "./der.ts";

/** A certificate and its private key, in PEM. The key is secret: never write it to a log or an error. */
export interface CertificateAndKey {
  readonly certPem: string;
  readonly keyPem: string;
}

/** What a certificate may be used for. */
export type CertificateUsage = "client" | "server";

/** The contents of a certificate. */
export interface CertificateOptions {
  /** The subject's common name; a user's name in a client certificate. */
  readonly commonName: string;
  /** The subject's organizations; a user's groups in a client certificate. */
  readonly organizations?: readonly string[];
  /** The server's DNS names. */
  readonly dnsNames?: readonly string[];
  /** The server's IPv4 and IPv6 addresses. */
  readonly ipAddresses?: readonly string[];
  /** What it may be used for. Default: both. */
  readonly usages?: readonly CertificateUsage[];
  /** For how many days it is valid, counted from `validFrom`, or from now if that is not given. Default: 365. */
  readonly days?: number;
  /** When it starts to be valid. Default: an hour before now, because clocks differ between machines. */
  readonly validFrom?: Date;
}

/** The signer: its name, its private key, and the id of its public key. */
export interface CertificateIssuer {
  readonly name: Buffer;
  readonly key: KeyObject;
  readonly keyId: Buffer;
}

/** A certificate's contents, and whether the certificate may sign others. */
export interface CertificateTemplate extends CertificateOptions {
  readonly isAuthority?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const clockSkewMs = 60 * 60 * 1000;

const oid = {
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  organization: "2.5.4.10",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAlternativeName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
} as const;

const usageOid: Readonly<Record<CertificateUsage, string>> = {
  server: "1.3.6.1.5.5.7.3.1",
  client: "1.3.6.1.5.5.7.3.2",
};

/** keyUsage as a BIT STRING: keyCertSign and cRLSign (and digitalSignature) for an authority, digitalSignature for the rest. */
const keyUsage = {
  authority: bitString(Buffer.from([0b1000_0110]), 1),
  leaf: bitString(Buffer.from([0b1000_0000]), 7),
};

/** Creates a key pair and its certificate; without an issuer it is self-signed. */
export function createCertificate(template: CertificateTemplate, issuer?: CertificateIssuer): CertificateAndKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = distinguishedName(template);
  const spki = publicKey.export({ type: "spki", format: "der" });
  const signer = issuer ?? { name, key: privateKey, keyId: keyIdOf(publicKey) };
  const algorithm = derSequence(objectIdentifier(oid.ecdsaWithSha256));
  const body = derSequence(
    tagged(0, integer(Buffer.from([2]))),
    // 127 random bits behind a leading 1: positive, unpredictable and never empty.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    signer.name,
    validity(template),
    name,
    spki,
    tagged(3, extensions(template, keyIdOf(publicKey), signer.keyId)),
  );
  const signature = sign("sha256", body, signer.key);
  return {
    certPem: pem("CERTIFICATE", derSequence(body, algorithm, bitString(signature))),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** The encoded name of a subject: organizations, then the common name. */
export function distinguishedName({
  commonName,
  organizations = [],
}: Pick<CertificateOptions, "commonName" | "organizations">): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    set(derSequence(objectIdentifier(type), utf8String(value)));
  return derSequence(
    ...organizations.map((name) => attribute(oid.organization, name)),
    attribute(oid.commonName, commonName),
  );
}

/** The id of a public key in certificates: RFC 5280's SHA-1 of the key's bits, which identifies and protects nothing. */
export function keyIdOf(publicKey: KeyObject): Buffer {
  const spki = publicKey.export({ type: "spki", format: "der" });
  // A P-256 key's last 65 bytes are its uncompressed point, the content of the BIT STRING.
  return createHash("sha1").update(spki.subarray(-65)).digest();
}

function validity({ validFrom, days = 365 }: CertificateOptions): Buffer {
  const from = validFrom ?? new Date(Date.now() - clockSkewMs);
  const until = new Date((validFrom?.getTime() ?? Date.now()) + days * dayMs);
  return derSequence(time(from), time(until));
}

function extensions(template: CertificateTemplate, keyId: Buffer, issuerKeyId: Buffer): Buffer {
  const authority = template.isAuthority === true;
  const names = [
    ...(template.dnsNames ?? []).map((name) => implicit(2, Buffer.from(name, "ascii"))),
    ...(template.ipAddresses ?? []).map((address) => implicit(7, addressBytes(address))),
  ];
  const usages = (template.usages ?? ["server", "client"]).map((usage) => objectIdentifier(usageOid[usage]));
  return derSequence(
    extension(oid.basicConstraints, { critical: true, value: derSequence(...(authority ? [booleanTrue()] : [])) }),
    extension(oid.keyUsage, { critical: true, value: authority ? keyUsage.authority : keyUsage.leaf }),
    extension(oid.subjectKeyIdentifier, { value: octetString(keyId) }),
    extension(oid.authorityKeyIdentifier, { value: derSequence(implicit(0, issuerKeyId)) }),
    ...(authority ? [] : [extension(oid.extendedKeyUsage, { value: derSequence(...usages) })]),
    ...(names.length === 0 ? [] : [extension(oid.subjectAlternativeName, { value: derSequence(...names) })]),
  );
}

function extension(type: string, { critical = false, value }: { critical?: boolean; value: Buffer }): Buffer {
  return derSequence(objectIdentifier(type), ...(critical ? [booleanTrue()] : []), octetString(value));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  if (isIPv6(address) && !address.includes(".") && !address.includes("%"))
    return Buffer.from(ipv6Groups(address).flatMap((group) => [group >> 8, group & 0xff]));
  throw serveError("serve/bad-ip-address", { address });
}

function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const groups = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const left = groups(head);
  const right = groups(tail ?? "");
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
