// HttpMachine: one server. The cloud's event stream runs a pass over the machine whose server has changed.
import { keyOf, Namespace, Secret } from "@capstan/api";
import {
  type ControllerDefinition,
  gets,
  provisioned,
  reads,
  removed,
  requeueAfter,
  stalled,
  waiting,
} from "@capstan/controller-kit";
import { accountOf, accountReasons } from "../account-of.ts";
import { HttpCluster } from "../api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "../api/v1beta1/http-identity.ts";
import { HttpMachine } from "../api/v1beta1/http-machine.ts";
import { onceCalls } from "../once-calls.ts";
import { kit, type Services } from "../kit.ts";

export const httpMachine: ControllerDefinition<Services> = kit.infraMachine(HttpMachine, {
  cluster: HttpCluster,
  conditions: { AccountReady: accountReasons, ServerReady: ["Creating", "Gone", "Stopped", "Running"] },
  watches: [reads(HttpIdentity), gets(Secret), gets(Namespace)],
  sources: [
    {
      name: "cloud-events",
      async *open({ services, signal }) {
        for await (const { owner } of services.cloud.events(signal)) yield owner;
      },
    },
  ],

  async reconcile({ object, infraCluster, bootstrap }, ctx) {
    const access = await accountOf(infraCluster, ctx);
    if ("reason" in access) return stalled("AccountReady", access.reason, access.message);
    const { servers } = access.account;
    const { flavor = "", image = "" } = object.spec ?? {};
    const server = await ctx.once("server", onceCalls(servers)).ensure(async ({ id, signal }) => {
      const userData = (await bootstrap.read()).value;
      return servers.create({ tag: id, owner: keyOf(object), flavor, image, userData }, signal);
    });
    if (server === undefined) return stalled("ServerReady", "Gone", "the server was deleted in the cloud");
    // Nothing is repaired here: a MachineHealthCheck sees it on the Machine, or somebody starts the server again, which is an event.
    if (server.state === "stopped") return stalled("ServerReady", "Stopped", "the server was stopped in the cloud");
    // Its event causes the next pass; the delay is for an event that was missed.
    if (server.state !== "running" && object.spec?.providerID === undefined)
      return waiting("ServerReady", "Creating", "the cloud starts the server", { requeueAfter: "30s" });
    const addresses = [{ type: "InternalIP" as const, address: server.address }];
    return provisioned({ providerID: `httpcloud://${server.id}`, addresses });
  },

  async delete({ infraCluster }, ctx) {
    // Core deletes it last; without it nobody knows the account.
    if (infraCluster === undefined) return requeueAfter("1m");
    const access = await accountOf(infraCluster, ctx);
    if ("reason" in access) return stalled("AccountReady", access.reason, access.message);
    const isGone = await ctx.once("server", onceCalls(access.account.servers)).remove();
    return isGone ? removed() : requeueAfter("2s");
  },
});
