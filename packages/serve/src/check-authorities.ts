// The authorities that callers' certificates are checked against: at least one, each readable.
import { X509Certificate } from "node:crypto";
import { errorFrom } from "@capstan/kube";
import { serveError } from "./errors.ts";

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Throws `serve/client-ca` for PEM without a certificate: with an empty list, TLS would accept the authorities that Node trusts. */
export function checkAuthorities(pem: string): void {
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
