// Webhooks of local processes: declared as in a release, with an address in place of a Service.
import { conversionStanza } from "@capstan/clusterctl-kit";
import type { DescribedWebhook } from "@capstan/contract/description";
import { admissionWebhook } from "@capstan/kube";
import {
  type AdmissionWebhook,
  type CustomResourceDefinition,
  type MutatingWebhookConfiguration,
  type ValidatingWebhookConfiguration,
  type WebhookClientConfig,
} from "@capstan/kube/builtin";

/** Where a process serves webhooks, and the authority of its certificate (PEM). */
export interface WebhookAddress {
  readonly port: number;
  readonly caPem: string;
}

/** What a process serves, and where. */
export interface ServedWebhooks {
  readonly webhooks: readonly DescribedWebhook[];
  readonly address: WebhookAddress;
}

/** The CRDs with the conversion webhooks that the processes serve. */
export function withLocalConversion(
  crds: readonly CustomResourceDefinition[],
  served: readonly ServedWebhooks[],
): CustomResourceDefinition[] {
  return crds.map((crd) => {
    const [conversion] = served.flatMap(
      ({ webhooks, address }) => conversionStanza(crd, webhooks, (path) => clientConfig(path, address)) ?? [],
    );
    return conversion === undefined ? crd : { ...crd, spec: { ...crd.spec, conversion } };
  });
}

/** The admission webhook configurations of the processes; without webhooks where they serve none of a type. */
export interface LocalConfigurations {
  readonly mutating: MutatingWebhookConfiguration;
  readonly validating: ValidatingWebhookConfiguration;
}

/** The configurations for the webhooks of descriptions. */
export function localWebhookConfigurations(served: readonly ServedWebhooks[]): LocalConfigurations {
  const ofType = (type: DescribedWebhook["type"]): AdmissionWebhook[] =>
    served.flatMap(({ webhooks, address }) =>
      webhooks
        .filter((webhook) => webhook.type === type)
        .map((webhook) => admissionWebhook(webhook, clientConfig(webhook.path, address))),
    );
  const apiVersion = "admissionregistration.k8s.io/v1";
  const metadata = { name: "capstan-dev" };
  return {
    mutating: { apiVersion, kind: "MutatingWebhookConfiguration", metadata, webhooks: ofType("mutating") },
    validating: { apiVersion, kind: "ValidatingWebhookConfiguration", metadata, webhooks: ofType("validating") },
  };
}

function clientConfig(path: string, { port, caPem }: WebhookAddress): WebhookClientConfig {
  return { url: `https://127.0.0.1:${port}${path}`, caBundle: Buffer.from(caPem).toString("base64") };
}
