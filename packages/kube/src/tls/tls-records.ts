// Where the records of TLS begin in what a peer sends, encrypted or not, and how much of it is not encrypted. A record costs some microseconds, however short it is, and a change of keys, which is one of 27 bytes, some more.

/** A record begins with its type, a version, and the length of the rest in two bytes. */
const headerBytes = 5;

/** The type of encrypted records, but for those of TLS 1.2 that end a handshake. OpenSSL accepts none before the handshake has agreed on keys. */
const dataType = 23;

/** What bytes have of records. */
export interface PassedRecords {
  readonly end: number;
  /** How many began. */
  readonly records: number;
  /** How many of the bytes are of records that are not encrypted. */
  readonly plainBytes: number;
}

/** The records of one direction of a connection. */
export class TlsRecords {
  #type = 0;
  /** How many bytes of the header of the current record have come. */
  #header = 0;
  /** How many bytes after the header are still to come; before its end, what is known of the length. */
  #left = 0;

  /** Goes on from an index to the end, at most over so many records that begin there, and returns where that is and what they have. */
  pass(bytes: Uint8Array, from: number, most: number): PassedRecords {
    let at = from;
    let records = 0;
    let plainBytes = 0;
    while (at < bytes.length) {
      if (this.#header === 0) {
        if (records === most) break;
        records += 1;
        this.#type = bytes[at] ?? 0;
      }
      const next = this.#next(bytes, at);
      if (this.#type !== dataType) plainBytes += next - at;
      at = next;
    }
    return { end: at, records, plainBytes };
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
