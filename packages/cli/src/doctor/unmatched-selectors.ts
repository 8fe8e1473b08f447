// ExtensionConfigs whose namespaceSelector matches no namespace that is there: Cluster API discovers them, and calls none of their handlers.
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Client } from "@capstan/client";
import {
  diagnose,
  type Diagnostic,
  excerpt,
  formatLabelSelector,
  type LabelSelector,
  oneLine,
  selectorMatches,
} from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";

/** One for each of them. Namespaces are read only where an ExtensionConfig selects some of them. */
export async function unmatchedSelectors(
  client: Client,
  configs: readonly ExtensionConfig[],
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const selecting = configs.flatMap(({ metadata: { name = "" }, spec: { namespaceSelector } }) =>
    namespaceSelector === undefined || isEmpty(namespaceSelector) ? [] : [{ name, selector: namespaceSelector }],
  );
  if (selecting.length === 0) return [];
  const namespaces = (await client.listAll(Namespace, { signal })).items;
  return selecting
    .filter(({ selector }) => !namespaces.some(({ metadata: { labels } }) => selectorMatches(selector, labels)))
    .map(({ name, selector }) => {
      const values = { config: name, selector: oneLine(excerpt(formatLabelSelector(selector))) };
      return diagnose(doctorDiagnostics, "doctor/extension-unused", { values });
    });
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}
