// The webhooks: the cloud says which flavors there are, and what their image is.
import { admitted, type ProviderWebhook, rejected } from "@capstan/controller-kit";
import { HttpCluster } from "./api/v1beta1/http-cluster.ts";
import { HttpMachine } from "./api/v1beta1/http-machine.ts";
import { kit, type Services } from "./kit.ts";

const machineDefaults: ProviderWebhook<Services> = kit.default(HttpMachine, {
  async create({ object }, { services, signal }) {
    if (object.spec === undefined || object.spec.image !== undefined) return;
    const image = (await services.cloud.flavors(signal))[object.spec.flavor];
    if (image !== undefined) object.spec.image = image;
  },
});

const machineChecks: ProviderWebhook<Services> = kit.validate(HttpMachine, {
  immutable: ["spec.flavor", "spec.image"],
  async create({ object }, { services, signal }) {
    const supported = Object.keys(await services.cloud.flavors(signal));
    const value = object.spec?.flavor ?? "";
    if (supported.includes(value)) return admitted();
    return rejected([{ path: "spec.flavor", type: "NotSupported", value, supported }]);
  },
});

const clusterChecks: ProviderWebhook<Services> = kit.validate(HttpCluster, { immutable: ["spec.identity"] });

export const webhooks: readonly ProviderWebhook<Services>[] = [machineDefaults, machineChecks, clusterChecks];
