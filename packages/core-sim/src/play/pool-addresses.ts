// The addresses of a played machine from the pools of IPAM providers: it claims one from each pool that it names, and waits for them.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { clusterNameOf, labels, ownerReferenceTo, playedByLabel } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import type { DevMachine } from "./dev-kinds.ts";

/** The addresses, in the order of the pools; undefined while one of them is missing. */
export async function claimAddresses(
  machine: DevMachine,
  { reader, writer }: SimContext,
): Promise<readonly string[] | undefined> {
  const found: (string | undefined)[] = [];
  for (const [index, poolRef] of (machine.spec?.addressesFromPools ?? []).entries()) {
    const { namespace, name } = keyOf(machine);
    const key = { namespace, name: `${name}-${index}` };
    const claim = await reader.lists.find(IPAddressClaim, key);
    if (claim === undefined) await writer.create(IPAddressClaim, newClaim(machine, key.name, poolRef));
    const address = claim?.status?.addressRef?.name;
    const object = address === undefined ? undefined : await reader.lists.find(IPAddress, { namespace, name: address });
    found.push(object?.spec.address);
  }
  const complete = found.filter((address) => address !== undefined);
  return complete.length === found.length ? complete : undefined;
}

function newClaim(machine: DevMachine, name: string, poolRef: IPAddressClaim["spec"]["poolRef"]): IPAddressClaim {
  const cluster = clusterNameOf(machine) ?? "";
  return {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddressClaim",
    metadata: {
      name,
      namespace: keyOf(machine).namespace,
      labels: { [labels.clusterName]: cluster, [playedByLabel]: "infrastructure" },
      ownerReferences: [ownerReferenceTo(machine, { controller: true })],
    },
    spec: { poolRef: { ...poolRef }, ...(cluster === "" ? {} : { clusterName: cluster }) },
  };
}
