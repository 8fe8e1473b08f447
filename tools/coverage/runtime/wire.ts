// The fifteen assertions about the wire: fourteen are tests over sockets, and one compares the hooks of releases.
import type { Demands } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const wire: Demands = {
  "wire/1": shown("discovery is answered without a Content-Type, sorted", ["sockets", "assertion 1:"]),
  "wire/2": shown("it is over HTTP/1.1, and over HTTP/2 by ALPN", [
    "protocols",
    "assertion 2: discovery is the same over HTTP/1.1 and HTTP/2",
  ]),
  "wire/3": shown("unknown fields pass, and optional ones may be missing", ["sockets", "assertion 3:"]),
  "wire/4": shown("paths are in small letters, below a prefix", ["sockets", "assertion 4:"]),
  "wire/5": shown("a handler that throws is a Failure without a stack", ["sockets", "assertion 5:"]),
  "wire/6": shown("a handler that never settles is answered for in time", ["sockets", "assertion 6:"]),
  "wire/7": shown("a delay is a whole number where the hook has one, and absent elsewhere", [
    "sockets",
    "assertion 7:",
  ]),
  "wire/8": shown("patches are base64 of documents that lead to the template that is wanted", [
    "sockets",
    "assertion 8:",
  ]),
  "wire/9": shown("the order of items and their identifiers change nothing", ["sockets", "assertion 9:"]),
  "wire/10": shown("a body of more than 20 MiB is a Failure, and no handler runs", ["sockets", "assertion 10:"]),
  "wire/11": shown("what discovery would reject is rejected when it is defined", ["sockets", "assertion 11:"]),
  "wire/12": shown("Clusters of both versions arrive as one", ["sockets", "assertion 12:"]),
  "wire/13": shown(
    "our caller adds answers up as Cluster API does",
    ["aggregation", "the shortest delay of several counts"],
    ["aggregation", "an empty status, also where failures are ignored"],
    ["aggregation", "a server that is not there is no delay"],
  ),
  "wire/14": shown("discovery leaves out what an older release does not know", ["sockets", "assertion 14: with"]),
  "wire/15": shown("of upstream's releases exactly the two known breaks are found", [
    "upstreamChanges",
    "exactly these bodies break",
  ]),
};
