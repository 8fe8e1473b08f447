// The provider as a value. Importing it starts nothing.
import {
  dataCreated,
  initProvider,
  type ControllerDefinition,
  type Provider,
  type ProviderKit,
} from "@capstan/controller-kit";
import { LocalConfig, LocalConfigTemplate } from "./api/v1beta1/local-config.ts";
import { converters } from "./generated/conversions.ts";

const kit: ProviderKit<object> = initProvider();

/** Writes what provider-local's machines read: JSON. Real providers write cloud-init or Ignition. */
export const localConfig: ControllerDefinition<object> = kit.bootstrapConfig(LocalConfig, {
  async reconcile({ object, controlPlane }) {
    const { nodeLabels = {}, renewAfter } = object.spec ?? {};
    const role = controlPlane ? "control-plane" : "worker";
    const value = JSON.stringify({ nodeLabels: { [`node-role.kubernetes.io/${role}`]: "", ...nodeLabels } });
    return dataCreated({ value, format: "local-json", ...(renewAfter === undefined ? {} : { renewAfter }) });
  },
});

export const provider: Provider<object> = kit.provider({
  name: "local",
  type: "bootstrap",
  controllers: [localConfig],
  templates: [LocalConfigTemplate],
  conversions: converters,
});
