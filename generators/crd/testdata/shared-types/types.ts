import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
import type { Base } from "./base.ts";
import * as base from "./base.ts";

/** Template holds what objects are made from. */
export interface Template<S, M = base.Meta> {
  /** metadata is copied. */
  metadata?: M;
  spec: S;
}

export interface Worker extends Base {
  /** count narrows what the base says. */
  count: Int32;
}

type Extra = { extra?: string };

export interface PoolSpec {
  worker?: Worker;
  both?: Base & Extra;
  template?: Template<Worker>;
  partial?: Partial<Worker>;
  required?: Required<Base>;
  picked?: Pick<Worker, "count">;
  left?: Omit<Worker, "count">;
  readonly frozen?: Readonly<Base>;
  /** @maxLength 5 */
  one?: Base["name"];
}

export interface Pool extends KubeObject<"test.capstan.dev/v1", "Pool"> {
  spec?: PoolSpec;
}
export const Pool: Resource<Pool> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Pool" });
