// Where a server's certificate comes from: given once, or read from a directory and read again when it changes.
// Kubernetes replaces a mounted Secret by replacing the `..data` link, which a watch of the directory reports. Some mounts report nothing,
// so the directory is also read every 10 s. A pair that is broken or half replaced never replaces a working one.
import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorFrom } from "@capstan/kube";
import { checkCertificate, type CertificatePair } from "./certificate-check.ts";
import { serveError } from "./errors.ts";

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

/** How often a directory is read while its watch reports nothing. */
const pollMs = 10_000;
/** One replacement causes several events; the directory is read once, after the last. */
const settleMs = 50;

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
  return "directory" in source ? new DirectoryWatch(source, current, listener) : { close: () => undefined };
}

class DirectoryWatch implements CertificateWatch {
  readonly #source: CertificateDirectory;
  readonly #listener: CertificateListener;
  #seen: string;
  #closed = false;
  #settling: NodeJS.Timeout | undefined;
  readonly #poll: NodeJS.Timeout;
  readonly #watcher: FSWatcher | undefined;

  constructor(source: CertificateDirectory, current: CertificatePair, listener: CertificateListener) {
    this.#source = source;
    this.#listener = listener;
    this.#seen = fingerprint(current);
    this.#poll = setInterval(() => void this.#reload(), pollMs).unref();
    this.#watcher = this.#open();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  /** Some file systems have no watch; the poll then finds changes. */
  #open(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#source.directory, { persistent: false }, () => {
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => void this.#reload(), settleMs).unref();
      });
      watcher.on("error", (error) => this.#listener.onError(error));
      return watcher;
    } catch {
      return undefined;
    }
  }

  async #reload(): Promise<void> {
    try {
      const pair = await readPair(this.#source);
      if (this.#closed) return;
      if (fingerprint(pair) === this.#seen) return this.#listener.onRead?.(true);
      // Set before the check, so that a broken pair is reported once and not at every poll.
      this.#seen = fingerprint(pair);
      checkCertificate(pair, whereOf(this.#source));
      this.#listener.onChange(pair);
      this.#listener.onRead?.(true);
    } catch (error) {
      if (this.#closed) return;
      this.#listener.onError(error);
      this.#listener.onRead?.(false);
    }
  }
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
    return await readFile(file, "utf8");
  } catch (error) {
    const { code, message }: NodeJS.ErrnoException = errorFrom(error);
    const reason = code === "ENOENT" ? "the file does not exist" : message;
    throw serveError("serve/certificate-missing", { file, reason }, error);
  }
}

function whereOf(source: CertificateSource): string {
  return "directory" in source ? source.directory : "as given";
}

function fingerprint({ certPem, keyPem }: CertificatePair): string {
  return `${certPem}\n${keyPem}`;
}
