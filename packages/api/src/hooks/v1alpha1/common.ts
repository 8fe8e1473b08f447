// What every hook's request and response has, API version v1alpha1. The files beside this one hold the 17 hooks by group;
// extension-kit serves and calls them, the openapi and catalog generators read them.
import type { Int32 } from "@capstan/kube";

/** The group and version of every hook that Cluster API itself calls. */
export const hooksApiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1" as const;

/** The names by which a request or a response says what it is; callers fill them in, answers may leave them out. */
export interface TypeMeta {
  /** kind is the kind of the object. */
  kind?: string;
  /** apiVersion is the group and version of the object. */
  apiVersion?: string;
}

/** What every request has, Discovery's excepted. */
export interface CommonRequest extends TypeMeta {
  /** settings are the ExtensionConfig's settings with those of the ClusterClass patch laid over them. */
  settings?: Record<string, string>;
}

/** Whether a call succeeded; every other value is an error for the caller. */
export type ResponseStatus = "Success" | "Failure";

/** What every response has. */
export interface CommonResponse extends TypeMeta {
  /** status says whether the call succeeded. */
  status: ResponseStatus;
  /** message explains the status to people; it ends up in conditions, so it must not change without a reason. */
  message?: string;
}

/** What the response of a hook has that may hold the caller up. */
export interface CommonRetryResponse extends CommonResponse {
  /** retryAfterSeconds asks the caller to hold and to come back after so many seconds; 0 lets it go on. */
  retryAfterSeconds: Int32;
}
