// For Capstan's own packages: reading AdmissionReviews, the routes of webhooks, and threads that serve them.
export {
  admissionAnswer,
  type AdmissionCheck,
  type AdmissionRequest,
  admissionRoute,
  longestMessage,
  rawReviewNamespace,
  requestOf,
  reviewNamespace,
  usedOf,
  type WebhookReview,
} from "./reviews.ts";
export { isProgramFault } from "../controller/reconcile-failure.ts";
export { webhookRoute, type WebhookRouteOptions } from "./webhook-route.ts";
export { checkWebhooks } from "./webhook-server.ts";
export { type DescribedDefinition, describeDefinition } from "./webhook-definition.ts";
export {
  type WebhookCallers,
  webhookFlags,
  type WebhookListener,
  webhookServerOptionsOf,
} from "../run/webhook-flags.ts";
export { ServerThreads, type ServerThreadsOptions, type ThreadReports } from "../threads/server-threads.ts";
export { serveInThread, serverThread, type ServerThread } from "../threads/server-thread.ts";
