// Warns a test about CRDs of kinds that its provider converts and whose objects the API server does not give to the conversion webhook.
import type { Client } from "@capstan/client";
import { pluralOfKind } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { Logger } from "@capstan/operator";
import type { Provider } from "../authoring/provider.ts";

/** What the CRDs are read and reported with. */
export interface PlainCrdReport {
  readonly client: Pick<Client, "find">;
  readonly log: Pick<Logger, "warn">;
  readonly signal?: AbortSignal;
}

/**
 * Logs a warning for each kind that the provider converts and whose CRD serves several versions without a webhook. CRDs that cannot be
 * read are left out: the test may have other rights, or end first.
 */
export async function warnOfPlainCrds(
  { conversions }: Pick<Provider, "conversions">,
  { client, log, signal }: PlainCrdReport,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const names = conversions.map(({ group, kind, plural = pluralOfKind(kind) }) => `${plural}.${group}`);
  const read = (name: string) => client.find(CustomResourceDefinition, { namespace: "", name }, options);
  for (const found of await Promise.allSettled(names.map(read))) {
    if (found.status === "fulfilled" && found.value !== undefined && isPlain(found.value))
      log.warn(
        `${found.value.metadata.name} calls no conversion webhook: objects are read in other versions as they are written; give the test environment the CRDs of \`serveConversions(provider).withConversion(crds)\``,
      );
  }
}

function isPlain({ spec: { conversion, versions } }: CustomResourceDefinition): boolean {
  return conversion?.strategy !== "Webhook" && versions.filter(({ served }) => served).length > 1;
}
