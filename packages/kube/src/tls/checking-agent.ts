// How a client checks the name of a server.
import { Agent } from "node:https";
import type { ConnectionOptions, TLSSocket } from "node:tls";

/**
 * Connections whose servers are checked by the alternative names in their certificates; as in Go, the common name does not count. Node would
 * first make an object of every certificate of the chain, and Node 24 ends with a segmentation fault where one has a key on a curve that NIST
 * has no name for.
 */
export class CheckingAgent extends Agent {
  /** Connects. Subclasses may connect in another way. */
  protected connect(options: ConnectionOptions): TLSSocket {
    // Node's own agent of https makes connections of TLS.
    return super.createConnection(options) as TLSSocket;
  }

  override createConnection(options: ConnectionOptions): TLSSocket {
    const socket = this.connect(options);
    // What Node's own check reads.
    const names = (): object => ({ subject: {}, subjectaltname: socket.getPeerX509Certificate()?.subjectAltName });
    return Object.assign(socket, { getPeerCertificate: names });
  }
}
