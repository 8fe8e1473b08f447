// Where the records of TLS begin in what a peer sends, encrypted or not, and how much of it is not encrypted. A record costs some microseconds, however short it is, and a change of keys, which is one of 27 bytes, some more.

/** A record begins with its type, a version, and the length of the rest in two bytes. */
export const headerBytes = 5;

/**
 * The types of records. Those with data are encrypted, and those of TLS 1.2 that end a handshake; OpenSSL accepts no data before the handshake has agreed
 * on keys.
 */
export const recordTypes = { keys: 20, handshake: 22, data: 23 } as const;

/** A peer began a second handshake, or asked for one. */
export class SecondHandshake extends Error {
  constructor() {
    super("the peer began a second TLS handshake");
  }
}

/** What bytes have of records. */
export interface PassedRecords {
  /** Where the next record begins, or a second handshake; there it is no further than the beginning. */
  readonly end: number;
  /** How many began. */
  readonly records: number;
  /** How many of the bytes are of records that are not encrypted. */
  readonly plainBytes: number;
  readonly isSecondHandshake: boolean;
}

/** The records of one direction of a connection. */
export class TlsRecords {
  #type = 0;
  /** How many bytes of the header of the current record have come. */
  #header = 0;
  /** How many bytes after the header are still to come; before its end, what is known of the length. */
  #left = 0;
  #hasKeys = false;
  #isHandshakeOver = false;

  /** Goes on from an index to the end, at most over so many records that begin there, and returns where that is and what they have. */
  pass(bytes: Uint8Array, from: number, most: number): PassedRecords {
    let at = from;
    let records = 0;
    let plainBytes = 0;
    while (at < bytes.length) {
      if (this.#header === 0) {
        if (records === most) break;
        const type = bytes[at] ?? 0;
        if (type === recordTypes.handshake && this.#isHandshakeOver)
          return { end: at, records, plainBytes, isSecondHandshake: true };
        records += 1;
        this.#begin(type);
      }
      const next = this.#next(bytes, at);
      if (this.#type !== recordTypes.data) plainBytes += next - at;
      at = next;
    }
    return { end: at, records, plainBytes, isSecondHandshake: false };
  }

  /** One record of a handshake comes after the keys: the end of it in TLS 1.2, in 1.3 another hello at most. */
  #begin(type: number): void {
    this.#type = type;
    if (type === recordTypes.keys) this.#hasKeys = true;
    if (type === recordTypes.handshake && this.#hasKeys) this.#isHandshakeOver = true;
  }

  #next(bytes: Uint8Array, at: number): number {
    if (this.#header === headerBytes) return this.#passContent(at, bytes.length);
    this.#passHeader(bytes[at] ?? 0);
    return at + 1;
  }

  #passHeader(byte: number): void {
    this.#header += 1;
    if (this.#header === headerBytes - 1) this.#left = byte * 256;
    if (this.#header < headerBytes) return;
    this.#left += byte;
    if (this.#left === 0) this.#header = 0;
  }

  #passContent(at: number, end: number): number {
    const step = Math.min(this.#left, end - at);
    this.#left -= step;
    if (this.#left === 0) this.#header = 0;
    return at + step;
  }
}
