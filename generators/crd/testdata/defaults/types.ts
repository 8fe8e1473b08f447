import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Retry {
  /** @default 3 */
  attempts?: Int32;
  /** @default "10s" */
  wait?: string;
}

export interface JobSpec {
  /** @default {} */
  retry?: Retry;
  /**
   * @default {
   *   "a": "b"
   * }
   */
  labels?: Record<string, string>;
  /** @default ["a", "b"] */
  names?: string[];
  /** @default false */
  paused?: boolean;
  /**
   * required and defaulted is legal.
   * @default "Retain"
   * @example "Delete"
   * @title What happens to data
   * @externalDocs {"url": "https://example.com/policy"}
   */
  policy: "Retain" | "Delete";
}

export interface Job extends KubeObject<"test.capstan.dev/v1", "Job"> {
  spec?: JobSpec;
}
export const Job: Resource<Job> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Job" });
