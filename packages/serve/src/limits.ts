// Limits on what one caller can use of a server: bytes, time and connections.

/** Limits of a server. The defaults suit calls of a kube-apiserver or of Cluster API. */
export interface ServerLimits {
  /** The largest request body. Default: 8 MiB, more than twice what etcd stores of one object. */
  readonly bodyBytes: number;
  /**
   * How many bytes the bodies of all requests in flight may have together. For a body beyond it, the bodies make room that are still arriving, first
   * those that hold most bytes for longest; they are answered with 503, and so is the new one if the others are complete. Bodies larger than a
   * thirty-second of it leave an eighth of it to smaller ones. It is never less than `bodyBytes`, so one largest body always passes on an idle
   * server. The answers that callers have not read yet may have as many bytes again, and so may the headers of the requests without a read answer,
   * which count as 4 KiB for each request, and 128 bytes more than their own for each header; beyond it, the connections end that are read most
   * slowly. Of a caller that has left, the 4 KiB count until its route has answered; where they take all of it, connections with further requests are
   * closed. Default: 32 MiB. What is parsed of a body takes more memory than it: 4 times as much for strings, 10 times for small objects, up to 37
   * times for empty ones, of which `jsonValues` limits the number.
   */
  readonly inFlightBytes: number;
  /** How many requests of one connection may have no answer that it has read; a connection with more is closed. Callers of webhooks send one at a time. Default: 16. */
  readonly requestsPerConnection: number;
  /**
   * How many requests may be worked on at once; a further one is answered with 503. One whose body is still arriving is not among them. A route has seven eighths of them at most, so that one whose requests
   * do not end leaves places to others. Default: 768, three quarters of the connections, so that a connection has a place, too.
   */
  readonly requests: number;
  /** How many values (objects, lists, strings, numbers) a JSON body may have. An object with names that are numbers counts as five more. Default: 400,000: the largest body of objects has fewer. */
  readonly jsonValues: number;
  /**
   * How many different beginnings the field names of a JSON body's objects may have, in their order: `{"a":1,"b":1}` has two, `a` and `a, b`. Each takes
   * the parser up to four microseconds and a thousand bytes. Default: 50,000: kinds of Kubernetes have some hundreds.
   */
  readonly jsonShapes: number;
  /**
   * How many values the JSON of all requests that have no answer yet may have together; a further one is answered with 503. What is parsed takes
   * up to 60 bytes for each. Of bodies up to 16 KiB, values and shapes are not counted one by one: what their brackets, commas and colons could be counts. Bodies with more than a thirty-second of it leave an eighth of it to smaller ones. It is never less than `jsonValues`, so one
   * largest body always passes on an idle server. Default: 3,200,000.
   */
  readonly inFlightValues: number;
  /**
   * How many different beginnings the field names in the JSON of all requests may have together that have no answer yet, those of each request by itself; a
   * further one is answered with 503. Each takes up to a thousand bytes. As for `inFlightValues`, small bodies have an eighth of it to themselves, and it
   * is never less than `jsonShapes`. Default: 100,000.
   */
  readonly inFlightShapes: number;
  /** How many objects and lists of a JSON body may be inside each other. Default: 500. */
  readonly jsonDepth: number;
  /** The largest request line and headers together. Default: 64 KiB. */
  readonly headerBytes: number;
  /** How long a caller may take to send its headers. Default: 10 s. */
  readonly headersMs: number;
  /** How long a caller may take to send a whole request. Default: 30 s. */
  readonly requestMs: number;
  /** How long a caller may take to read an answer; after that its connection is closed. Default: 30 s. */
  readonly answerMs: number;
  /** How many bytes a caller may send before the connection is encrypted, its certificates among them. OpenSSL needs 37 ms for a first message of 65 KB. Default: 10 KiB. */
  readonly handshakeBytes: number;
  /** How long a TLS handshake may take. Default: 10 s. */
  readonly handshakeMs: number;
  /**
   * How long a connection may be idle between two requests. Default: 120 s. Go's clients drop idle connections after 90 s;
   * the server must wait longer, or a request can arrive on a connection that it is closing.
   */
  readonly idleMs: number;
  /**
   * How many connections may be open. A further one takes the place of one that waits for its caller: the oldest that has read no answer yet, or
   * the one that was used longest ago. Connections that had answers keep half of the places. Default: 1024.
   */
  readonly connections: number;
}

/** The limits on one body. */
export type BodyLimits = Pick<ServerLimits, "bodyBytes" | "jsonValues" | "jsonShapes" | "jsonDepth">;

/** The defaults of `ServerLimits`. */
export const defaultLimits: ServerLimits = {
  bodyBytes: 8 * 1024 * 1024,
  inFlightBytes: 32 * 1024 * 1024,
  requestsPerConnection: 16,
  requests: 768,
  jsonValues: 400_000,
  jsonShapes: 50_000,
  inFlightValues: 3_200_000,
  inFlightShapes: 100_000,
  jsonDepth: 500,
  headerBytes: 64 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  handshakeBytes: 10 * 1024,
  handshakeMs: 10_000,
  idleMs: 120_000,
  connections: 1024,
};
