// Webhooks of local processes: declared as in a release, with an address in place of a Service.
import type { DescribedWebhook } from "@capstan/contract/description";
import { type AdmissionConfigurations, admissionConfigurations, conversionStanza } from "@capstan/kube";
import type { CustomResourceDefinition, WebhookClientConfig } from "@capstan/kube/builtin";

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
export function localWebhookConfigurations(served: readonly ServedWebhooks[]): AdmissionConfigurations {
  const all = served.flatMap(({ webhooks, address }) => webhooks.map((webhook) => ({ ...webhook, address })));
  return admissionConfigurations(all, {
    addressOf: ({ path, address }) => clientConfig(path, address),
    metadataOf: () => ({ name: "capstan-dev" }),
  });
}

function clientConfig(path: string, { port, caPem }: WebhookAddress): WebhookClientConfig {
  return { url: `https://127.0.0.1:${port}${path}`, caBundle: Buffer.from(caPem).toString("base64") };
}
