// The errors of webhooks, as a part of the table of this package.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of errors of webhooks, and of the objects by which an API server calls them. */
export type WebhookErrorCode =
  | "operator/conversion-crd"
  | "operator/webhook-duplicate"
  | "operator/webhook-empty"
  | "operator/webhook-failed"
  | "operator/webhook-path"
  | "operator/webhook-result"
  | "operator/webhook-slow"
  | "operator/webhook-timeout";

/** Message, help and explanation of every error of webhooks by its code. */
export const webhookErrors: Readonly<Record<WebhookErrorCode, DiagnosticRule>> = {
  "operator/conversion-crd": {
    severity: "error",
    message: "{kind} of {group} is converted, and none of the CRDs is for it",
    help: "run capstan generate, and give the CRD of the kind",
    explain:
      "The API server converts objects of a kind only where its CRD names the conversion webhook. Without that, it would store and return objects of each version as if they were of another one.",
  },
  "operator/webhook-duplicate": {
    severity: "error",
    message: "two webhooks are {webhook}",
    help: "keep one for each kind and type, and give them different paths",
    explain:
      "A kind has one validating and one mutating webhook, with a function for each operation, and a path has one webhook or handler: the API server would call both, in no defined order.",
  },
  "operator/webhook-empty": {
    severity: "error",
    message: "the webhook {webhook} has no function and no immutable field",
    help: "add create, update or delete, or remove the webhook",
    explain: "Only operations with a function are sent to a webhook, so this one would never be called.",
  },
  "operator/webhook-failed": {
    severity: "error",
    message: "the webhook {webhook} failed",
    help: "look for the uid of the request in the log of the manager",
    explain:
      "A function of the webhook threw an error. Its message is in the log only, because it may reveal details of the program to anyone who may write the kind. The request fails with 500, or passes with `failurePolicy` Ignore.",
  },
  "operator/webhook-path": {
    severity: "error",
    message: '"{path}" is not the path of a webhook',
    help: 'write a path such as "/inventory", without a query',
    explain: "Paths are compared as they are sent, without patterns.",
  },
  "operator/webhook-result": {
    severity: "error",
    message: "the webhook {webhook} returned {returned}, which is not a result",
    help: "return nothing, `admitted(...)` or `rejected(...)`",
    explain:
      "A result of another form decides nothing, so the request fails with 500, or passes with `failurePolicy` Ignore.",
  },
  "operator/webhook-slow": {
    severity: "error",
    message: "the webhook {webhook} did not answer within {seconds} s",
    help: "pass the signal of its context to everything that waits, or raise timeoutSeconds",
    explain:
      "The answer would come too late: the API server waits for `timeoutSeconds`, or less if the client does. The signal of the function has aborted and its request fails with 500, or passes with `failurePolicy` Ignore. What the function still does counts as a request in flight until it ends: after too many, further requests get 503.",
  },
  "operator/webhook-timeout": {
    severity: "error",
    message: 'the webhook {webhook} has the timeout "{seconds}"',
    help: "set timeoutSeconds to a whole number from 1 to 30",
    explain: "The API server accepts no other timeouts of webhooks. Its default is 10.",
  },
};
