// ExtensionConfigs whose namespaceSelector matches no namespace that is there: Cluster API discovers them, and calls none of their handlers.
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
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
import type { KindReader } from "./kind-reader.ts";

/** The namespaces: read only where an ExtensionConfig selects some of them, undefined where they cannot be read. */
export async function namespacesFor(
  reader: KindReader,
  configs: readonly ExtensionConfig[],
): Promise<readonly Namespace[] | undefined> {
  return configs.some((config) => selectorOf(config) !== undefined) ? await reader.list(Namespace) : [];
}

/** One for each ExtensionConfig that selects none of the namespaces. */
export function unmatchedSelectors(
  configs: readonly ExtensionConfig[],
  namespaces: readonly Namespace[] | undefined,
): readonly Diagnostic[] {
  if (namespaces === undefined) return [];
  return configs.flatMap((config) => {
    const selector = selectorOf(config);
    if (selector === undefined || namespaces.some(({ metadata: { labels } }) => selectorMatches(selector, labels)))
      return [];
    const values = {
      config: config.metadata.name ?? "",
      selector: oneLine(excerpt(formatLabelSelector(selector))),
    };
    return [diagnose(doctorDiagnostics, "doctor/extension-unused", { values })];
  });
}

/** Whether the handlers of an ExtensionConfig are called for objects in a namespace. */
export function selectsNamespace(config: ExtensionConfig, namespace: Namespace | undefined): boolean {
  const selector = selectorOf(config);
  return selector === undefined || selectorMatches(selector, namespace?.metadata.labels);
}

/** The selector of an ExtensionConfig; undefined where it selects all namespaces. */
function selectorOf({ spec: { namespaceSelector } }: ExtensionConfig): LabelSelector | undefined {
  return namespaceSelector === undefined || isEmpty(namespaceSelector) ? undefined : namespaceSelector;
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}
