// Where a server's certificate comes from: given once, or read from a directory and read again when it changes. Called by server.ts.
// Kubernetes replaces a mounted Secret by swapping the `..data` link, which the directory's own watch sees; a slow poll stands
// behind the watch, because some mounts report nothing. A pair that is broken or half replaced never displaces one that works.
import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorFrom } from "@capstan/kube";
import { checkCertificate, type CertificatePair } from "./certificate-check.ts";
import { serveError } from "./errors.ts";

/** A directory that holds a certificate and its key, as a Secret of type kubernetes.io/tls is mounted. */
export interface CertificateDirectory {
  readonly directory: string;
  /** The certificate's file. Default: tls.crt. */
  readonly certName?: string;
  /** The key's file. Default: tls.key. */
  readonly keyName?: string;
}

/** A certificate and key given as they are, or a directory to read them from and to follow. */
export type CertificateSource = CertificatePair | CertificateDirectory;

/** What is told of a followed directory. */
export interface CertificateListener {
  /** A new pair that passed its check. */
  readonly onChange: (pair: CertificatePair) => void;
  /** A pair that did not; the earlier one stays in use. */
  readonly onError: (error: unknown) => void;
}

/** Ends the following of a source. */
export interface CertificateWatch {
  close(): void;
}

/** How often a directory is read when its watch reports nothing. */
const pollMs = 10_000;
/** Several events come for one replacement; one read after the last of them is enough. */
const settleMs = 50;

/** Reads a source's pair and checks it. */
export async function loadCertificate(source: CertificateSource): Promise<CertificatePair> {
  const pair = "directory" in source ? await readPair(source) : source;
  checkCertificate(pair, whereOf(source));
  return pair;
}

/** Follows a directory, telling of each pair that differs from the one before; a pair given as it is never changes. */
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

  /** Without a watch (some file systems have none) the poll alone finds changes. */
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
      if (this.#closed || fingerprint(pair) === this.#seen) return;
      // Remembered before it is checked: a broken pair is reported once, not at every poll.
      this.#seen = fingerprint(pair);
      checkCertificate(pair, whereOf(this.#source));
      this.#listener.onChange(pair);
    } catch (error) {
      if (!this.#closed) this.#listener.onError(error);
    }
  }
}

async function readPair({
  directory,
  certName = "tls.crt",
  keyName = "tls.key",
}: CertificateDirectory): Promise<CertificatePair> {
  const [certPem, keyPem] = await Promise.all([readPem(join(directory, certName)), readPem(join(directory, keyName))]);
  return { certPem, keyPem };
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : errorFrom(error).message;
    throw serveError("serve/certificate-missing", { file, reason }, error);
  }
}

function whereOf(source: CertificateSource): string {
  return "directory" in source ? source.directory : "as given";
}

function fingerprint({ certPem, keyPem }: CertificatePair): string {
  return `${certPem}\n${keyPem}`;
}
