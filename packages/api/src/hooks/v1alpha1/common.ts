// The fields that all requests and responses of hooks have, API version v1alpha1. The other files of this folder define the 17 hooks.
import type { Int32 } from "@capstan/kube";

/** The group and version of every hook that Cluster API itself calls. */
export const hooksApiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1" as const;

/** The type of a request or a response. Callers set these fields; in responses they are optional. */
export interface TypeMeta {
  /** kind is the kind of the object. */
  kind?: string;
  /** apiVersion is the group and version of the object. */
  apiVersion?: string;
}

/** The fields of every request except that of Discovery. */
export interface CommonRequest extends TypeMeta {
  /** settings are the ExtensionConfig's settings; those of the ClusterClass patch replace them key by key. */
  settings?: Record<string, string>;
}

/** Whether a call succeeded. Callers treat any other value as an error. */
export type ResponseStatus = "Success" | "Failure";

/** The fields of every response. */
export interface CommonResponse extends TypeMeta {
  /** status says whether the call succeeded. */
  status: ResponseStatus;
  /** message explains the status to people; core writes it to conditions, so it should be the same for the same state. */
  message?: string;
}

/** The fields of responses that can delay the caller. */
export interface CommonRetryResponse extends CommonResponse {
  /**
   * retryAfterSeconds is the number of seconds to wait before the next call; with 0 the caller continues.
   * @minimum 0
   */
  retryAfterSeconds: Int32;
}
