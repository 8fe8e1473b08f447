// A webhook for probes: an HTTPS server on this computer that answers admission and conversion reviews by given
// functions. Both backends can call it by URL.
import { errorFrom, type UnstructuredObject } from "@capstan/kube";
import { jsonResponse, startServer, type Route, type ServeResponse } from "@capstan/serve";
import { createCertificateAuthority } from "@capstan/serve/certificates";

/** The request to an admission webhook. */
export interface AskedAdmission {
  readonly uid: string;
  readonly operation: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly requestKind: { readonly version: string };
  readonly subResource?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly object: UnstructuredObject | null;
  readonly oldObject: UnstructuredObject | null;
  readonly dryRun: boolean;
  readonly userInfo: { readonly username: string };
}

/** How the webhook answers. */
export interface WebhookAnswers {
  readonly mutate?: (asked: AskedAdmission) => object;
  readonly validate?: (asked: AskedAdmission) => object;
  /** Converts one object; an error it throws is the message of a failed review. */
  readonly convert?: (object: UnstructuredObject, apiVersion: string) => object;
  /** Is told the objects of every review that was converted. */
  readonly converted?: (objects: readonly UnstructuredObject[]) => void;
  /** Collects the requests to admission. */
  readonly asked?: AskedAdmission[];
}

/** A webhook that is being served. */
export interface ProbeWebhook extends AsyncDisposable {
  readonly url: string;
  /** For configurations: base64 of the authority. */
  readonly caBundle: string;
}

/** Serves `/mutate`, `/validate` and `/convert`, also under the name of a Service. */
export async function startProbeWebhook(answers: WebhookAnswers): Promise<ProbeWebhook> {
  const authority = createCertificateAuthority({ commonName: "probe webhooks" });
  const tls = authority.issue({
    commonName: "webhook",
    dnsNames: ["hook.default.svc"],
    ipAddresses: ["127.0.0.1"],
    usages: ["server"],
  });
  const admission = (path: string, answer: ((asked: AskedAdmission) => object) | undefined): Route => ({
    method: "POST",
    path,
    handle: async (request) => {
      const review = (await request.json()) as { apiVersion: string; kind: string; request: AskedAdmission };
      answers.asked?.push(review.request);
      return jsonResponse(200, {
        apiVersion: review.apiVersion,
        kind: review.kind,
        response: { uid: review.request.uid, ...answer?.(review.request) },
      });
    },
  });
  const conversion: Route = {
    method: "POST",
    path: "/convert",
    handle: async (request) => {
      const review = (await request.json()) as {
        apiVersion: string;
        kind: string;
        request: { uid: string; desiredAPIVersion: string; objects: UnstructuredObject[] };
      };
      const { uid, desiredAPIVersion, objects } = review.request;
      const answer = (response: object): ServeResponse =>
        jsonResponse(200, { apiVersion: review.apiVersion, kind: review.kind, response: { uid, ...response } });
      try {
        const convertedObjects = objects.map((object) => answers.convert?.(object, desiredAPIVersion) ?? object);
        answers.converted?.(objects);
        return answer({ result: { status: "Success" }, convertedObjects });
      } catch (error) {
        return answer({ result: { status: "Failure", message: errorFrom(error).message }, convertedObjects: [] });
      }
    },
  };
  const routes = [admission("/mutate", answers.mutate), admission("/validate", answers.validate), conversion];
  const server = await startServer({ port: 0, tls, routes });
  return {
    url: server.url,
    caBundle: Buffer.from(authority.certPem).toString("base64"),
    [Symbol.asyncDispose]: () => server.close({ drainMs: 0 }),
  };
}

/** A patch as admission answers carry it. */
export function patchAnswer(operations: readonly object[]): object {
  return { allowed: true, patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(operations)).toString("base64") };
}
