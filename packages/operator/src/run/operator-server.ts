// What an operator serves on the port of webhooks: its webhooks, and the conversions of its kinds.
import type { Converter } from "@capstan/contract/codegen/v1";
import type { ServerOptions } from "@capstan/serve";
import {
  describeConversions,
  type DescribedConversion,
  pathsOfConversions,
} from "../conversions/described-conversions.ts";
import type { ServerContext } from "../manager/manager-options.ts";
import {
  type DescribedDefinition,
  describeDefinition,
  type WebhookDefinition,
} from "../webhooks/webhook-definition.ts";
import { checkWebhooks, webhookServer } from "../webhooks/webhook-server.ts";

/** The options of an operator that are served. */
export interface ServedParts {
  readonly webhooks?: readonly WebhookDefinition[];
  readonly conversions?: readonly Converter[];
}

/** Whether there is anything to serve. */
export function servesWebhooks({ webhooks = [], conversions = [] }: ServedParts): boolean {
  return webhooks.length > 0 || conversions.length > 0;
}

/** What is served, as `--describe` prints it. Throws `operator/webhook-duplicate`. */
export function describeServed({
  webhooks = [],
  conversions = [],
}: ServedParts): readonly (DescribedConversion | DescribedDefinition)[] {
  checkWebhooks(webhooks, pathsOfConversions(conversions));
  return [...describeConversions(conversions), ...webhooks.map(describeDefinition)];
}

/** The server of it. What converts is loaded for an operator that has conversions alone. */
export async function serverOf(
  { webhooks = [], conversions = [] }: ServedParts,
  options: Omit<ServerOptions, "routes">,
): Promise<(context: ServerContext) => ServerOptions> {
  if (conversions.length === 0) return webhookServer(webhooks, options);
  checkWebhooks(webhooks, pathsOfConversions(conversions));
  const { servedConversions } = await import("../conversions/conversion-routes.ts");
  return webhookServer(webhooks, { ...options, routes: servedConversions(conversions) });
}
