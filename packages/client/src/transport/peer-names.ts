// How the names of a server's certificate are checked. Before it checks them, Node makes an object of every certificate of the chain, and
// Node 24 ends with a segmentation fault where one has a key on a curve that NIST has no name for (secp256k1, brainpool). The names alone are
// enough for the check, and come from the newer X509Certificate.
import { type TLSSocket } from "node:tls";

/** Lets Node check a connection's certificate by the alternative names in it; as in Go, its common name does not count. */
export function checkByNames(socket: TLSSocket): TLSSocket {
  const names = (): object => ({ subject: {}, subjectaltname: socket.getPeerX509Certificate()?.subjectAltName });
  return Object.assign(socket, { getPeerCertificate: names });
}
