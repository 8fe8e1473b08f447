/**
 * Makes the certificates of a test: an authority, what it signs for servers and clients, and self-signed ones.
 * Used by the real backend and by local-cluster's certificate issuer. Not for production: keys are returned in the clear.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { bitString, element, integer, objectIdentifier, octetString, sequence, set, tagged, utcTime, utf8String, yes } from "./der.ts";

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** What a certificate says. */
export interface CertificateRequest {
  /** The subject's common name; a user's name in a client certificate. */
  readonly commonName: string;
  /** The subject's organisations; a user's groups in a client certificate. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses that a server answers to. */
  readonly names?: readonly string[];
  /** Whether it may sign other certificates. Default: false. */
  readonly isAuthority?: boolean;
  /** How long it is valid, from now. Default: one year. */
  readonly validForMs?: number;
}

/** Something that signs certificates: the PEM of its own, and the act. */
export interface Authority extends KeyPair {
  /** Signs a new key pair's certificate. */
  issue(request: CertificateRequest): KeyPair;
}

const year = 365 * 24 * 60 * 60 * 1000;
/** Clocks differ a little between machines; a certificate is valid from an hour ago. */
const clockSkew = 60 * 60 * 1000;

const oid = {
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  organization: "2.5.4.10",
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  extendedKeyUsage: "2.5.29.37",
  subjectAlternativeName: "2.5.29.17",
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
};

/** Makes a self-signed certificate; with `isAuthority` it is a root. */
export function selfSigned(request: CertificateRequest): KeyPair {
  return make(request, undefined);
}

/** Makes an authority with a new self-signed root. */
export function createAuthority(commonName: string): Authority {
  const pair = selfSigned({ commonName, isAuthority: true });
  const issuer = { name: distinguishedName({ commonName }), key: createPrivateKey(pair.key) };
  return { ...pair, issue: (request) => make(request, issuer) };
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
}

function make(request: CertificateRequest, issuer: Issuer | undefined): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = distinguishedName(request);
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256));
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    issuer?.name ?? subject,
    validity(request.validForMs ?? year),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(3, extensions(request)),
  );
  const signature = sign("sha256", body, issuer?.key ?? privateKey);
  return { certificate: pem("CERTIFICATE", sequence(body, algorithm, bitString(signature))), key: privateKeyPem(privateKey) };
}

function privateKeyPem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function validity(forMs: number): Buffer {
  const now = Date.now();
  return sequence(utcTime(new Date(now - clockSkew)), utcTime(new Date(now + forMs)));
}

function distinguishedName({ commonName, organizations = [] }: CertificateRequest): Buffer {
  const attribute = (type: string, text: string): Buffer => set(sequence(objectIdentifier(type), utf8String(text)));
  return sequence(...organizations.map((name) => attribute(oid.organization, name)), attribute(oid.commonName, commonName));
}

function extensions({ isAuthority = false, names = [] }: CertificateRequest): Buffer {
  const usage = isAuthority ? bitString(Buffer.from([0b1000_0110]), 1) : bitString(Buffer.from([0b1010_0000]), 5);
  const list = [
    extension(oid.basicConstraints, { critical: true, value: sequence(...(isAuthority ? [yes()] : [])) }),
    extension(oid.keyUsage, { critical: true, value: usage }),
  ];
  if (!isAuthority) {
    list.push(extension(oid.extendedKeyUsage, { value: sequence(objectIdentifier(oid.serverAuth), objectIdentifier(oid.clientAuth)) }));
  }
  if (names.length > 0) list.push(extension(oid.subjectAlternativeName, { value: sequence(...names.map(generalName)) }));
  return sequence(...list);
}

function extension(type: string, { critical = false, value }: { critical?: boolean; value: Buffer }): Buffer {
  return sequence(objectIdentifier(type), ...(critical ? [yes()] : []), octetString(value));
}

/** dNSName is `[2]`, iPAddress `[7]`, both implicitly tagged. */
function generalName(name: string): Buffer {
  return isIP(name) === 4 ? element(0x87, Buffer.from(name.split(".").map(Number))) : element(0x82, Buffer.from(name, "ascii"));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
