import { defineResource } from "@capstan/contract/define";
import type { Bytes, Duration, EmptyObject, Int, Int32, Int64, IntOrString, JSONObject, JSONValue, KubeObject, MicroTime, ObjectMeta, Quantity, Resource, Time } from "@capstan/kube";

/** ScalarsSpec has one field of every scalar. */
export interface ScalarsSpec {
  text: string;
  flag: boolean;
  small: Int32;
  /**
   * big is wide.
   * @minimum -5
   * @maximum 10
   * @exclusiveMinimum
   * @exclusiveMaximum
   * @multipleOf 5
   */
  big?: Int64;
  legacy?: Int;
  at?: Time;
  precise?: MicroTime;
  for?: Duration;
  memory?: Quantity;
  /** @pattern ^[0-9]+%?$ */
  share?: IntOrString;
  secret?: Bytes;
  anything?: JSONValue;
  object?: JSONObject;
  nothing?: EmptyObject;
  maybe?: string | null;
  meta?: ObjectMeta;
  version?: `v${string}.${"alpha" | "beta"}`;
  /** @format uuid */
  id?: string;
}

/** Scalars is the Schema for the scalars API. */
export interface Scalars extends KubeObject<"test.capstan.dev/v1", "Scalars"> {
  spec: ScalarsSpec;
}
export const Scalars: Resource<Scalars> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Scalars" });
