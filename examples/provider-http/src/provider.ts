// The provider as a value. Importing it starts nothing.
import type { Provider } from "@capstan/controller-kit";
import { HttpClusterTemplate } from "./api/v1beta1/http-cluster.ts";
import { HttpMachineTemplate } from "./api/v1beta1/http-machine.ts";
import { httpCluster } from "./controllers/http-cluster.ts";
import { httpMachine } from "./controllers/http-machine.ts";
import { kit, type Services } from "./kit.ts";
import { webhooks } from "./webhooks.ts";

export const provider: Provider<Services> = kit.provider({
  name: "http",
  type: "infrastructure",
  controllers: [httpCluster, httpMachine],
  templates: [HttpClusterTemplate, HttpMachineTemplate],
  webhooks,
});
