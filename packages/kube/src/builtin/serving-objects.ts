// The objects by which an API server calls the webhooks of a program: their configurations, and the certificate of the Service in front of them.
import type { KubeObject, ObjectMeta } from "../objects/object.ts";
import { type AdmissionDeclaration, admissionWebhook } from "./admission-declaration.ts";
import type {
  CustomResourceConversion,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from "./api-extensions.ts";

/** A webhook that a program serves at a path. */
export interface ServedWebhook extends AdmissionDeclaration {
  /** "mutating" or "validating"; the API server needs no configuration of others. */
  readonly type: string;
  readonly path: string;
}

/** Where the webhooks are called, and what the configurations are named. */
export interface ConfigurationParts<W extends ServedWebhook> {
  readonly addressOf: (webhook: W) => WebhookClientConfig;
  readonly metadataOf: (type: "mutating" | "validating") => ObjectMeta;
}

/** One configuration for all mutating webhooks, and one for all validating ones; either may have none. */
export interface AdmissionConfigurations {
  readonly mutating: MutatingWebhookConfiguration;
  readonly validating: ValidatingWebhookConfiguration;
}

/** The configurations of webhooks. */
export function admissionConfigurations<W extends ServedWebhook>(
  webhooks: readonly W[],
  { addressOf, metadataOf }: ConfigurationParts<W>,
): AdmissionConfigurations {
  const ofType = (type: string): MutatingWebhook[] =>
    webhooks.filter((webhook) => webhook.type === type).map((webhook) => admissionWebhook(webhook, addressOf(webhook)));
  const apiVersion = "admissionregistration.k8s.io/v1";
  return {
    mutating: {
      apiVersion,
      kind: "MutatingWebhookConfiguration",
      metadata: metadataOf("mutating"),
      webhooks: ofType("mutating"),
    },
    validating: {
      apiVersion,
      kind: "ValidatingWebhookConfiguration",
      metadata: metadataOf("validating"),
      webhooks: ofType("validating"),
    },
  };
}

/** What says which objects a CRD is for. */
export interface ConvertedCrd {
  readonly spec: { readonly group: string; readonly names: { readonly plural: string } };
}

/** The part of a CRD that names its conversion webhook; undefined when none of these webhooks, whose type is "conversion", converts its kind. */
export function conversionStanza(
  { spec: { group, names } }: ConvertedCrd,
  webhooks: readonly ServedWebhook[],
  addressOf: (path: string) => WebhookClientConfig,
): CustomResourceConversion | undefined {
  const webhook = webhooks.find(
    ({ type, groups, resources }) =>
      type === "conversion" && groups.includes(group) && resources.includes(names.plural),
  );
  if (webhook === undefined) return undefined;
  return {
    strategy: "Webhook",
    webhook: { clientConfig: addressOf(webhook.path), conversionReviewVersions: ["v1"] },
  };
}

/** The names of what cert-manager works with. */
export interface ServingNames {
  readonly namespace: string;
  readonly service: string;
  readonly certificate: string;
  readonly issuer: string;
  /** The Secret that cert-manager writes the certificate and its key into. */
  readonly secret: string;
  readonly organization: string;
}

/** The annotation by which cert-manager puts the authority of the certificate into CRDs and webhook configurations. */
export function injectedAuthority({
  namespace,
  certificate,
}: Pick<ServingNames, "namespace" | "certificate">): Record<string, string> {
  return { "cert-manager.io/inject-ca-from": `${namespace}/${certificate}` };
}

/** The Certificate of a Service and its Issuer, in this order, for cert-manager. */
export function certificateObjects(names: ServingNames, metadataOf: (name: string) => ObjectMeta): KubeObject[] {
  const host = `${names.service}.${names.namespace}.svc`;
  const apiVersion = "cert-manager.io/v1";
  const certificate = {
    apiVersion,
    kind: "Certificate",
    metadata: metadataOf(names.certificate),
    spec: {
      dnsNames: [host, `${host}.cluster.local`],
      issuerRef: { kind: "Issuer", name: names.issuer },
      secretName: names.secret,
      subject: { organizations: [names.organization] },
    },
  };
  const issuer = { apiVersion, kind: "Issuer", metadata: metadataOf(names.issuer), spec: { selfSigned: {} } };
  return [certificate, issuer];
}
