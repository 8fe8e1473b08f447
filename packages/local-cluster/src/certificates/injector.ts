// CA injection as in cert-manager: webhooks of objects with `cert-manager.io/inject-ca-from` get the authority of that Certificate.
import type { Client, UntypedPatches } from "@capstan/client";
import { type KubeObject, keyOf, type Resource } from "@capstan/kube";
import {
  type AdmissionWebhook,
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "@capstan/kube/builtin";
import type { IssuedAuthorities } from "./issuer.ts";

const annotation = "cert-manager.io/inject-ca-from";

/** The objects whose webhooks may need an authority. */
export interface InjectOptions {
  readonly client: Client;
  readonly crds: readonly CustomResourceDefinition[];
  readonly mutating: readonly MutatingWebhookConfiguration[];
  readonly validating: readonly ValidatingWebhookConfiguration[];
  readonly issued: IssuedAuthorities;
}

/** Injects known authorities that are missing. */
export async function injectAuthorities({ client, crds, mutating, validating, issued }: InjectOptions): Promise<void> {
  await injectInto({ client, resource: CustomResourceDefinition, objects: crds, patch: crdPatch }, issued);
  await injectInto({ client, resource: MutatingWebhookConfiguration, objects: mutating, patch: webhooksPatch }, issued);
  await injectInto(
    { client, resource: ValidatingWebhookConfiguration, objects: validating, patch: webhooksPatch },
    issued,
  );
}

interface Injection<T extends KubeObject> {
  readonly client: Client;
  readonly resource: Resource<T>;
  readonly objects: readonly T[];
  readonly patch: (object: T, caBundle: string) => object | undefined;
}

async function injectInto<T extends KubeObject>(
  { client, resource, objects, patch }: Injection<T>,
  issued: IssuedAuthorities,
): Promise<void> {
  for (const object of objects) {
    const authority = issued.get(object.metadata.annotations?.[annotation] ?? "");
    const body = authority === undefined ? undefined : patch(object, Buffer.from(authority).toString("base64"));
    if (body === undefined) continue;
    // With the resourceVersion the patch of a changed object fails; the next round creates a new one.
    const metadata = { resourceVersion: object.metadata.resourceVersion };
    const patches: UntypedPatches = client;
    await patches.patch(resource, keyOf(object), { type: "merge", body: { ...body, metadata } });
  }
}

/** The merge patch that gives a definition's conversion webhook its authority; undefined when there is none or it has it. */
export function crdPatch({ spec }: CustomResourceDefinition, caBundle: string): object | undefined {
  const clientConfig = spec.conversion?.webhook?.clientConfig;
  if (spec.conversion?.strategy !== "Webhook" || clientConfig === undefined || clientConfig.caBundle === caBundle)
    return undefined;
  return { spec: { conversion: { webhook: { clientConfig: { caBundle } } } } };
}

/** The merge patch that gives every webhook of a configuration its authority; undefined when all have it. */
export function webhooksPatch(
  { webhooks = [] }: { webhooks?: readonly AdmissionWebhook[] },
  caBundle: string,
): object | undefined {
  if (webhooks.every(({ clientConfig }) => clientConfig.caBundle === caBundle)) return undefined;
  return { webhooks: webhooks.map((webhook) => ({ ...webhook, clientConfig: { ...webhook.clientConfig, caBundle } })) };
}
