// The authorities that callers' certificates are checked against: given once, or read from a file and read again when it changes. There is at least one, and each
// is readable.
import { X509Certificate } from "node:crypto";
import { dirname } from "node:path";
import { errorFrom } from "@capstan/kube";
import { serveError } from "./errors.ts";
import { FileFollower } from "./follow-files.ts";
import { readPemFile } from "./read-pem-file.ts";

/** A file with authorities (PEM), such as one of a mounted ConfigMap. */
export interface AuthorityFile {
  readonly file: string;
}

/** Authorities (PEM), or a file of them that is read again when it changes. */
export type AuthoritySource = string | AuthorityFile;

/** What a followed file's changes lead to. */
export interface AuthorityListener {
  /** Called with new authorities that can be used. */
  readonly onChange: (pem: string) => void;
  /** Called when new ones cannot; the earlier ones stay in use. */
  readonly onError: (error: unknown) => void;
}

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads the authorities of a source, and checks them. */
export async function loadAuthorities(source: AuthoritySource): Promise<string> {
  const pem = await readSource(source);
  checkAuthorities(pem);
  return pem;
}

/** Follows a file and reports new authorities. Those that are given never change. */
export function followAuthorities(
  source: AuthoritySource,
  current: string,
  { onChange, onError }: AuthorityListener,
): { close(): void } {
  if (typeof source === "string") return { close: () => undefined };
  return new FileFollower({
    directory: dirname(source.file),
    read: () => readSource(source),
    fingerprint: (pem) => pem,
    current,
    accept: (pem) => {
      checkAuthorities(pem);
      onChange(pem);
    },
    onError,
  });
}

async function readSource(source: AuthoritySource): Promise<string> {
  if (typeof source === "string") return source;
  try {
    return await readPemFile(source.file);
  } catch (error) {
    throw serveError("serve/client-ca", { reason: errorFrom(error).message }, error);
  }
}

/** Throws `serve/client-ca` for PEM without a certificate: with an empty list, TLS would accept the authorities that Node trusts. */
function checkAuthorities(pem: string): void {
  const blocks = pem.match(block) ?? [];
  if (blocks.length === 0) throw serveError("serve/client-ca", { reason: "there is no certificate in it" });
  for (const each of blocks) {
    try {
      new X509Certificate(each);
    } catch (error) {
      throw serveError("serve/client-ca", { reason: errorFrom(error).message }, error);
    }
  }
}
