// Hooks, Services and failure policies as registrations name them; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** How core treats a failed call. */
export type FailurePolicy = "Ignore" | "Fail";

/** References the Service of a Runtime Extension. */
export interface ServiceReference {
  /**
   * namespace is the namespace of the Service.
   * @minLength 1
   * @maxLength 63
   */
  namespace: string;
  /**
   * name is the name of the Service.
   * @minLength 1
   * @maxLength 63
   */
  name: string;
  /**
   * path is the prefix of every path that is called.
   * @minLength 1
   * @maxLength 512
   */
  path?: string;
  /** port is the port of the Service. Default: 443. */
  port?: Int32;
}

/** A hook in its version. */
export interface GroupVersionHook {
  /**
   * apiVersion is the group and version of the hook.
   * @minLength 1
   * @maxLength 512
   */
  apiVersion: string;
  /**
   * hook is the name of the hook.
   * @minLength 1
   * @maxLength 256
   */
  hook: string;
}
