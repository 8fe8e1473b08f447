// The probes that a kubelet asks: alive (`/healthz`) and ready (`/readyz`). Added to a server's routes by managers and extensions.
// A failing check is named in the answer; its error is not, because anyone on the network may ask.
import { type Route, type ServeResponse, textResponse } from "./route.ts";

/** One condition of a probe; returning false or throwing fails it. */
export type ProbeCheck = () => boolean | Promise<boolean>;

/** The checks of the two probes, by name; no check at all is a probe that succeeds. */
export interface ProbeOptions {
  readonly healthz?: Readonly<Record<string, ProbeCheck>>;
  readonly readyz?: Readonly<Record<string, ProbeCheck>>;
}

/** The routes of `/healthz` and `/readyz`: 200 and "ok", or 500 with one line for each check. */
export function probeRoutes(options: ProbeOptions): readonly Route[] {
  const probe = (path: string, checks: ProbeOptions["healthz"] = {}): Route => ({
    method: "GET",
    path,
    handle: () => answer(checks),
  });
  return [probe("/healthz", options.healthz), probe("/readyz", options.readyz)];
}

async function answer(checks: Readonly<Record<string, ProbeCheck>>): Promise<ServeResponse> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ok: await passes(check) })),
  );
  if (results.every(({ ok }) => ok)) return textResponse(200, "ok");
  return textResponse(500, results.map(({ name, ok }) => (ok ? `[+]${name} ok\n` : `[-]${name} failed\n`)).join(""));
}

async function passes(check: ProbeCheck): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}
