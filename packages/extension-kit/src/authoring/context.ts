// What a handler is given in addition to its request.
import type { Client } from "@capstan/client";
import type { Logger } from "@capstan/process";

/**
 * The second argument of every handler. Each call has its own.
 *
 * @example
 * beforeClusterDelete: async ({ cluster }, { client, signal, log }) => {
 *   const backup = await (await client()).find(ConfigMap, { namespace: cluster.metadata.namespace, name: "backup" }, { signal });
 *   log.info("Looked for the backup", { found: backup !== undefined });
 *   return backup === undefined ? retryAfter("1m", "the backup is not there yet") : proceed();
 * },
 */
export interface HookContext<Settings = Readonly<Record<string, string>>> {
  /** The name of the handler in discovery. */
  readonly handler: string;
  /**
   * Aborts when the caller closes the connection and when there is no time left to answer. Pass it to everything that
   * waits: after that, what the handler returns is ignored.
   */
  readonly signal: AbortSignal;
  /** When the handler must have returned, in milliseconds since 1970: the shorter of its timeout and the caller's, less what the response needs. */
  readonly deadline: number;
  /** The declared settings: those of the call over their defaults. */
  readonly settings: Settings;
  /** Writes lines that name the hook, the handler and the Cluster. */
  readonly log: Logger;
  /**
   * A client of the management cluster, with the rights that the extension's `rules` ask for. All calls share one; it is
   * created when it is first used. Rejects with `extension/no-client` when the extension has no rules, and with the errors
   * of `loadCredentials` when there are no credentials.
   */
  client(): Promise<Client>;
}
