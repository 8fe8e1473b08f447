// What a caller may send before a connection is encrypted. OpenSSL compares each key that a caller offers with each group that it names: a hello of
// 65 KB takes it 37 ms.
import { recordTypes, TlsRecords } from "./tls-records.ts";

/** A peer sent too much before the connection was encrypted. */
export class HandshakeExcess extends Error {}

/** Whether what a peer sends begins as a handshake, from its first bytes. OpenSSL reads no other form of one but that of SSL 2, which begins with a length. */
export function isHandshake(bytes: Buffer): boolean {
  return bytes[0] === recordTypes.handshake;
}

/**
 * Counts what a caller sends until its connection is encrypted. In TLS 1.3 its first request may come with the end of the handshake, and in 1.2 before
 * the server's, so encrypted data does not count.
 */
export class HandshakeLimit {
  readonly #records = new TlsRecords();
  #left: number;
  #isTls: boolean | undefined;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Reads further bytes, which may end anywhere. Throws `HandshakeExcess` when they are too many. */
  read(bytes: Buffer): void {
    this.#isTls ??= isHandshake(bytes);
    const { plainBytes } = this.#records.pass(bytes, 0, Number.POSITIVE_INFINITY);
    // Without records, no byte tells what is encrypted.
    this.#left -= this.#isTls ? plainBytes : bytes.length;
    if (this.#left < 0) throw new HandshakeExcess();
  }
}
