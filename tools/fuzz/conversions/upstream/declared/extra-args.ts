// Arguments of kubeadm's components: a map, and a list in which a name may stand several times. The form for maps wants names as keys.
interface Arg {
  name: string;
  value: string;
}

/** A map, and a list sorted by name and value; of several values of one name, the last one. */
export const extraArgs = {
  forward: (map: Record<string, string>): Arg[] =>
    Object.entries(map)
      .map(([name, value]) => ({ name, value }))
      .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))),
  back: (list: Arg[]): Record<string, string> => Object.fromEntries(list.map(({ name, value }) => [name, value])),
};
