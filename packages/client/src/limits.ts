// How much a client takes from its server. Defaults for a server that is trusted, and for one that somebody else owns.

/** The most that a client takes from its server. A server that sends more loses the connection, and the call fails with `client/limit`. */
export interface ClientLimits {
  /** Bytes of one answer, as they are sent; after 1,024 chunks, each counts as 64 bytes at least. Default: 256 MiB, foreign 8 MiB. */
  readonly answerBytes: number;
  /** Bytes of one answer that was compressed, after decompression. Default: 256 MiB, foreign 8 MiB. */
  readonly decompressedBytes: number;
  /** Bytes of all pages that `listAll` reads. Default: 1 GiB, foreign 32 MiB. */
  readonly listBytes: number;
  /** Values in the JSON of all pages that `listAll` reads. Default: not counted, foreign 1,200,000. */
  readonly listValues: number;
  /** Objects of all pages that `listAll` reads. Default: not counted, foreign 20,000. */
  readonly listItems: number;
  /** Objects that `listAll` requests in one page. Default: 500, foreign 50. */
  readonly pageItems: number;
  /** Bytes of one event of a watch. Default: 32 MiB, foreign 2 MiB. */
  readonly watchLineBytes: number;
  /** Bytes of the headers of one answer. Default: 16 KiB. */
  readonly headerBytes: number;
  /** Bytes that the server sends before a connection is encrypted; most of them are its certificates. Default: not counted, foreign 10 KiB. */
  readonly handshakeBytes: number;
  /**
   * Whether TLS 1.3 is used. In it certificates are encrypted, so that they cannot be checked before OpenSSL reads them: with certificates that
   * nobody else uses, a hostile server can hold the event loop for seconds. Default: true, foreign false, which is TLS 1.2 only.
   */
  readonly tls13: boolean;
  /** Characters of the server's own message in an error; the rest is cut, and the message says so. Default: 8,192, foreign 1,024. */
  readonly statusMessageCharacters: number;
  /** Values in the JSON of one answer or event, counted before it is parsed. Default: not counted, foreign 60,000. */
  readonly jsonValues: number;
  /** Levels of the JSON of one answer or event. Default: not counted, foreign 100. */
  readonly jsonDepth: number;
  /**
   * Characters of the path and the query of one request: names, versions, page tokens and selectors come from what the server sent before. A longer request is not sent, and fails with
   * `client/long-request`. Default: not counted, foreign 8,192.
   */
  readonly requestCharacters: number;
  /** Kinds that `resourceFor` keeps; the oldest is looked up again. Default: 10,000, foreign 1,000. */
  readonly discoveredKinds: number;
  /** Milliseconds of one call, with its retries, their waits and, in `listAll`, all pages. Default: no limit, foreign 20,000. */
  readonly callMs: number;
  /** The share of the time that calls longer than 0.1 s may take, after 30 s at once; beyond it calls fail with `client/slow-server`. Default: 1, not limited, foreign 0.1. */
  readonly slowShare: number;
}

const kibi = 1024;
const mebi = 1024 * kibi;

/**
 * The limits for a server that is trusted, as the management cluster is: upper bounds for mistakes, not for attacks. A page of 500 objects may
 * have 500 KB for each. Parsed, it takes several times that memory, which is about what a Node process has by default. JSON is not counted.
 */
export const clientLimits: ClientLimits = {
  answerBytes: 256 * mebi,
  decompressedBytes: 256 * mebi,
  listBytes: 1024 * mebi,
  listValues: Number.POSITIVE_INFINITY,
  listItems: Number.POSITIVE_INFINITY,
  pageItems: 500,
  // An object has at most 1.5 MiB in etcd, unless its administrator allows more.
  watchLineBytes: 32 * mebi,
  // Node's own limit.
  headerBytes: 16 * kibi,
  handshakeBytes: Number.POSITIVE_INFINITY,
  tls13: true,
  statusMessageCharacters: 8192,
  jsonValues: Number.POSITIVE_INFINITY,
  jsonDepth: Number.POSITIVE_INFINITY,
  requestCharacters: Number.POSITIVE_INFINITY,
  discoveredKinds: 10_000,
  callMs: Number.POSITIVE_INFINITY,
  slowShare: 1,
};

/**
 * The limits for a server that somebody else owns, as a tenant owns a workload cluster: no answer holds the event loop longer than 50 ms or so.
 * 60,000 values take up to 45 ms to parse (objects with ever new field names are the slowest), 8 MiB take 20 ms to count and 30 ms to decode.
 * A page has 50 Nodes of 1,000 values; a Node has about 15 KB and 600 values.
 */
export const foreignLimits: ClientLimits = {
  answerBytes: 8 * mebi,
  decompressedBytes: 8 * mebi,
  // 2,000 Nodes.
  listBytes: 32 * mebi,
  // The same. Parsed, they take 100 to 200 MB, whatever they are.
  listValues: 1_200_000,
  // Ten times as many as 32 MiB of Nodes have. Authors do something for each.
  listItems: 20_000,
  pageItems: 50,
  // The largest object of etcd, with space for escapes.
  watchLineBytes: 2 * mebi,
  headerBytes: 16 * kibi,
  // An API server sends 2 to 6 KB. 10 KiB of certificates take up to 65 ms to check, 100 KiB take half a second and more.
  handshakeBytes: 10 * kibi,
  tls13: false,
  statusMessageCharacters: 1024,
  jsonValues: 60_000,
  jsonDepth: 100,
  // Names have 253 at most; page tokens are a key of etcd in base64.
  requestCharacters: 8192,
  discoveredKinds: 1000,
  callMs: 20_000,
  // Each such call holds a worker of a controller: with 0.1, ten servers that are slow on purpose hold one.
  slowShare: 0.1,
};

/** The limits that end a call. */
export type LimitName = Exclude<
  keyof ClientLimits,
  "callMs" | "discoveredKinds" | "pageItems" | "requestCharacters" | "slowShare" | "statusMessageCharacters" | "tls13"
>;

/** What each of them counts, for messages. */
export const limitUnits: Readonly<Record<LimitName, string>> = {
  answerBytes: "bytes in one answer",
  decompressedBytes: "bytes in one answer after decompression",
  listBytes: "bytes in all pages of a list",
  listValues: "values in the JSON of all pages of a list",
  listItems: "objects in all pages of a list",
  watchLineBytes: "bytes in one event of a watch",
  headerBytes: "bytes of headers",
  handshakeBytes: "bytes before the connection is encrypted",
  jsonValues: "values in the JSON of one answer",
  jsonDepth: "levels in the JSON of one answer",
};
