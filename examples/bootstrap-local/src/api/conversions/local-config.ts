// How a LocalConfig changes between v1alpha1 and v1beta1: exactly the fields that differ.
// The generator writes the conversion functions and their proofs from it; LocalConfigTemplate's follow from it.
import { defineConversion, type Conversion } from "@capstan/api";
import type * as v1alpha1 from "../v1alpha1/local-config.ts";
import type * as v1beta1 from "../v1beta1/local-config.ts";

export const localConfig: Conversion<v1alpha1.LocalConfig, v1beta1.LocalConfig> = defineConversion({
  older: {
    "status.ready": { to: "status.initialization.dataSecretCreated", as: "boolPresence" },
    "status.dataSecretName": { bounds: "differ" },
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
});
