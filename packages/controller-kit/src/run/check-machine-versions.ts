// Says so when the API server lacks a version of a kind of machines that their pool has: core would find no machines.
import type { Client } from "@capstan/client";
import { diagnose, isCapstanError } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import type { Provider } from "../authoring/provider.ts";
import { unmatchedPools, messageValues, type UnmatchedPool } from "../authoring/pool-versions.ts";
import { kitErrors } from "../kit-errors.ts";

interface Asked {
  readonly client: Pick<Client, "resourceFor">;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Logs `provider/machine-version` for a pool of which the provider knows a version without machines, where the server does not serve them in it either. */
export async function checkMachineVersions(
  provider: Pick<Provider, "controllers" | "conversions">,
  asked: Asked,
): Promise<void> {
  for (const pool of unmatchedPools(provider)) {
    const versions = await unservedVersions(pool, asked);
    if (versions.length === 0) continue;
    const code = "provider/machine-version";
    const { message, help } = diagnose(kitErrors, code, { values: messageValues({ ...pool, versions }) });
    asked.log.warn("A pool has a version without machines", { code, error: message, help });
  }
}

async function unservedVersions(
  { machines, versions }: UnmatchedPool,
  { client, log, signal }: Asked,
): Promise<readonly string[]> {
  const unserved: string[] = [];
  for (const apiVersion of versions) {
    try {
      await client.resourceFor({ apiVersion, kind: machines.kind }, { signal });
    } catch (error) {
      if (isCapstanError(error, "client/no-such-kind")) unserved.push(apiVersion);
      // Nothing depends on the answer.
      else log.debug("Cannot ask for the versions of a kind", { kind: machines.kind, apiVersion, error });
    }
  }
  return unserved;
}
