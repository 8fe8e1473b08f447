// The provider as a value: one controller for the claims of its pools, and one for the pools themselves. Importing it starts nothing.
import {
  addressesIn,
  allocated,
  type ControllerDefinition,
  done,
  exhausted,
  initProvider,
  type Provider,
  type ProviderKit,
  stalled,
} from "@capstan/controller-kit";
import { LocalIPPool, type LocalIPPoolSpec } from "./api/local-ip-pool.ts";

const kit: ProviderKit<object> = initProvider();

function addressesOf({ ranges, gateway }: LocalIPPoolSpec): ReturnType<typeof addressesIn> {
  return addressesIn(ranges, { exclude: gateway === undefined ? [] : [gateway] });
}

/** Gives each claim the first address that nobody has. */
export const claims: ControllerDefinition<object> = kit.ipPool(LocalIPPool, {
  async allocate({ pool: { spec }, reserve }) {
    const addresses = addressesOf(spec);
    const address = await reserve(addresses);
    if (address === undefined) return exhausted(`all ${addresses.size} addresses are in use`);
    const { prefix, gateway } = spec;
    return allocated({ address, prefix, ...(gateway === undefined ? {} : { gateway }) });
  },
});

/** Says whether the ranges can be read. */
export const pools: ControllerDefinition<object> = kit.controller(LocalIPPool, {
  conditions: { RangesValid: ["Invalid", "Valid"] },
  async reconcile({ object }) {
    try {
      addressesOf(object.spec);
      return done();
    } catch (error) {
      return stalled("RangesValid", "Invalid", error instanceof Error ? error.message : "the ranges cannot be read");
    }
  },
});

export const provider: Provider<object> = kit.provider({ name: "local", type: "ipam", controllers: [claims, pools] });
