import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/** @immutable */
export interface Inner {
  a?: string;
}

export interface TagSpec {
  /** @minLength 3 */
  count?: Int32;
  /** @items.minLength 3 */
  name?: string;
  /** @minItems 1 */
  list?: Record<string, string>;
  /** @union */
  choice?: "a" | "b";
  inner?: Inner;
}
export interface Tags extends KubeObject<"test.capstan.dev/v1", "Tags"> {
  spec?: TagSpec;
}
export const Tags: Resource<Tags> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Tags" });
