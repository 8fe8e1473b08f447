// Asks DNS for the addresses of names, in packets of their own with a deadline.
import { promises, type LookupAddress } from "node:dns";
import { errorFrom } from "../errors/errors.ts";

/** How names are looked up in DNS. */
export interface DnsOptions {
  /** The addresses of DNS servers. Default: those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** How long a server may take before it, or the next one, is tried. Default: 2 s, later more. */
  readonly timeoutMs?: number | undefined;
  /** How long all queries for one name may take, with all suffixes. Default: 5 s, which a controller counts as a slow pass. */
  readonly deadlineMs?: number | undefined;
}

/** A name can have thousands of addresses, and Node tries all that it is given, one inside of the other. */
export const mostAddresses = 16;

/**
 * The first addresses, of each family, of the first of these names that has some; an empty list when DNS says that none of them has. Rejects with the code ETIMEOUT or EAI_AGAIN when DNS does
 * not say.
 */
export async function queryDns(names: readonly string[], options: DnsOptions): Promise<LookupAddress[]> {
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
      addresses(resolver.resolve4(name), 4),
      addresses(resolver.resolve6(name), 6),
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

async function addresses(found: Promise<readonly string[]>, family: 4 | 6): Promise<LookupAddress[]> {
  return (await found).slice(0, mostAddresses).map((address) => ({ address, family }));
}

/** The name has no address, or is too long or otherwise none that DNS can have. */
const absent: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
/** The server does not say; for a name with another suffix it may. */
const declined: ReadonlySet<string> = new Set(["ESERVFAIL", "EREFUSED"]);
/** Nobody answered in time. Queries have been repeated then, so calls are not: their workers are for others. */
const late: ReadonlySet<string> = new Set(["ETIMEOUT", "ECANCELLED"]);

/** The code of an error of DNS; the empty string when it has none. */
export function codeOf(error: unknown): string {
  const { code = "" }: NodeJS.ErrnoException = errorFrom(error);
  return code;
}
