// How others reach the manager over TLS: the Service, its certificate from cert-manager, and admission webhook configurations.
import type { DescribedWebhook } from "@capstan/contract/description";
import { admissionWebhook, type KubeObject } from "@capstan/kube";
import {
  type AdmissionWebhook,
  type MutatingWebhookConfiguration,
  type Service,
  type ValidatingWebhookConfiguration,
  type WebhookClientConfig,
} from "@capstan/kube/builtin";
import { clusterScoped, namespaced, podLabels, servesTls, type BundleContext } from "./bundle-context.ts";

const certManager = "cert-manager.io/v1";

/** The annotation by which cert-manager puts the certificate's authority into CRDs and webhook configurations. */
export function injectCa({ names }: BundleContext): Record<string, string> {
  return { "cert-manager.io/inject-ca-from": `${names.namespace}/${names.certificate}` };
}

/** The address of a webhook behind the release's Service. */
export function webhookAddress({ names }: BundleContext, path: string): WebhookClientConfig {
  return { service: { namespace: names.namespace, name: names.service, path } };
}

/** The Service in front of webhooks and hooks. */
export function services(context: BundleContext): Service[] {
  if (!servesTls(context)) return [];
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: namespaced(context, context.names.service),
      spec: { ports: [{ port: 443, targetPort: "webhook-server" }], selector: podLabels(context) },
    },
  ];
}

/** Certificate and Issuer. clusterctl applies cert-manager objects first and in reverse order, so it creates the Issuer first. */
export function certificates(context: BundleContext): KubeObject[] {
  if (!servesTls(context)) return [];
  const { names } = context;
  const host = `${names.service}.${names.namespace}.svc`;
  const certificate = {
    apiVersion: certManager,
    kind: "Certificate",
    metadata: namespaced(context, names.certificate),
    spec: {
      dnsNames: [host, `${host}.cluster.local`],
      issuerRef: { kind: "Issuer", name: names.issuer },
      secretName: names.certificateSecret,
      subject: { organizations: [names.label] },
    },
  };
  const issuer = {
    apiVersion: certManager,
    kind: "Issuer",
    metadata: namespaced(context, names.issuer),
    spec: { selfSigned: {} },
  };
  return [certificate, issuer];
}

/** One configuration for all mutating webhooks, one for all validating ones. */
export function admissionConfigurations(context: BundleContext): KubeObject[] {
  const { names, description } = context;
  const ofType = (type: DescribedWebhook["type"]): AdmissionWebhook[] =>
    description.webhooks
      .filter((webhook) => webhook.type === type)
      .map((webhook) => admissionWebhook(webhook, webhookAddress(context, webhook.path)));
  const metadata = (name: string): KubeObject["metadata"] => ({
    ...clusterScoped(context, name),
    annotations: injectCa(context),
  });
  const mutating: MutatingWebhookConfiguration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: metadata(names.mutatingWebhooks),
    webhooks: ofType("mutating"),
  };
  const validating: ValidatingWebhookConfiguration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: metadata(names.validatingWebhooks),
    webhooks: ofType("validating"),
  };
  return [mutating, validating].filter(({ webhooks }) => webhooks !== undefined && webhooks.length > 0);
}
