// The objects by which an API server calls the webhooks of a deployed operator.
import { certificateObjects, injectedAuthority, type KubeObject } from "@capstan/kube";
import type { Service } from "@capstan/kube/builtin";
import { operatorError } from "../operator-errors.ts";
import type { WebhookDefinition } from "./webhook-definition.ts";
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
}

/**
 * What is applied with a deployed operator so that an API server calls its webhooks: the Service, its Certificate and Issuer for cert-manager, which must be installed, and the configurations with the
 * annotation by which cert-manager writes their authority. The Secret `<name>-webhooks-cert` has the certificate: mount it at the folder of `--webhook-cert-dir`. Empty without webhooks. Throws `operator/name` for a name of which no Service can be made.
 *
 * @example
 * const objects = webhookObjects([validation], { name: "website-operator", namespace: "websites", selector: { app: "website-operator" } });
 */
export function webhookObjects(
  webhooks: readonly WebhookDefinition[],
  { name, namespace, selector }: WebhookTarget,
): readonly KubeObject[] {
  checkWebhooks(webhooks);
  if (webhooks.length === 0) return [];
  if (!nameForm.test(name)) throw operatorError("operator/name", { name });
  const served = `${name}-webhooks`;
  const names = { namespace, service: served, certificate: served, issuer: served };
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { namespace, name: served },
    spec: { ports: [{ port: 443, targetPort: "webhook-server" }], selector: { ...selector } },
  };
  const secret = { secret: `${served}-cert`, organization: name };
  const certificates = certificateObjects({ ...names, ...secret }, (own) => ({ namespace, name: own }));
  const configurations = configurationsOf(webhooks, {
    addressOf: (path) => ({ service: { namespace, name: served, path } }),
    metadata: { name, annotations: injectedAuthority(names) },
  });
  return [service, ...certificates, ...configurations];
}
