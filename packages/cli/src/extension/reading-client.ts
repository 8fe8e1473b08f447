// The client of the cluster that handlers in this process may read: the one of --kubeconfig.
import { resolve } from "node:path";
import { type Client, createClient, loadCredentials } from "@capstan/client";
import type { Terminal } from "../output/print-outcome.ts";
import type { ReadingCommand } from "./cluster-access.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** A client of the cluster that is named; without a name there is none, whatever the environment has. */
export async function readingClient(
  command: ReadingCommand,
  given: VerbArguments,
  { env, cwd }: Pick<Terminal, "env" | "cwd">,
): Promise<Client | undefined> {
  const [kubeconfig, context] = [given.string("kubeconfig"), given.string("context")];
  if (kubeconfig === undefined) {
    if (context !== undefined) throw usageError("--context is for --kubeconfig");
    return undefined;
  }
  const file = resolve(cwd, kubeconfig);
  const credentials = await loadCredentials({ kubeconfig: file, env, ...(context !== undefined && { context }) });
  return createClient(credentials, { userAgent: `capstan-${command}` });
}
