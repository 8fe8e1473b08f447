// The server of an operator's webhooks, for `Manager.addServer`, and their declarations to an API server.
import { admissionConfigurations, type KubeObject, type ObjectMeta, type ServedWebhook } from "@capstan/kube";
import type {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from "@capstan/kube/builtin";
import type { Route, ServerOptions } from "@capstan/serve";
import type { ServerContext } from "../manager/manager-options.ts";
import { operatorError } from "../operator-errors.ts";
import { describeDefinition, type WebhookDefinition } from "./webhook-definition.ts";
import { webhookRoute } from "./webhook-route.ts";

/** Where webhooks are served, and what else is. */
export interface OperatorServerOptions extends Omit<ServerOptions, "routes"> {
  /** Further routes on the port: `servedConversions(converters)` of `@capstan/operator/conversions`. Default: none. */
  readonly routes?: (context: ServerContext) => readonly Route[];
}

/**
 * The server of webhooks: pass it to `manager.addServer`. Throws `operator/webhook-duplicate` for two webhooks of one kind and type, or of one
 * path.
 *
 * @example
 * manager.addServer(webhookServer([validation], { port: 9443, tls: { directory: "/etc/certs" } }));
 */
export function webhookServer(
  webhooks: readonly WebhookDefinition[],
  { routes = () => [], ...options }: OperatorServerOptions,
): (context: ServerContext) => ServerOptions {
  checkWebhooks(webhooks);
  return (context) => ({
    host: "",
    ...options,
    routes: [
      ...routes(context),
      ...webhooks.map((webhook) => webhookRoute(webhook, { ...context, contextOf: (own) => own })),
    ],
  });
}

/** Throws `operator/webhook-duplicate` unless all have different names and different paths, and none of those that are taken. */
export function checkWebhooks(webhooks: readonly WebhookDefinition<never>[], taken: readonly string[] = []): void {
  const seen = new Set<string>(taken);
  for (const { name, path } of webhooks) {
    for (const one of new Set([name, path])) {
      if (seen.has(one)) throw operatorError("operator/webhook-duplicate", { webhook: one });
      seen.add(one);
    }
  }
}

/**
 * The objects by which an API server calls these webhooks: one configuration for each type that is there. Apply them with the rest of the operator.
 *
 * @example
 * const objects = webhookConfigurations("website-operator", [validation], (path) => ({
 *   service: { namespace: "website-system", name: "website-webhooks", path },
 * }));
 */
export function webhookConfigurations(
  name: string,
  webhooks: readonly WebhookDefinition[],
  addressOf: (path: string) => WebhookClientConfig,
): readonly WebhookConfiguration[] {
  checkWebhooks(webhooks);
  return configurationsOf(webhooks.map(describeDefinition), { addressOf, metadata: { name } });
}

/** A configuration of webhooks. */
export type WebhookConfiguration = KubeObject & (MutatingWebhookConfiguration | ValidatingWebhookConfiguration);

/** Where webhooks are called, and the metadata of their configurations. */
export interface ConfigurationPlace {
  readonly addressOf: (path: string) => WebhookClientConfig;
  readonly metadata: ObjectMeta;
}

/** The configurations that have a webhook. */
export function configurationsOf(
  webhooks: readonly ServedWebhook[],
  { addressOf, metadata }: ConfigurationPlace,
): readonly WebhookConfiguration[] {
  const { mutating, validating } = admissionConfigurations(webhooks, {
    addressOf: ({ path }) => addressOf(path),
    metadataOf: () => metadata,
  });
  return [mutating, validating].filter(({ webhooks: own = [] }) => own.length > 0);
}
