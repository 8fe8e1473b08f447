// The operator: its name, its webhooks, its conversions and its controller. `main.ts` runs it, and so do tests.
import type { OperatorOptions } from "@capstan/operator";
import { websites } from "./controller.ts";
import { converters } from "./generated/conversions.ts";
import { websiteChecks } from "./webhooks.ts";

export const operator: OperatorOptions = {
  name: "website-operator",
  webhooks: [websiteChecks],
  conversions: converters,
  setup: (manager) => manager.addController(websites),
};
