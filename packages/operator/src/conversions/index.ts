// Conversions of kinds between their versions, as routes on the port of webhooks: for the kits, and for programs that do not call `runOperator`. Loaded where there are converters alone.
export {
  type ConversionProblem,
  conversionRoute,
  type ConversionRouteOptions,
  type ReportConversion,
} from "./conversion-webhook.ts";
export { conversionReporter, conversionRoutes, servedConversions } from "./conversion-routes.ts";
export { type ConvertedKind, type DescribedConversion, describeConversions } from "./described-conversions.ts";
