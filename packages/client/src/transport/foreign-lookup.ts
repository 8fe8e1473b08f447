// How the names of servers that somebody else owns are looked up. Node's own lookup runs in one of four threads, two of which it uses for
// lookups, and does not end before the system's resolver does: two names in a zone that never answers hold those of all servers. Here each
// query is a packet of its own, with a deadline; names that only the system's resolver knows are looked up there, one at a time.
import { lookup as lookupBySystem, promises, type LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import type { LookupFunction } from "node:net";
import { errorFrom } from "@capstan/kube";

/** Where names are looked up; tests set their own. */
export interface LookupOptions {
  /** The addresses of DNS servers. Default: those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** How long one server may take. Default: 2 s, twice. */
  readonly timeoutMs?: number;
  /** Default: the system's resolver. */
  readonly system?: (name: string) => Promise<LookupAddress[]>;
}

/** A lookup for the connections of one client. */
export function foreignLookup(options: LookupOptions = {}): LookupFunction {
  return (name, { all, family }, done) => {
    addressesOf(name, options).then(
      (found) => {
        const wanted = found.filter((address) => family === 0 || family === undefined || address.family === family);
        const [first] = wanted;
        if (first === undefined) done(notFound(name), "");
        else if (all === true) done(null, wanted);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(errorFrom(error), ""),
    );
  };
}

async function addressesOf(name: string, options: LookupOptions): Promise<LookupAddress[]> {
  const { hostsFile = "/etc/hosts", system = bySystem } = options;
  // Names without a zone, and Services of this cluster, get the suffixes of the system. Nobody else answers for them.
  if (!name.includes(".") || name.endsWith(".svc")) return system(name);
  const known = await inHostsFile(name, hostsFile);
  if (known.length > 0) return known;
  const found = await byQuery(name, options);
  return found.length > 0 ? found : oneAtATime(() => system(name));
}

function bySystem(name: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    lookupBySystem(name, { all: true, verbatim: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

async function inHostsFile(name: string, file: string): Promise<LookupAddress[]> {
  const content = await readFile(file, "utf8").catch(() => "");
  return content.split("\n").flatMap((line) => {
    const [entry = ""] = line.split("#", 1);
    const [address = "", ...names] = entry.trim().split(/\s+/);
    return names.includes(name) ? [{ address, family: address.includes(":") ? 6 : 4 }] : [];
  });
}

/** The addresses in DNS; none when the name does not exist there. Rejects when no server answers. */
async function byQuery(name: string, { servers, timeoutMs = 2000 }: LookupOptions): Promise<LookupAddress[]> {
  const resolver = new promises.Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([
    resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
  ]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failure = answers.find((answer) => answer.status === "rejected" && !isAbsent(answer.reason));
  if (found.length === 0 && failure?.status === "rejected")
    throw Object.assign(new Error(`cannot look up ${name}`, { cause: failure.reason }), { code: "EAI_AGAIN" });
  return found;
}

const absent: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

function isAbsent(error: unknown): boolean {
  const { code }: NodeJS.ErrnoException = errorFrom(error);
  return absent.has(code);
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address`), { code: "ENOTFOUND" });
}

let last: Promise<unknown> = Promise.resolve();

/** Runs work after that of earlier calls has ended. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
