// HttpCluster: one network. Changes of an identity, or of its Secret, run passes over the clusters that use it.
import { formatKey, keyOf, Namespace, type ObjectKey, Secret } from "@capstan/api";
import {
  type ControllerDefinition,
  defineIndex,
  type FieldIndex,
  gets,
  type MapReader,
  maps,
  provisioned,
  removed,
  requeueAfter,
  stalled,
} from "@capstan/controller-kit";
import { accountOf, accountReasons } from "../account-of.ts";
import { HttpCluster } from "../api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "../api/v1beta1/http-identity.ts";
import { onceCalls } from "../once-calls.ts";
import { kit, type Services } from "../kit.ts";

const byIdentity: FieldIndex<HttpCluster> = defineIndex(HttpCluster, "identity", ({ spec }) =>
  spec === undefined ? [] : [spec.identity],
);
const bySecret: FieldIndex<HttpIdentity> = defineIndex(HttpIdentity, "secret", ({ spec }) =>
  spec === undefined ? [] : [formatKey(spec.secretRef)],
);

async function usersOf(identity: HttpIdentity, client: MapReader): Promise<readonly ObjectKey[]> {
  return (await client.listBy(byIdentity, identity.metadata.name ?? "")).map(keyOf);
}

export const httpCluster: ControllerDefinition<Services> = kit.infraCluster(HttpCluster, {
  conditions: { AccountReady: accountReasons, NetworkReady: ["Gone", "Ready"] },
  watches: [
    maps(HttpIdentity, (identity, { client }) => usersOf(identity, client)),
    maps(Secret, async (secret, { client }) => {
      const identities = await client.listBy(bySecret, formatKey(keyOf(secret)));
      return (await Promise.all(identities.map((identity) => usersOf(identity, client)))).flat();
    }),
    gets(Namespace),
  ],
  indexes: [byIdentity, bySecret],

  async reconcile({ object }, ctx) {
    const access = await accountOf(object, ctx);
    if ("reason" in access) return stalled("AccountReady", access.reason, access.message);
    const { networks } = access.account;
    const once = ctx.once("network", onceCalls(networks));
    const network = await once.ensure(({ id, signal }) => networks.create({ tag: id }, signal));
    if (network !== undefined) return provisioned({ endpoint: { host: network.address, port: 6443 } });
    // The endpoint cannot change, so that another network would not help.
    return stalled("NetworkReady", "Gone", "the network was deleted in the cloud");
  },

  async delete({ object }, ctx) {
    const access = await accountOf(object, ctx);
    if ("reason" in access) return stalled("AccountReady", access.reason, access.message);
    const isGone = await ctx.once("network", onceCalls(access.account.networks)).remove();
    return isGone ? removed() : requeueAfter("2s");
  },
});
