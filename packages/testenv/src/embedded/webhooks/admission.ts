// Admission webhooks: calls those that match a write, applies the patches of mutating ones, and rejects what one denies.
import { applyJsonPatch, deepEqual, describeError, type JsonPatchOperation } from "@capstan/kube";
import type { AdmissionWebhook, MutatingWebhook, ValidatingWebhook } from "@capstan/kube/builtin";
import { matchingVersion, type AdmissionCall } from "./admission-match.ts";
import { admissionReview, callAdmission, type AdmissionAnswer } from "./admission-review.ts";
import type { ApiObject } from "../kinds/api-kind.ts";
import { badRequest, internalError, StatusError } from "../api-status.ts";
import type { ServiceMap } from "./webhook-call.ts";
import type { WriteContext } from "../write/write-context.ts";

/** The server state that admission needs. */
export interface AdmissionSource {
  /** The webhooks of all configurations, sorted by the configurations' names. */
  mutatingWebhooks(): readonly MutatingWebhook[];
  validatingWebhooks(): readonly ValidatingWebhook[];
  namespace(name: string): ApiObject | undefined;
  readonly services: ServiceMap;
}

/** A write to admit. */
export interface Admissible extends Partial<AdmissionCall> {
  readonly resource: AdmissionCall["resource"];
  readonly namespace: string;
  readonly operation: AdmissionCall["operation"];
  readonly context: WriteContext;
}

/** Calls admission webhooks for writes. */
export class Admission {
  readonly #source: AdmissionSource;

  constructor(source: AdmissionSource) {
    this.#source = source;
  }

  /** The object after all mutating webhooks; the same object when none changes it. */
  async mutate(write: Admissible & { readonly object: ApiObject }): Promise<ApiObject> {
    let { object } = write;
    const webhooks = this.#source.mutatingWebhooks();
    const seen = new Map<AdmissionWebhook, ApiObject>();
    for (const webhook of webhooks) {
      object = await this.#mutateBy(webhook, { ...write, object });
      seen.set(webhook, object);
    }
    // With reinvocationPolicy IfNeeded a webhook is called again when others changed the object after it.
    for (const webhook of webhooks) {
      const stale = webhook.reinvocationPolicy === "IfNeeded" && !deepEqual(seen.get(webhook), object);
      if (stale) object = await this.#mutateBy(webhook, { ...write, object });
    }
    return object;
  }

  /** Calls all validating webhooks at once; throws when one denies the write. */
  async validate(write: Admissible): Promise<void> {
    const webhooks = this.#source.validatingWebhooks();
    await Promise.all(webhooks.map((webhook) => this.#call(webhook, write)));
  }

  /** Calls mutating and validating webhooks for a deletion. */
  async admitDeletion(write: Admissible): Promise<void> {
    for (const webhook of this.#source.mutatingWebhooks()) await this.#call(webhook, write);
    await this.validate(write);
  }

  async #mutateBy(webhook: AdmissionWebhook, write: Admissible & { readonly object: ApiObject }): Promise<ApiObject> {
    const answer = await this.#call(webhook, write);
    if (answer?.patch === undefined) return write.object;
    const { kind, version } = write.resource;
    if (answer.version === version.name) return applyPatch(webhook, write.object, answer.patch);
    const seenAs = await kind.convert(write.object, answer.version);
    return await kind.convert(applyPatch(webhook, seenAs, answer.patch), version.name);
  }

  async #call(
    webhook: AdmissionWebhook,
    write: Admissible,
  ): Promise<(AdmissionAnswer & { version: string }) | undefined> {
    const request: AdmissionCall = { subresource: "", object: undefined, oldObject: undefined, ...write };
    const version = matchingVersion(webhook, request, this.#source.namespace(write.namespace));
    if (version === undefined) return undefined;
    const { context } = write;
    if (context.dryRun && webhook.sideEffects !== "None" && webhook.sideEffects !== "NoneOnDryRun")
      throw badRequest(`admission webhook "${webhook.name}" does not support dry run`);
    if ((webhook.matchConditions ?? []).length > 0)
      context.warnings.push(`matchConditions of webhook ${webhook.name} are not evaluated by the embedded API server`);
    const review = await admissionReview(request, {
      version,
      context,
      reviewVersions: webhook.admissionReviewVersions,
    });
    const answer = await callAdmission(webhook, review, this.#source.services).catch((error: unknown) => {
      const why = `failed calling webhook "${webhook.name}": failed to call webhook: ${describeError(error)}`;
      if (webhook.failurePolicy !== "Ignore") throw internalError(why);
      return undefined;
    });
    if (answer === undefined) return undefined;
    context.warnings.push(...answer.warnings);
    if (!answer.allowed) throw denial(webhook, answer);
    return { ...answer, version };
  }
}

function applyPatch(webhook: AdmissionWebhook, object: ApiObject, patch: readonly JsonPatchOperation[]): ApiObject {
  try {
    // What a patch leaves is checked by the schema next.
    return applyJsonPatch(object, patch) as ApiObject;
  } catch (caught) {
    throw internalError(`failed to apply the patch of webhook "${webhook.name}": ${describeError(caught)}`);
  }
}

/** The webhook's status, completed to a failure; the default code is 400. */
function denial(webhook: AdmissionWebhook, { status = {} }: AdmissionAnswer): StatusError {
  const because = [status.message, status.reason].find((text) => text !== undefined && text !== "");
  const message = `admission webhook "${webhook.name}" denied the request${because === undefined ? " without explanation" : `: ${because}`}`;
  const code = Math.max(status.code ?? 0, 400);
  return new StatusError({
    ...status,
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    code,
  });
}
