// How others reach the manager over TLS: the Service, its certificate from cert-manager, and admission webhook configurations.
import { admissionConfigurations, certificateObjects, injectedAuthority, type KubeObject } from "@capstan/kube";
import type { Service, WebhookClientConfig } from "@capstan/kube/builtin";
import { clusterScoped, namespaced, podLabels, servesTls, type BundleContext } from "./bundle-context.ts";

/** The annotation by which cert-manager puts the certificate's authority into CRDs and webhook configurations. */
export function injectCa({ names }: BundleContext): Record<string, string> {
  return injectedAuthority(names);
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
  const named = { ...names, secret: names.certificateSecret, organization: names.label };
  return certificateObjects(named, (name) => namespaced(context, name));
}

/** One configuration for all mutating webhooks, one for all validating ones. */
export function admissionObjects(context: BundleContext): KubeObject[] {
  const { names, description } = context;
  const nameOf = { mutating: names.mutatingWebhooks, validating: names.validatingWebhooks };
  const { mutating, validating } = admissionConfigurations(description.webhooks, {
    addressOf: ({ path }) => webhookAddress(context, path),
    metadataOf: (type) => ({ ...clusterScoped(context, nameOf[type]), annotations: injectCa(context) }),
  });
  return [mutating, validating].filter(({ webhooks }) => webhooks !== undefined && webhooks.length > 0);
}
