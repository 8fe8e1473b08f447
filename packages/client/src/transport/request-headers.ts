// The headers of a request.
import type { RawRequest } from "./raw-request.ts";

/** Who sends it. */
export interface Sender {
  readonly userAgent: string;
  /** The value of the `authorization` header; undefined without a token. */
  readonly authorization: string | undefined;
}

/** The headers that a request is sent with. */
export function headersOf(request: RawRequest, { userAgent, authorization }: Sender): Record<string, string> {
  return {
    accept: request.accept ?? "application/json",
    "user-agent": userAgent,
    ...(request.body === undefined ? {} : { "content-type": request.contentType ?? "application/json" }),
    // Without the header a server may choose any compression.
    "accept-encoding": request.compress === true ? "gzip" : "identity",
    ...(authorization === undefined ? {} : { authorization }),
  };
}
