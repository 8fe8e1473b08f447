// `--webhook-threads`: threads that serve the webhooks, started from the main one.
import { errorOf } from "@capstan/kube";
import { ServerThreads } from "@capstan/operator/webhooks";
import { kitErrors } from "../kit-errors.ts";
import type { ProviderManagerOptions, WebhookServerOptions } from "./provider-manager.ts";

/** The threads that the flag asks for. Throws `run/webhook-threads` where there can be none. */
export function webhookThreads(
  webhooks: WebhookServerOptions | undefined,
  count: number | undefined,
  [, main, ...args]: readonly string[],
): Pick<ProviderManagerOptions<never>, "webhookThreads"> {
  if (webhooks === undefined || count === undefined) return {};
  if (main === undefined) throw noThreads("this process was not started with a file, or not with `run`");
  if (count > 1 && !canSharePort(process.versions.node))
    throw noThreads(`more than one thread needs Node 23.1 or newer, and this is Node ${process.versions.node}`);
  return { webhookThreads: new ServerThreads({ main, args, count, port: webhooks.port }) };
}

/** Whether several threads can listen on one port. */
export function canSharePort(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 1);
}

function noThreads(reason: string): Error {
  return errorOf(kitErrors, "run/webhook-threads", { values: { reason } });
}
