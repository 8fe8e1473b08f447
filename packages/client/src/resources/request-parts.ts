// The parts of requests that depend on the verb.
import type { Resource } from "@capstan/kube";
import type { CallOptions, PatchRequest } from "../client.ts";
import type { RawRequest } from "../transport/raw-request.ts";
import { shownName } from "./resource-path.ts";

/** The content types of patches. */
export const patchTypes: Readonly<Record<PatchRequest["type"], string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is valid YAML.
  apply: "application/apply-patch+yaml",
};

/** The content types of answers with metadata only. */
export const metadataOnlyTypes: { readonly list: string; readonly watch: string } = {
  list: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  watch: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
};

/** The options of a call that the transport needs. */
export function callParts({
  signal,
  timeoutMs,
  urgent,
  beforeAttempt,
}: CallOptions): Pick<RawRequest, keyof CallOptions> {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(urgent === undefined ? {} : { urgent }),
    ...(beforeAttempt === undefined ? {} : { beforeAttempt }),
  };
}

/** The name of a list in messages: "foos in default". */
export function describeCollection(resource: Resource, namespace: string | undefined): string {
  return namespace === undefined || namespace === ""
    ? resource.plural
    : `${resource.plural} in ${shownName(namespace)}`;
}
