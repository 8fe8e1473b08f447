// A manager with controllers of infrastructure clusters and machines, whose functions wait for nothing.
import { initProvider, provisioned, removed } from "@capstan/controller-kit";
import { startProvider, type TestEnv } from "@capstan/controller-kit/testing";
import { DemoCluster, DemoMachine } from "../tenants/demo-cluster.ts";

const kit = initProvider<object>();
const provider = kit.provider({
  name: "demo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(DemoCluster, { reconcile: async () => provisioned(), delete: async () => removed() }),
    kit.infraMachine(DemoMachine, {
      cluster: DemoCluster,
      reconcile: async ({ object }) => provisioned({ providerID: `demo://${object.metadata.name}` }),
      delete: async () => removed(),
    }),
  ],
});

/** Runs it until the process ends. */
export async function start({ credentials }: Pick<TestEnv, "credentials">): Promise<object> {
  startProvider(provider, { credentials, services: {} });
  return {};
}
