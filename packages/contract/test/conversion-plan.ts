// What the plans of conversion tests begin with: two versions of one kind, of which the newer one is the hub.
import type { ConversionPlan } from "../src/codegen/v1/conversion-plan.ts";

/** A plan without rules. */
export const planOfFoo: Omit<ConversionPlan, "rules"> = {
  group: "g.io",
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
};
