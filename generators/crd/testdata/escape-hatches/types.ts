import { defineResource } from "@capstan/contract/define";
import type { JSONObject, JSONValue, KubeObject, Resource } from "@capstan/kube";

/** @preserveUnknownFields */
export interface Loose {
  known?: string;
}

export interface HatchSpec {
  loose?: Loose;
  /**
   * @schemaless
   * @schemaType object
   * @preserveUnknownFields
   */
  raw?: Loose;
  /** @embeddedResource */
  manifest?: JSONObject;
  /** @schema {"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]} */
  both?: string;
  /** @schema {"type": "string", "x-kubernetes-preserve-unknown-fields": null} */
  odd?: JSONValue;
}
export interface Hatch extends KubeObject<"test.capstan.dev/v1", "Hatch"> {
  /** apiVersion says more than usual. */
  apiVersion: "test.capstan.dev/v1";
  spec?: HatchSpec;
}
export const Hatch: Resource<Hatch> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Hatch" });
