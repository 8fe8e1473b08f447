// A registry in the test's own process, with as much of npm's protocol as publishing needs, that can be told to reject a package.
// The release rehearsal publishes to a real registry.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readBody } from "node:stream/consumers";

/** What the registry has of a package. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, PublishedManifest>>;
}

interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  /** Without it pnpm does not take a version for one. */
  readonly dist: { readonly tarball: string; readonly integrity: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A running registry. */
export interface SmallRegistry extends AsyncDisposable {
  readonly url: string;
  /** The line of an npmrc with the token of its one user. */
  readonly npmrc: string;
  readonly packages: Map<string, Packument>;
  /** Names whose publishing is rejected. */
  readonly rejected: Set<string>;
}

/** What the registry has of a package that was published once. */
export function onlyVersion(name: string, version: string): Packument {
  const dist = { tarball: `http://127.0.0.1/${name}.tgz`, integrity: "sha512-AAAA" };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { name, version, dist } } };
}

const token = "of-the-one-user";

/** Starts it on a free port. */
export async function startSmallRegistry(): Promise<SmallRegistry> {
  const packages = new Map<string, Packument>();
  const rejected = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, packages, rejected).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    npmrc: `//127.0.0.1:${port}/:_authToken=${token}\n`,
    packages,
    rejected,
    [Symbol.asyncDispose]: async () => close(server),
  };
}

type Answer = readonly [status: number, body: unknown];

async function answer(
  request: IncomingMessage,
  packages: Map<string, Packument>,
  rejected: ReadonlySet<string>,
): Promise<Answer> {
  const name = decodeURIComponent((request.url ?? "").slice(1));
  const known = request.headers.authorization === `Bearer ${token}`;
  if (name === "-/whoami") return known ? [200, { username: "test" }] : [401, {}];
  if (request.method !== "PUT") return packages.has(name) ? [200, packages.get(name)] : [404, { error: "not found" }];
  const sent = (await readBody(request)) as Packument;
  if (!known) return [401, {}];
  if (rejected.has(name)) return [503, { error: "rejected by the test" }];
  const before = packages.get(name);
  packages.set(name, {
    name,
    "dist-tags": { ...before?.["dist-tags"], ...sent["dist-tags"] },
    versions: { ...before?.versions, ...sent.versions },
  });
  return [201, { ok: true }];
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await once(server.close(), "close");
}
