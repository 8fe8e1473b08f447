// The parts that requests of kinds are put together from. Used by create-client.ts.
import type { Resource } from "@capstan/kube";
import type { CallOptions, Patch } from "./client.ts";
import type { RawRequest } from "./raw-request.ts";

/** The content types of patches. */
export const patchTypes: Readonly<Record<Patch["type"], string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is YAML, so that no YAML is written for it.
  apply: "application/apply-patch+yaml",
};

/** What servers answer with when asked for metadata alone. */
export const metadataOnlyTypes: { readonly list: string; readonly watch: string } = {
  list: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  watch: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
};

/** The part of any call's options that the transport knows. */
export function calls({ signal, timeoutMs }: CallOptions): Pick<RawRequest, "signal" | "timeoutMs"> {
  return { ...(signal === undefined ? {} : { signal }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/** A list of objects as messages name it: "foos in default". */
export function describeCollection(resource: Resource, namespace: string | undefined): string {
  return namespace === undefined || namespace === "" ? resource.plural : `${resource.plural} in ${namespace}`;
}
