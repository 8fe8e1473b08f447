// Checks of probes that programs with a server share, and the lines of the log when a check changes.
import type { ProbeCheck, RunningServer } from "@capstan/serve";
import type { Logger } from "../log/logger.ts";

/** How long before the end of its certificate a server is not ready any more: as long as another replica, or who renews the certificate, may need. */
const marginMs = 600_000;

/**
 * A ready check that fails ten minutes before the certificate of a server expires, which callers would reject then. It passes again with a new certificate. `server` returns undefined while it does not listen yet, and the check fails.
 *
 * @example
 * const readyz = { certificate: certificateCheck(() => running) };
 */
export function certificateCheck(server: () => Pick<RunningServer, "certificate"> | undefined): ProbeCheck {
  return () => {
    const { certificate } = server() ?? {};
    return certificate !== undefined && certificate.expires.getTime() - Date.now() > marginMs;
  };
}

/**
 * The same checks, which write a line when one fails that has passed, or passes again. One that fails the first time is written, too.
 *
 * @example
 * const readyz = loggedChecks({ certificate: certificateCheck(() => running) }, log);
 */
export function loggedChecks(
  checks: Readonly<Record<string, ProbeCheck>>,
  log: Logger,
): Readonly<Record<string, ProbeCheck>> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, loggedCheck(name, check, log)]));
}

function loggedCheck(name: string, check: ProbeCheck, log: Logger): ProbeCheck {
  let last = true;
  return async () => {
    const passes = await check();
    if (passes !== last) log[passes ? "info" : "error"](passes ? "Check passes again" : "Check fails", { check: name });
    last = passes;
    return passes;
  };
}
