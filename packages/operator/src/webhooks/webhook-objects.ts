// The objects by which an API server calls the webhooks and conversions of a deployed operator.
import { certificateObjects, conversionStanza, injectedAuthority, type KubeObject, pluralOfKind } from "@capstan/kube";
import type { CustomResourceDefinition, Service, WebhookClientConfig } from "@capstan/kube/builtin";
import { type ConvertedKind, describeConversions, pathsOfConversions } from "../conversions/described-conversions.ts";
import { operatorError } from "../operator-errors.ts";
import { describeDefinition, type WebhookDefinition } from "./webhook-definition.ts";
import { checkWebhooks, configurationsOf } from "./webhook-server.ts";

/** With `-webhooks` behind it, it is the name of a Service: at most 63 characters, and no digit in front. */
const nameForm = /^[a-z](?:[-a-z0-9]{0,52}[a-z0-9])?$/;

/** Where the webhooks of a deployed operator run. */
export interface WebhookTarget {
  /** The name of the configurations. Service, Certificate and Issuer are `<name>-webhooks`, so it begins with a letter and has at most 54 characters. */
  readonly name: string;
  /** The namespace of the operator. */
  readonly namespace: string;
  /** The labels of its pods, whose container has a port with the name `webhook-server`. */
  readonly selector: Readonly<Record<string, string>>;
  /** The `conversions` of the operator. Default: none. */
  readonly conversions?: readonly ConvertedKind[];
  /** The CRDs of the operator, which are needed with `conversions`. Default: none. */
  readonly crds?: readonly CustomResourceDefinition[];
}

/**
 * What is applied with a deployed operator so that an API server calls its webhooks: the Service, its Certificate and Issuer for cert-manager, which must be installed, and the configurations with the
 * annotation by which cert-manager writes their authority. The CRDs come first, and name the Service where their kind is converted. The Secret `<name>-webhooks-cert` has the certificate: mount it at the
 * folder of `--webhook-cert-dir`. The CRDs alone without webhooks and conversions. Throws `operator/name` for a name of which no Service can be made, and `operator/conversion-crd` for a kind that is
 * converted and has no CRD here, and `operator/webhook-duplicate` for two webhooks of one kind and type, or of one path.
 *
 * @example
 * const objects = webhookObjects([validation], { name: "website-operator", namespace: "websites", selector: { app: "website-operator" } });
 */
export function webhookObjects(
  webhooks: readonly WebhookDefinition[],
  { name, namespace, selector, conversions = [], crds = [] }: WebhookTarget,
): readonly KubeObject[] {
  checkWebhooks(webhooks, pathsOfConversions(conversions));
  const described = [...describeConversions(conversions), ...webhooks.map(describeDefinition)];
  if (described.length === 0) return crds;
  if (!nameForm.test(name)) throw operatorError("operator/name", { name });
  const served = `${name}-webhooks`;
  const names = { namespace, service: served, certificate: served, issuer: served };
  const addressOf = (path: string): WebhookClientConfig => ({ service: { namespace, name: served, path } });
  const annotations = injectedAuthority(names);
  for (const kind of conversions) checkCrd(kind, crds);
  const converted = crds.map((crd): CustomResourceDefinition => {
    const conversion = conversionStanza(crd, described, addressOf);
    if (conversion === undefined) return crd;
    const metadata = { ...crd.metadata, annotations: { ...crd.metadata.annotations, ...annotations } };
    return { ...crd, metadata, spec: { ...crd.spec, conversion } };
  });
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { namespace, name: served },
    spec: { ports: [{ port: 443, targetPort: "webhook-server" }], selector: { ...selector } },
  };
  const secret = { secret: `${served}-cert`, organization: name };
  const certificates = certificateObjects({ ...names, ...secret }, (own) => ({ namespace, name: own }));
  const configurations = configurationsOf(described, { addressOf, metadata: { name, annotations } });
  return [...converted, service, ...certificates, ...configurations];
}

function checkCrd(
  { group, kind, plural = pluralOfKind(kind) }: ConvertedKind,
  crds: readonly CustomResourceDefinition[],
): void {
  if (!crds.some(({ spec }) => spec.group === group && spec.names.kind === kind && spec.names.plural === plural))
    throw operatorError("operator/conversion-crd", { kind, group });
}
