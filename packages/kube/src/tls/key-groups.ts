// The groups in which keys are exchanged. Node allows finite fields in TLS 1.3, too, and its list of ciphers does not change that: on Node 22 an
// exchange with 8,192 bits, which the other side may choose, takes a seventh of a second, and costs that side nothing.
import { createSecureContext } from "node:tls";

/** Those of servers in Go, by preference; the first is not known to every Node. */
const quick = ["X25519MLKEM768", "X25519", "P-256", "P-384", "P-521"] as const;

let known: string | undefined;

/**
 * The option `ecdhCurve` of a connection to, or from, somebody else: groups in which an exchange takes a few milliseconds at most.
 *
 * @example
 * createSecureContext({ ecdhCurve: quickKeyGroups() });
 */
export function quickKeyGroups(): string {
  return (known ??= quick.filter(isKnown).join(":"));
}

function isKnown(group: string): boolean {
  try {
    createSecureContext({ ecdhCurve: group });
    return true;
  } catch {
    return false;
  }
}
