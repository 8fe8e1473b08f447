// The URL of a request: the address of the server, the path and the query, and how long these are before they are written.
import { addressProblem, withoutUser } from "../credentials/server-address.ts";
import { clientError } from "../errors.ts";
import type { RawRequest } from "./raw-request.ts";

type Target = Pick<RawRequest, "path" | "query">;

/** The values of the query that are sent. */
function valuesOf({ query = {} }: Target): readonly (readonly [string, string])[] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

/** The characters of the path and of the values of the query. Writing a long one takes time, so they are counted first. */
export function lengthOfTarget(request: Target): number {
  return valuesOf(request).reduce((sum, [, value]) => sum + value.length, request.path.length);
}

/** The path with the query, as it is sent. */
export function writeTarget(request: Target): string {
  const query = valuesOf(request).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return query.length === 0 ? request.path : `${request.path}?${query.join("&")}`;
}

/** The address as a URL without user and password: they are not sent, and must not be in messages. */
export function baseOf(server: string): URL {
  const address = withoutUser(server);
  const problem = addressProblem(address);
  if (problem !== undefined)
    throw clientError("client/bad-credentials", {
      server: address,
      reason: `the server's address ${problem}`,
      help: "write the address as https://host:port",
    });
  return new URL(address);
}
