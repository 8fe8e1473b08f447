// How the names of servers that somebody else owns are looked up. Node's own lookup runs in one of four threads, two of which it uses for
// lookups, and does not end before the system's resolver does: two names in a zone that never answers hold those of all servers. So it is
// never used here: each query is a packet of its own, with a deadline, and the hosts file and the search suffixes of the system are read here.
import { promises, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { hostname } from "node:os";
import { errorFrom } from "../errors/errors.ts";
import { addressesInHosts, fullNames, readSystemFile, searchRules } from "./system-names.ts";

/** Where names are looked up; tests set their own. */
export interface LookupOptions {
  /** The addresses of DNS servers. Default: those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Where the search suffixes are. Default: `/etc/resolv.conf`. */
  readonly resolverFile?: string;
  /** How long a server may take before it, or the next one, is tried. Default: 2 s, later more. */
  readonly timeoutMs?: number;
  /** How long all queries for one name may take, with all suffixes. Default: 5 s, which a controller counts as a slow pass. */
  readonly deadlineMs?: number;
}

/** A name can have thousands of addresses, and Node tries all that it is given, one inside of the other. */
const mostAddresses = 16;

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
  const known = addressesInHosts(await readSystemFile(hostsFile), name);
  if (known.length > 0) return known;
  if (name === "localhost") return loopback;
  return inDns(fullNames(name, searchRules(await readSystemFile(resolverFile), hostname())), options);
}

/** The addresses of the first of these names that has some; an empty list when DNS says that none of them has. Rejects when DNS does not say. */
async function inDns(names: readonly string[], options: LookupOptions): Promise<LookupAddress[]> {
  const { servers, timeoutMs = 2000, deadlineMs = 5000 } = options;
  const resolver = new promises.Resolver({ timeout: timeoutMs, tries: 3 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), deadlineMs);
  try {
    return await firstFound(resolver, names);
  } finally {
    clearTimeout(timer);
  }
}

async function firstFound(resolver: promises.Resolver, names: readonly string[]): Promise<LookupAddress[]> {
  let failure: unknown;
  for (const name of names) {
    // The next name is for when this one has no address.
    const answers = await Promise.allSettled([
      resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    const unknown = failures.filter((error) => !absent.has(codeOf(error)));
    const last = unknown.find((error) => !declined.has(codeOf(error)));
    failure = last ?? unknown[0] ?? failure;
    if (last !== undefined) break;
  }
  if (failure === undefined) return [];
  const code = late.has(codeOf(failure)) ? "ETIMEOUT" : "EAI_AGAIN";
  throw Object.assign(new Error(`cannot look up ${names.join(", ")}`, { cause: failure }), { code });
}

/** The name has no address, or is too long or otherwise none that DNS can have. */
const absent: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
/** The server does not say; for a name with another suffix it may. */
const declined: ReadonlySet<string> = new Set(["ESERVFAIL", "EREFUSED"]);
/** Nobody answered in time. Queries have been repeated then, so calls are not: their workers are for others. */
const late: ReadonlySet<string> = new Set(["ETIMEOUT", "ECANCELLED"]);

function codeOf(error: unknown): string {
  const { code = "" }: NodeJS.ErrnoException = errorFrom(error);
  return code;
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address`), { code: "ENOTFOUND" });
}
