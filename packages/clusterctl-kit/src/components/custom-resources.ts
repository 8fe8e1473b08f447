// CRDs for the release: the generated ones with the labels, the conversion stanza and the escapes that an installation needs.
import type { ContractVersion } from "@capstan/contract/rules";
import { conversionStanza, pluralOfKind, type KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { providerLabel, type BundleContext } from "./bundle-context.ts";
import { injectCa, webhookAddress } from "./serving.ts";

/** Contract labels: `cluster.x-k8s.io/v1beta1: v1alpha1`. */
const contractLabel = /^cluster\.x-k8s\.io\/v\d/;
const skipNameCheck = "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check";

/** The label of a contract on a CRD. */
export function contractLabelOf(contract: string): string {
  return `cluster.x-k8s.io/${contract}`;
}

/** The CRDs of the release, by name; with `only`, they keep the label of that contract alone. */
export function customResources(
  context: BundleContext,
  crds: readonly CustomResourceDefinition[],
  only: ContractVersion | undefined,
): KubeObject[] {
  return crds
    .toSorted((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1))
    .map((crd) => customResource(context, crd, only));
}

function customResource(
  context: BundleContext,
  crd: CustomResourceDefinition,
  only: ContractVersion | undefined,
): KubeObject {
  const conversion = conversionWebhook(context, crd);
  const annotations = {
    ...crd.metadata.annotations,
    ...(conversion === undefined ? {} : injectCa(context)),
    ...nameAnnotation(crd),
  };
  const labelled = {
    ...crd,
    metadata: {
      ...crd.metadata,
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      labels: { ...keptLabels(crd, only), [providerLabel]: context.names.label },
    },
    spec: { ...crd.spec, ...(conversion === undefined ? {} : { conversion }) },
  };
  // Still the CRD, with other labels and perhaps another conversion.
  return labelled as KubeObject;
}

function keptLabels(crd: CustomResourceDefinition, only: ContractVersion | undefined): Record<string, string> {
  const labels = Object.entries(crd.metadata.labels ?? {});
  return Object.fromEntries(
    labels.filter(([key]) => only === undefined || !contractLabel.test(key) || key === contractLabelOf(only)),
  );
}

/** The conversion stanza, when the provider serves a conversion webhook for the kind. */
export function conversionWebhook(
  context: BundleContext,
  crd: CustomResourceDefinition,
): CustomResourceDefinition["spec"]["conversion"] {
  return conversionStanza(crd, context.description.webhooks, (path) => webhookAddress(context, path));
}

/** clusterctl computes the plural itself and rejects a CRD with another name, unless this annotation turns the check off. */
function nameAnnotation({ spec }: CustomResourceDefinition): Record<string, string> {
  return spec.names.plural === pluralOfKind(spec.names.kind) ? {} : { [skipNameCheck]: "" };
}
