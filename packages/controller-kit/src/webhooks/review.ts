// What the reviews of the API server have in common: a kind, and a request.
import { isJsonObject } from "@capstan/kube";

/** A review with a request. */
export interface Review {
  readonly apiVersion: unknown;
  readonly kind: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The review in the body of a request; undefined when it is none of this kind. The API server sends no other, but others may call. */
export function requestOf(body: unknown, kind: string): Review | undefined {
  if (!isJsonObject(body) || body["kind"] !== kind) return undefined;
  const { apiVersion, request } = body;
  return isJsonObject(request) ? { apiVersion, kind, request } : undefined;
}
