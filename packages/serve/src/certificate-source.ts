// Where a server's certificate comes from: given once, or read from a directory and read again when it changes.
import { join } from "node:path";
import { errorFrom } from "@capstan/kube";
import { checkCertificate, type CertificatePair } from "./certificate-check.ts";
import { serveError } from "./errors.ts";
import { FileFollower } from "./follow-files.ts";
import { readPemFile } from "./read-pem-file.ts";

/** A directory with a certificate and its key, such as a mounted Secret of type kubernetes.io/tls. */
export interface CertificateDirectory {
  readonly directory: string;
  /** The certificate's file. Default: tls.crt. */
  readonly certName?: string;
  /** The key's file. Default: tls.key. */
  readonly keyName?: string;
}

/** A certificate and its key, or a directory that is read again when it changes. */
export type CertificateSource = CertificatePair | CertificateDirectory;

/** Callbacks for a followed directory. */
export interface CertificateListener {
  /** Called with each new pair that passes the check. */
  readonly onChange: (pair: CertificatePair) => void;
  /** Called when a new pair does not pass; the earlier one stays in use. */
  readonly onError: (error: unknown) => void;
  /** Called after each read: whether the pair can be used. */
  readonly onRead?: ((ok: boolean) => void) | undefined;
}

/** A followed source. */
export interface CertificateWatch {
  close(): void;
}

/** Reads a source's pair and checks it. */
export async function loadCertificate(source: CertificateSource): Promise<CertificatePair> {
  const pair = "directory" in source ? await readPair(source) : source;
  checkCertificate(pair, whereOf(source));
  return pair;
}

/** Follows a directory and reports each new pair. A source that is a pair never changes. */
export function followCertificate(
  source: CertificateSource,
  current: CertificatePair,
  listener: CertificateListener,
): CertificateWatch {
  if (!("directory" in source)) return { close: () => undefined };
  return new FileFollower({
    directory: source.directory,
    read: () => readPair(source),
    fingerprint: ({ certPem, keyPem }) => `${certPem}\n${keyPem}`,
    current,
    accept: (pair) => {
      checkCertificate(pair, whereOf(source));
      listener.onChange(pair);
    },
    onError: listener.onError,
    onRead: listener.onRead,
  });
}

async function readPair({
  directory,
  certName = "tls.crt",
  keyName = "tls.key",
}: CertificateDirectory): Promise<CertificatePair> {
  // Read one after the other: when both files are missing, the message always names the certificate.
  const certPem = await readPem(join(directory, certName));
  return { certPem, keyPem: await readPem(join(directory, keyName)) };
}

async function readPem(file: string): Promise<string> {
  try {
    return await readPemFile(file);
  } catch (error) {
    const { code, message }: NodeJS.ErrnoException = errorFrom(error);
    const reason = code === "ENOENT" ? "the file does not exist" : message;
    throw serveError("serve/certificate-missing", { file, reason }, error);
  }
}

function whereOf(source: CertificateSource): string {
  return "directory" in source ? source.directory : "as given";
}
