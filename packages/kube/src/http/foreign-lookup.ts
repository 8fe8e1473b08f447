// How the names of servers that somebody else owns are looked up. Node's own lookup runs in one of four threads, two of which it uses for
// lookups, and does not end before the system's resolver does: two names in a zone that never answers hold those of all servers. So it is
// never used here: each query is a packet of its own, with a deadline, and the hosts file and the search suffixes of the system are read here. Answers are decoded in a thread.
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { hostname } from "node:os";
import { errorFrom } from "../errors/errors.ts";
import { type DnsOptions, mostAddresses } from "./dns-query.ts";
import { queryInThread } from "./query-in-thread.ts";
import { addressesInHosts, fullNames, readSystemFile, searchRules } from "./system-names.ts";

/** Where names are looked up; tests set their own. */
export interface LookupOptions extends DnsOptions {
  readonly hostsFile?: string;
  /** Where the search suffixes are. Default: `/etc/resolv.conf`. */
  readonly resolverFile?: string;
}

/** A lookup for the connections of one client to a server that somebody else owns. Those that need a name at the same time wait for the same queries. */
export function foreignLookup(options: LookupOptions = {}): LookupFunction {
  const running = new Map<string, Promise<LookupAddress[]>>();
  const begin = (name: string): Promise<LookupAddress[]> => {
    const begun = addressesOf(name, options).finally(() => running.delete(name));
    running.set(name, begun);
    return begun;
  };
  return (name, { all, family }, done) => {
    (running.get(name) ?? begin(name)).then(
      (found) => {
        const wanted = found
          .filter((address) => family === 0 || family === undefined || address.family === family)
          .slice(0, mostAddresses);
        const [first] = wanted;
        if (first === undefined) done(notFound(name), "");
        else if (all === true) done(null, wanted);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(errorFrom(error), ""),
    );
  };
}

/** What `localhost` is where no hosts file says it; DNS is not asked for it. */
const loopback: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

async function addressesOf(name: string, options: LookupOptions): Promise<LookupAddress[]> {
  const { hostsFile = "/etc/hosts", resolverFile = "/etc/resolv.conf" } = options;
  const { servers, timeoutMs, deadlineMs } = options;
  const known = addressesInHosts(await readSystemFile(hostsFile), name);
  if (known.length > 0) return known;
  if (name === "localhost") return loopback;
  return queryInThread(fullNames(name, searchRules(await readSystemFile(resolverFile), hostname())), {
    servers,
    timeoutMs,
    deadlineMs,
  });
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address`), { code: "ENOTFOUND" });
}
