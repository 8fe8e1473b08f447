// The calls that core's own client makes of an extension, as tools/peers/hook-client reads them, and what it is to read.

/** One call: of discovery where there is a server, of the handler of patches otherwise. */
export interface Question {
  readonly server?: { readonly url: string; readonly caBundle: string };
  /** The length of the variable of the request. */
  readonly bytes?: number;
  /** How much later than they arrive the client reads answers. */
  readonly lateMs?: number;
}

/** What the client read. */
export interface Answer {
  /** Of the HTTP response. */
  readonly protocol?: string;
  readonly code?: number;
  /** Whether it was called on a connection of a call before. */
  readonly reused?: boolean;
  readonly handlers?: readonly string[];
  readonly status?: string;
  readonly message?: string;
  readonly patches?: readonly string[];
  readonly error?: string;
}

/** A call, and what of its answer must be as it is here; the rest may be anything, but for an error. */
export interface Call {
  readonly operation: string;
  readonly question: Question;
  readonly want: Answer;
}

/** How many bodies over the limit are sent, one after the other. */
const overLimit = 6;
const overLimitBytes = 21 * 2 ** 20;
/** A client that reads so late notices first when a connection ends under what it sends. */
const lateMs = 30;
const limitMessage = "the request body is larger than 20971520 bytes (limits.bodyBytes)";

/** The calls of one client, in their order, of a server that is to answer with a protocol. */
export function callsOf(server: Question["server"] & object, protocol: "HTTP/1.1" | "HTTP/2.0"): readonly Call[] {
  // Over HTTP/1.1, a connection ends with the answer to a body that was not read, as that of discovery: what follows may be the rest of it. Over HTTP/2, only its stream ends.
  const want = { protocol, code: 200, ...(protocol === "HTTP/2.0" && { reused: true }) };
  const patches: Call = {
    operation: `patches over ${protocol}`,
    question: { bytes: 3 },
    want: {
      ...want,
      status: "Success",
      patches: ['[{"op":"add","path":"/spec/template/spec/greeting","value":"aaa"}]'],
    },
  };
  const onSame: Call = { ...patches, want: { ...patches.want, reused: true } };
  const tooLarge: Call = {
    operation: `bodies of 21 MiB over ${protocol}`,
    question: { bytes: overLimitBytes },
    want: { ...want, status: "Failure", message: limitMessage },
  };
  const discovery: Call = {
    operation: `discovery over ${protocol}`,
    question: { server },
    want: { ...want, reused: false, handlers: ["greet.extension"] },
  };
  const late: Call = {
    ...tooLarge,
    operation: `${tooLarge.operation}, read late`,
    question: { bytes: overLimitBytes, lateMs },
  };
  const six = (call: Call): readonly Call[] => Array.from({ length: overLimit }, () => call);
  return [discovery, patches, onSame, ...six(tooLarge), ...six(late), patches, onSame];
}
