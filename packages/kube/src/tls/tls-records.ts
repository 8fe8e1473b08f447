// Where the records of TLS begin in what a peer sends, encrypted or not. A record costs some microseconds, however short it is, and a change of keys, which is one of 27 bytes, some more.

/** A record begins with its type, a version, and the length of the rest in two bytes. */
const headerBytes = 5;

/** The records of one direction of a connection. */
export class TlsRecords {
  /** How many bytes of the header of the current record have come. */
  #header = 0;
  /** How many bytes after the header are still to come; before its end, what is known of the length. */
  #left = 0;

  /** Goes on from an index to the end, at most over so many records that begin there, and returns where that is and how many began. */
  pass(bytes: Uint8Array, from: number, most: number): { readonly end: number; readonly records: number } {
    let at = from;
    let records = 0;
    while (at < bytes.length) {
      if (this.#header === headerBytes) at = this.#passContent(at, bytes.length);
      else {
        if (this.#header === 0) {
          if (records === most) break;
          records += 1;
        }
        this.#passHeader(bytes[at] ?? 0);
        at += 1;
      }
    }
    return { end: at, records };
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
