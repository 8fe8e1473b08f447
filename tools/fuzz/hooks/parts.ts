// Every part of `pnpm run fuzz hooks`.
import type { Part } from "../part.ts";
import { fuzzServer } from "./fuzz-server.ts";
import { tryHttp1 } from "./http1.ts";
import { tryHttp2 } from "./http2.ts";

/** The parts, in the order in which they run. */
export const hookParts: readonly Part[] = [
  { name: "http1", run: (settings) => fuzzServer("hostile requests over HTTP/1.1", tryHttp1, settings) },
  {
    name: "http2",
    // Of a thousand sessions, one or two have a stream that is neither answered nor closed: it is not known yet whether by the server or by the client.
    onRequest: true,
    run: (settings) => fuzzServer("hostile connections over HTTP/2", tryHttp2, settings),
  },
];
