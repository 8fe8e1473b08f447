// The provider as a value. Importing it starts nothing.
import type { Provider } from "@capstan/controller-kit";
import { LocalClusterTemplate } from "./api/v1beta1/local-cluster.ts";
import { LocalMachineTemplate } from "./api/v1beta1/local-machine.ts";
import { localCluster } from "./controllers/local-cluster.ts";
import { LocalMachinePoolTemplate } from "./api/v1beta1/local-machine-pool.ts";
import { localMachine } from "./controllers/local-machine.ts";
import { localMachinePool } from "./controllers/local-machine-pool.ts";
import { converters } from "./generated/conversions.ts";
import { kit, type Services } from "./kit.ts";

export const provider: Provider<Services> = kit.provider({
  name: "local",
  type: "infrastructure",
  controllers: [localCluster, localMachine, localMachinePool],
  templates: [LocalClusterTemplate, LocalMachineTemplate, LocalMachinePoolTemplate],
  conversions: converters,
});
