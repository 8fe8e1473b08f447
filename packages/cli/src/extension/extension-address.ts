// Where an extension runs, and with which files caller and extension prove who they are: read from the options of the command line, and checked before anything is sent.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import type { ExtensionAddress } from "@capstan/extension-kit/caller";
import { errorOf } from "@capstan/kube";
import { readContent } from "../project/files.ts";
import { usageError } from "../verb.ts";
import { extensionDiagnostics } from "./extension-diagnostics.ts";

/** What the command line gives of an address; files are relative to `cwd`. */
export interface GivenAddress {
  readonly cwd: string;
  /** The option that names the URL. */
  readonly option: string;
  readonly url: string;
  readonly ca: string | undefined;
  readonly clientCert: string | undefined;
  readonly clientKey: string | undefined;
  /** Whether TLS 1.3 is used. */
  readonly tls13: boolean;
}

/** The address. Throws for a URL that is not one, for a file that cannot be read, and for one that has something else. */
export async function extensionAddress(given: GivenAddress): Promise<ExtensionAddress> {
  const { option, url, ca, clientCert, clientKey, tls13, cwd } = given;
  const { protocol, username, password } = URL.parse(url) ?? {};
  if (protocol !== "https:" || username !== "" || password !== "")
    throw usageError(`${option} is "${url}": write an address such as https://localhost:9443, without a user`);
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw usageError("--client-cert and --client-key belong together: name the certificate and its key");
  const authorities = ca === undefined ? undefined : await readCertificates({ option: "--ca", file: ca, cwd });
  const certificate =
    clientCert === undefined || clientKey === undefined
      ? undefined
      : await readPair(
          { option: "--client-cert", file: clientCert, cwd },
          { option: "--client-key", file: clientKey, cwd },
        );
  return {
    url,
    tls13,
    ...(authorities !== undefined && { caBundle: authorities }),
    ...(certificate !== undefined && { certificate }),
  };
}

/** A file of the command line. */
interface NamedFile {
  readonly option: string;
  readonly file: string;
  readonly cwd: string;
}

async function readCertificates(named: NamedFile): Promise<string> {
  const pem = await readContent(resolve(named.cwd, named.file));
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  // OpenSSL skips an authority that it cannot read, and Node takes its own ones where there is none at all.
  if (blocks.length === 0) throw badFile(named, "which has no certificate in PEM", "name a file with PEM certificates");
  for (const block of blocks)
    if (certificateOf(block) === undefined)
      throw badFile(named, "which has a certificate that cannot be read", "create the file again; it may be cut off");
  return pem;
}

async function readPair(cert: NamedFile, key: NamedFile): Promise<NonNullable<ExtensionAddress["certificate"]>> {
  const certPem = await readCertificates(cert);
  const keyPem = await readContent(resolve(key.cwd, key.file));
  const certificate = new X509Certificate(certPem);
  const privateKey = keyOf(keyPem);
  if (privateKey === undefined)
    throw badFile(key, "which has no private key in PEM that can be read", "name a key without a passphrase");
  if (!certificate.checkPrivateKey(privateKey))
    throw badFile(key, `whose key is not that of the certificate in ${cert.file}`, "name the two files of one pair");
  const ends = Date.parse(certificate.validTo);
  if (ends <= Date.now())
    throw badFile(cert, `whose certificate expired at ${new Date(ends).toISOString()}`, "renew the certificate");
  return { certPem, keyPem };
}

function certificateOf(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function keyOf(pem: string): ReturnType<typeof createPrivateKey> | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // OpenSSL's own error may quote the file.
    return undefined;
  }
}

function badFile({ option, file }: NamedFile, problem: string, help: string): Error {
  return errorOf(extensionDiagnostics, "extension/bad-file", { values: { option, file, problem, help } });
}
