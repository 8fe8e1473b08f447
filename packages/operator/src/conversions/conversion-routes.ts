// The routes of converters on the port of webhooks: the conversions, and the check that objects can be converted.
import type { Converter } from "@capstan/contract/codegen/v1";
import type { Route } from "@capstan/serve";
import type { ServerContext } from "../manager/manager-options.ts";
import { conversionRoute, type ConversionRouteOptions, type ReportConversion } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";

/** The routes of these converters; none without one. */
export function conversionRoutes(
  conversions: readonly Converter[],
  options?: ConversionRouteOptions,
): readonly Route[] {
  return conversions.length === 0
    ? []
    : [conversionRoute, convertibleRoute].map((route) => route(conversions, options));
}

/** Logs and counts what goes wrong in conversions. */
export function conversionReporter({ log, countProblem }: Omit<ServerContext, "countPanic">): ReportConversion {
  return ({ code, message, object, times }) => {
    countProblem(code, times);
    log.warn("Conversion problem", { code, reason: message, ...(object === undefined ? {} : { object }), times });
  };
}

/**
 * What `webhookServer` serves beside webhooks so that an API server can convert objects: for a program that does not call `runOperator`, which has the option `conversions`.
 *
 * @example
 * manager.addServer(webhookServer([], { port: 9443, tls: { directory: "/etc/certs" }, routes: servedConversions(converters) }));
 */
export function servedConversions(conversions: readonly Converter[]): (context: ServerContext) => readonly Route[] {
  return (context) =>
    conversionRoutes(conversions, { report: conversionReporter(context), onPanic: context.countPanic });
}
