import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface DefaultSpec {
  /** @default "many" */
  count?: Int32;
  /**
   * @minLength 3
   * @default "a"
   */
  short?: string;
  /** @default "C" */
  mode?: "A" | "B";
  /** @default {"a": "b", "unknown": 1} */
  object?: { a?: string };
}
export interface Default extends KubeObject<"test.capstan.dev/v1", "Default"> {
  spec?: DefaultSpec;
}
export const Default: Resource<Default> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Default" });
