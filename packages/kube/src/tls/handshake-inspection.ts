// Reads the certificates in a peer's TLS 1.2 handshake before OpenSSL does: it decodes the key of each at once, and some keys take a third of
// a second. In TLS 1.3 certificates are encrypted.
import { certificateFault } from "./certificate-fault.ts";
import { headerBytes, recordTypes } from "./tls-records.ts";

/** A peer sent a certificate that OpenSSL must not get. */
export class CertificateFault extends Error {}

const certificateMessage = 11;
/** Servers and callers have one to four. OpenSSL checks the signature of each, in the event loop. */
export const mostCertificates = 10;

/** A message's type and length; a certificate's length. */
const messageHeaderBytes = 4;
const lengthBytes = 3;

/**
 * The bytes that a server sends until it encrypts, or a client that a server asks for certificates. Records of other types are skipped: OpenSSL
 * ends the connection at each of them but alerts.
 * The same bytes mean the same to OpenSSL, however they are cut: it joins the contents of records before it reads messages, too.
 */
export class HandshakeInspection {
  #bytes: Buffer = Buffer.alloc(0);
  #messages: Buffer = Buffer.alloc(0);
  #hasCertificates = false;
  #isEncrypted = false;

  /** Reads further bytes, which may end anywhere. Throws `CertificateFault` before the last byte of a certificate that OpenSSL must not get. */
  read(bytes: Buffer): void {
    if (this.#isEncrypted) return;
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (!this.#isEncrypted && this.#bytes.length >= headerBytes) {
      const end = headerBytes + this.#bytes.readUInt16BE(headerBytes - 2);
      if (this.#bytes.length < end) return;
      this.#readRecord(this.#bytes.readUInt8(0), this.#bytes.subarray(headerBytes, end));
      this.#bytes = this.#bytes.subarray(end);
    }
  }

  #readRecord(type: number, content: Buffer): void {
    if (type === recordTypes.handshake) this.#readMessages(content);
    if (type !== recordTypes.keys) return;
    // No session is resumed, no suite without certificates is used, and a client without one sends an empty list.
    if (!this.#hasCertificates) throw new CertificateFault("is missing");
    this.#isEncrypted = true;
  }

  #readMessages(content: Buffer): void {
    this.#messages = Buffer.concat([this.#messages, content]);
    while (this.#messages.length >= messageHeaderBytes) {
      const end = messageHeaderBytes + this.#messages.readUIntBE(1, lengthBytes);
      if (this.#messages.length < end) return;
      if (this.#messages.readUInt8(0) === certificateMessage) {
        checkCertificates(this.#messages.subarray(messageHeaderBytes, end));
        this.#hasCertificates = true;
      }
      this.#messages = this.#messages.subarray(end);
    }
  }
}

/** Checks a list of certificates: its length, and each with its own. */
function checkCertificates(list: Buffer): void {
  for (let at = lengthBytes, count = 1; at < list.length; count += 1) {
    if (count > mostCertificates) throw new CertificateFault(`is one more than ${mostCertificates}`);
    const start = at + lengthBytes;
    const end = start > list.length ? Number.POSITIVE_INFINITY : start + list.readUIntBE(at, lengthBytes);
    const fault = end > list.length ? "cannot be read" : certificateFault(list.subarray(start, end));
    if (fault !== undefined) throw new CertificateFault(fault);
    at = end;
  }
}
