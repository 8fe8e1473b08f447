// The probes of a kubelet: alive (`/healthz`) and ready (`/readyz`). Answers name the failing checks and not their errors, because anyone
// on the network can call them.
import { type Route, type ServeResponse, textResponse } from "./route.ts";

/** One check of a probe. It fails when it returns false or throws. */
export type ProbeCheck = () => boolean | Promise<boolean>;

/** The checks of the two probes, by name. A probe without checks succeeds. */
export interface ProbeOptions {
  /** When one of these fails, the kubelet restarts the container. */
  readonly healthz?: Readonly<Record<string, ProbeCheck>>;
  /** While one of these fails, the pod receives no traffic. */
  readonly readyz?: Readonly<Record<string, ProbeCheck>>;
}

/**
 * Creates the routes of `/healthz` and `/readyz`. All checks of a probe run on each call, concurrently. The answer is 200 and "ok" when all
 * pass, and otherwise 500 with one line for each check.
 *
 * @example
 * const routes = probeRoutes({ readyz: { cache: () => informer.hasSynced } });
 */
export function probeRoutes(options: ProbeOptions): readonly Route[] {
  return probeNames.map((name) => ({
    method: "GET",
    path: `/${name}`,
    handle: async () => probeAnswer(await resultsOf(options[name])),
  }));
}

/** The probes; the paths are their names. */
export const probeNames: readonly (keyof ProbeOptions)[] = ["healthz", "readyz"];

/** What a check says. */
export interface ProbeResult {
  readonly name: string;
  readonly ok: boolean;
}

/** Runs the checks of a probe. */
export async function resultsOf(checks: ProbeOptions["healthz"] = {}): Promise<readonly ProbeResult[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, ok: await passes(check) })));
}

/** The answer of a probe. */
export function probeAnswer(results: readonly ProbeResult[]): ServeResponse {
  if (results.every(({ ok }) => ok)) return textResponse(200, "ok");
  return textResponse(500, results.map(({ name, ok }) => (ok ? `[+]${name} ok\n` : `[-]${name} failed\n`)).join(""));
}

/** A check that takes longer fails: the answer of the other probe waits for it, too. */
const longestCheckMs = 2000;

async function passes(check: ProbeCheck): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, longestCheckMs, false);
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
