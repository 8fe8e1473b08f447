// Compiled by ../../src/openapi/round-trip.test.ts beside the types that openapi-typescript makes of the document of the profile
// `strict` (document.ts): it has the type of the variable `builtin`, too.
import type { Builtins } from "@capstan/api/hooks";
import type { components } from "./document.ts";
import type { Plain, Same } from "./plain.ts";

export { everyRequest, everyResponse } from "./equal.ts";

type Written = components["schemas"]["sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1.Builtins"];

export const builtins: Same<Plain<Builtins>, Plain<Written>> = true;
