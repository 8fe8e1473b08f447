// Logs the rights that this account lacks, each with the rule that gives it.
import type { Client } from "@capstan/client";
import { diagnose } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { operatorErrors } from "../operator-errors.ts";
import { missingRights, type NeededRights } from "./missing-rights.ts";

/** Logs `operator/rights-missing` for each right that is missing; never rejects. For a task of a manager: its caches find what it needs first. */
export async function reportMissingRights(
  needed: readonly NeededRights[],
  {
    client,
    log,
    signal,
  }: { readonly client: Pick<Client, "request">; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  try {
    for (const { group, resource, verbs, namespace, names } of await missingRights(client, needed, signal)) {
      const where = namespace === undefined ? "in the whole cluster" : `in the namespace ${namespace}`;
      const reason = names.length === 0 ? "the API server says so" : `it is needed for ${names.join(", ")}`;
      const values = {
        verbs: verbs.join(", "),
        resource,
        group,
        where,
        list: verbs.map((verb) => `"${verb}"`).join(", "),
        reason,
      };
      const code = "operator/rights-missing";
      const { message, help } = diagnose(operatorErrors, code, { values });
      log.warn("A right is missing", { code, error: message, help });
    }
  } catch (error) {
    if (!signal.aborted) log.warn("Cannot ask the API server for the rights of this account", errorFields(error));
  }
}
