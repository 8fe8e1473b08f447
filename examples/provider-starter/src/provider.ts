// The whole provider as a value, for main.ts and tests. Importing it starts nothing.
import type { Provider } from "@capstan/controller-kit";
import { StarterClusterTemplate } from "./api/v1beta1/starter-cluster.ts";
import { StarterMachineTemplate } from "./api/v1beta1/starter-machine.ts";
import type { Cloud } from "./cloud.ts";
import { starterCluster } from "./controllers/starter-cluster.ts";
import { starterMachine } from "./controllers/starter-machine.ts";
import { kit } from "./kit.ts";

export const provider: Provider<{ readonly cloud: Cloud }> = kit.provider({
  name: "starter",
  type: "infrastructure",
  controllers: [starterCluster, starterMachine],
  templates: [StarterClusterTemplate, StarterMachineTemplate],
});
