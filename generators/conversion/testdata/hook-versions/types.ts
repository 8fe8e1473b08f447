// A hook in three versions, as the proposal of the Runtime SDK has it: fields move, change their form, are added and removed.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import type * as v1alpha1 from "./v1alpha1/hooks.ts";
import type * as v1alpha2 from "./v1alpha2/hooks.ts";
import type * as v1beta1 from "./v1beta1/hooks.ts";

export const firstRequest: Conversion<v1alpha1.DoSomethingRequest, v1beta1.DoSomethingRequest> = defineConversion({
  older: {
    target: { to: "target.name" },
    sizeGb: { to: "sizeGiB" },
    mode: { as: { enum: { fast: "Fast", safe: "Safe" } } },
    tries: { to: "retries" },
  },
  newer: { "target.zone": "added", reason: "added" },
});

export const firstResponse: Conversion<v1alpha1.DoSomethingResponse, v1beta1.DoSomethingResponse> = defineConversion({
  older: { doneIn: { to: "result.place" } },
});

export const secondRequest: Conversion<v1alpha2.DoSomethingRequest, v1beta1.DoSomethingRequest> = defineConversion({
  older: { sizeGb: { to: "sizeGiB" } },
  newer: { retries: "added" },
});

export const secondResponse: Conversion<v1alpha2.DoSomethingResponse, v1beta1.DoSomethingResponse> = defineConversion({
  older: { doneIn: { to: "result.place", bounds: "differ" } },
});
