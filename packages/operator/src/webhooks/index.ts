// For Capstan's own packages: reading AdmissionReviews, and the routes of webhooks.
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
export { webhookRoute, type WebhookRouteOptions } from "./webhook-route.ts";
export { checkWebhooks } from "./webhook-server.ts";
export { declarationOf } from "./webhook-definition.ts";
