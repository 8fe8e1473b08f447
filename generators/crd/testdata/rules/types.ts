import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/**
 * NetworkSpec has rules of every kind.
 * @cel self.min <= self.max
 * @cel {"rule": "self.max < 100", "message": "max must be below 100", "reason": "FieldValueInvalid", "fieldPath": ".max"}
 * @atMostOneOf id name
 * @exactlyOneOf ipv4 ipv6
 * @atLeastOneOf id name tag-name
 */
export interface NetworkSpec {
  /** @immutable */
  region: string;
  /** @immutable */
  zone?: string;
  min: Int32;
  max: Int32;
  id?: string;
  name?: string;
  "tag-name"?: string;
  ipv4?: string;
  ipv6?: string;
  /** @cel {"rule": "self.startsWith('x') || oldSelf.hasValue()", "messageExpression": "'not ' + self", "optionalOldSelf": true} */
  prefix?: string;
}

export interface Network extends KubeObject<"test.capstan.dev/v1", "Network"> {
  /**
   * spec comes with a rule of its own, which stands before the type's.
   * @cel has(self.region)
   */
  spec: NetworkSpec;
}
export const Network: Resource<Network> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Network" });
