// Limits on what one caller can use of a server: bytes, time and connections.

/** Limits of a server. The defaults suit calls of a kube-apiserver or of Cluster API. */
export interface ServerLimits {
  /** The largest request body. Default: 8 MiB, more than twice what etcd stores of one object. */
  readonly bodyBytes: number;
  /** The largest request line and headers together. Default: 64 KiB. */
  readonly headerBytes: number;
  /** How long a caller may take to send its headers. Default: 10 s. */
  readonly headersMs: number;
  /** How long a caller may take to send a whole request. Default: 30 s. */
  readonly requestMs: number;
  /** How long a TLS handshake may take. Default: 10 s. */
  readonly handshakeMs: number;
  /**
   * How long a connection may be idle between two requests. Default: 120 s. Go's clients drop idle connections after 90 s;
   * the server must wait longer, or a request can arrive on a connection that it is closing.
   */
  readonly idleMs: number;
  /** How many connections may be open; further ones are closed immediately. Default: 1024. */
  readonly connections: number;
}

/** The defaults of `ServerLimits`. */
export const defaultLimits: ServerLimits = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 64 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  handshakeMs: 10_000,
  idleMs: 120_000,
  connections: 1024,
};
