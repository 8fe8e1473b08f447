import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Item {
  name?: string;
}
export interface RuleSpec {
  /**
   * @listType map
   * @listMapKey name
   */
  items?: Item[];
  /**
   * @listType map
   * @listMapKey nmae
   */
  others?: Item[];
  /** @pattern ^(?=a)$ */
  pattern?: string;
  /** @default "many" */
  count?: Int32;
  /**
   * @minLength 3
   * @default "a"
   */
  short?: string;
  /** @format ipv7 */
  address?: string;
  /** @schema {"uniqueItems": true} */
  unique?: string[];
}
export interface Rules extends KubeObject<"test.capstan.dev/v1", "Rule"> {
  spec?: RuleSpec;
}
export const Rules: Resource<Rules> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "Rule",
  shortNames: ["Not_A_Label"],
});
