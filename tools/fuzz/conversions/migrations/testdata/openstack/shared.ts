// What OpenStackMachine and the bastion of OpenStackCluster of cluster-api-provider-openstack convert alike from v1beta1 to v1beta2.

interface Flavor {
  id?: string;
  filter?: { name?: string };
}

/** A flavor by name or by ID, and one object for both. Of an older one that has both, of which the ID counts, both stay. */
export const flavor = {
  forward: ({ name, id }: { name?: string; id?: string }): { flavor: Flavor } => ({
    flavor: { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { filter: { name } }) },
  }),
  back: ({
    flavor: { id, filter } = {},
  }: {
    flavor?: Flavor;
  }): { name: string | undefined; id: string | undefined } => ({
    name: filter?.name,
    id,
  }),
};
