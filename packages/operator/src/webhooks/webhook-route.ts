// The routes of webhooks: read a request, call the author's function for a limited time, answer.
import { deepClone, formatKey, isCapstanError, millisecondsOf } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse, textResponse } from "@capstan/serve";
import { inTurn } from "@capstan/kube/turns";
import { isProgramFault } from "../controller/reconcile-failure.ts";
import type { ServerContext } from "../manager/manager-options.ts";
import { operatorError } from "../operator-errors.ts";
import { answerAdmission } from "./answer-admission.ts";
import { readReview } from "./read-review.ts";
import { notAReview, readAdmissionReview, reviewNamespace } from "./reviews.ts";
import { type CallEnd, timedCall } from "./timed-call.ts";
import type {
  AdmissionDefinition,
  AnyReview,
  HandlerDefinition,
  WebhookContext,
  WebhookDefinition,
} from "./webhook-definition.ts";

/** What routes need of the manager, and what their functions get. */
export interface WebhookRouteOptions<C> extends ServerContext {
  /** Makes the context of one call. */
  readonly contextOf: (context: WebhookContext) => C;
}

/** Creates the route of a webhook. */
export function webhookRoute<C>(webhook: WebhookDefinition<C>, options: WebhookRouteOptions<C>): Route {
  return webhook.type === "custom" ? handlerRoute(webhook, options) : reviewRoute(webhook, options);
}

function handlerRoute<C>(webhook: HandlerDefinition<C>, options: WebhookRouteOptions<C>): Route {
  const { path, method, limits } = webhook;
  return {
    path,
    method,
    limits,
    async handle(http) {
      const log = options.log.child({ webhook: webhook.name });
      const end = await timedCall(callOf(webhook, http), (signal) =>
        webhook.handle(http, options.contextOf({ signal, log })),
      );
      if ("value" in end) return end.value;
      // The server answers for what is wrong with the request, for example a body that is too large.
      if (isCapstanError(end.error) && end.error.code.startsWith("serve/")) throw end.error;
      return failure(end, { webhook, log, http, options });
    },
  };
}

function reviewRoute<C>(webhook: AdmissionDefinition<C>, options: WebhookRouteOptions<C>): Route {
  return {
    method: "POST",
    path: webhook.path,
    async handle(http) {
      const review = await readAdmissionReview(http);
      if (review === undefined) return notAReview();
      const read = readReview(review, webhook);
      if (typeof read === "string") return jsonResponse(400, { error: read });
      const { name, namespace, operation, uid, dryRun } = read;
      const object = formatKey({ namespace, name });
      const log = options.log.child({ webhook: webhook.name, object, operation, requestID: uid, dryRun });
      const turn = { owner: () => reviewNamespace(review), signal: http.signal };
      const end = await timedCall(callOf(webhook, http), async (signal) => {
        const { answered, before } = await inTurn(() => {
          const kept = webhook.type === "mutating" ? deepClone(read.object) : undefined;
          return { answered: callAuthor(webhook, read, options.contextOf({ signal, log })), before: kept };
        }, turn);
        const result = await answered;
        return inTurn(() => answerAdmission(webhook, { review, read, before, answered: result }), turn);
      });
      return "value" in end ? end.value : failure(end, { webhook, log, http, options });
    },
  };
}

/** An async function, so that the turn does not wait for the promise, and a function that throws rejects. */
async function callAuthor<C>(webhook: AdmissionDefinition<C>, review: AnyReview, context: C): Promise<unknown> {
  return await webhook.functions[review.operation]?.(review, context);
}

interface Failing<C> {
  readonly webhook: WebhookDefinition<C>;
  readonly log: Logger;
  readonly http: ServeRequest;
  readonly options: WebhookRouteOptions<C>;
}

/**
 * An answer without a decision, so that `failurePolicy` decides: the API server shows the text of an answer with the status 500 to the user. The message of
 * an author's error is in the log only, as it may reveal details of the program.
 */
function failure<C>(
  { error, pending }: Extract<CallEnd<unknown>, { readonly error: unknown }>,
  { webhook, log, http, options }: Failing<C>,
): ServeResponse {
  // The caller has left: the server knows, and nobody reads the answer.
  if (http.signal.aborted && error === http.signal.reason) throw error;
  const isOwn = isCapstanError(error) && error.code.startsWith("operator/webhook-");
  const shown = isOwn ? error : operatorError("operator/webhook-failed", { webhook: webhook.name });
  options.countProblem(shown.code);
  if (isProgramFault(error)) options.countPanic(webhook.path);
  log.error("Webhook failed", { code: shown.code, ...errorFields(error, { frames: true }) });
  void pending?.then(() => log.warn("A webhook that was too slow has ended", { code: shown.code }));
  return { ...textResponse(500, `${shown.code}: ${shown.message}`), ...(pending === undefined ? {} : { pending }) };
}

/** So much earlier than the API server gives up, its user reads our message in place of "context deadline exceeded". */
const leadMs = 500;

function callOf(
  { name, settings: { timeoutSeconds = 10 } }: WebhookDefinition<never>,
  http: ServeRequest,
): { readonly webhook: string; readonly milliseconds: number; readonly left: AbortSignal } {
  const allowed = Math.min(timeoutSeconds * 1000, callerWaits(http));
  return { webhook: name, milliseconds: allowed - Math.min(leadMs, allowed / 10), left: http.signal };
}

/** The API server says how long it waits: the rest of its own deadline when that is shorter. */
function callerWaits({ query }: ServeRequest): number {
  const given = query.get("timeout");
  const waits = given === null ? undefined : millisecondsOf(given);
  return waits === undefined || waits <= 0 ? Number.POSITIVE_INFINITY : waits;
}
