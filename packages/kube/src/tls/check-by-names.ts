// How a client checks the name of a server.
import type { TLSSocket } from "node:tls";

/**
 * Lets Node check a certificate by the alternative names in it; as in Go, its common name does not count. Node would first make an object of
 * every certificate of the chain, and Node 24 ends with a segmentation fault where one has a key on a curve that NIST has no name for.
 */
export function checkByNames(socket: TLSSocket): TLSSocket {
  const names = (): object => ({ subject: {}, subjectaltname: socket.getPeerX509Certificate()?.subjectAltName });
  return Object.assign(socket, { getPeerCertificate: names });
}
