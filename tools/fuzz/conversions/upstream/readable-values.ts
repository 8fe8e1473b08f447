// Values of fields that CRDs call text or numbers, and Go reads as more: no Go client can write others, so upstream's functions never meet them.
import * as fc from "fast-check";
import type { FieldValues } from "../objects/random-values.ts";

const durations = ["0s", "1s", "40s", "1m30s", "1h0m0s", "1.5s", "100ms", "-5s", "2562047h47m16s"];
const apiVersions = ["infrastructure.cluster.x-k8s.io/v1beta1", "bootstrap.cluster.x-k8s.io/v1alpha3", "v1"];

/** Names of fields, and the values that Go reads there. */
const readable: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/(?:Timeout|^timeout|^ttl|Period|^timeoutForControlPlane)$/, durations],
  [/^token$/, ["abcdef.0123456789abcdef", "000000.zzzzzzzzzzzzzzzz"]],
  [/^apiVersion$/, apiVersions],
];

/** Values that Go reads. */
export const readableByGo: FieldValues = (name, schema) => {
  const { type, enum: given } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return fc.oneof(fc.nat(), fc.constantFrom("0%", "50%"));
  const [, values] = readable.find(([pattern]) => pattern.test(name)) ?? [];
  return type === "string" && given === undefined && values !== undefined ? fc.constantFrom(...values) : undefined;
};
